(** The paths that a certificate lists from a state or for a draw: arithmetic on
    their probabilities. That the answers along a path lead there is not seen
    here; `peskun replay` derives it.

    [paths_are_a_law]: probabilities that are not negative and add up to one make
    a program that draws.
    [paths_give_the_row]: and what it draws has the probabilities of a row. *)
From Coq Require Import ZArith QArith.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From peskun.definitions Require Import chance.
From peskun Require Import finite_models.
From peskun.executable Require Import rationals simulation checker.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Close Scope Q_scope.
Local Open Scope ring_scope.

(** Where a path ends, and its probability. *)
Record path := Path { ends : nat; share : Q }.

Definition qtotal (s : seq Q) : Q := foldr qadd q0 s.
(** The probability of the paths that end there. *)
Definition mass (paths : seq path) j := qtotal [seq share p | p <- paths & ends p == j].
(** None is missing of the paths to so many ends. *)
Definition are_all n (paths : seq path) :=
  all (fun p => (ends p < n)%N && Qle_bool q0 (share p)) paths &&
  Qeq_bool (qtotal (map share paths)) q1.
Definition give n (paths : seq path) (row : nat -> Q) :=
  are_all n paths && every n (fun j => Qeq_bool (mass paths j) (row j)).

Section Meaning.
Variable R : realFieldType.
Local Notation phi := (value_of R).

(** The program that follows one of the paths. *)
Definition follow (paths : seq path) : chance (reals R) nat :=
  fun f => \sum_(p <- paths) phi (share p) * (f (ends p) : R).

Lemma value_total (s : seq Q) : phi (qtotal s) = \sum_(a <- s) phi a.
Proof. by elim: s => [|a s IH]; rewrite ?big_nil ?value0 // big_cons valueD IH. Qed.

Lemma follow_mass paths (j : nat) : follow paths (fun s => (s == j)%:R : R) = phi (mass paths j) :> R.
Proof.
rewrite /mass value_total big_map big_filter [RHS]big_mkcond /follow.
by apply: eq_bigr => p _; case: eqP => _; rewrite ?mulr1 ?mulr0.
Qed.

Lemma sum_share_ge0 n paths (g : path -> R) : are_all n paths -> (forall p, 0 <= g p) ->
  0 <= \sum_(p <- paths) phi (share p) * g p.
Proof.
case/andP=> + _ g0; elim: paths => [|q s IH] /=; first by rewrite big_nil.
case/andP=> /andP[_ h] /IH t; rewrite big_cons addr_ge0 // mulr_ge0 //.
by rewrite -(value0 R) -value_le.
Qed.

Theorem paths_are_a_law n paths : are_all n paths -> is_law (follow paths).
Proof.
move=> ok; split.
- split=> [f g fg|a f g]; first by apply: eq_bigr => p _; rewrite fg.
  by rewrite /follow mulr_sumr -big_split; apply: eq_bigr => p _ /=; ring.
- by move=> f f0; apply: (sum_share_ge0 ok (g := fun p => f (ends p))).
- case/andP: ok => _; rewrite (value_eq R) value1 value_total big_map => /eqP e.
  by rewrite -[RHS]e; apply: eq_bigr => p _; rewrite mulr1.
move=> U d F [e l]; rewrite /follow.
have z : d (fun=> 0 : R) = 0 :> R by have := l (-1) (fun=> 0 : R) (fun=> 0 : R); rewrite mulr0 addr0 mulN1r addNr.
elim: (paths) => [|p s IH]; first by rewrite big_nil -[LHS]z; apply: e => y; rewrite big_nil.
by rewrite big_cons IH -l; apply: e => y; rewrite big_cons.
Qed.

Theorem paths_give_the_row n paths row : give n paths row ->
  forall j : 'I_n, follow paths (fun s => (s == j)%:R : R) = phi (row j) :> R.
Proof.
by case/andP=> _ /everyP h j; rewrite follow_mass; apply/eqP; rewrite -value_eq.
Qed.
End Meaning.
Arguments follow R paths f : clear implicits.
