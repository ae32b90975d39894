(** The checker: reads a target and a matrix, and accepts only right chains.

    [checker_is_sound]: what it accepts is stochastic, reversible with respect to
    the target, and leaves it invariant.
    [checker_is_complete]: it accepts all such tables whose target is a
    probability law.
    [balance_is_decided], [invariance_is_decided]: its two verdicts, alone. *)
From Coq Require Import ZArith QArith.
From mathcomp Require Import all_ssreflect all_algebra.
From peskun Require Import finite_models.
From peskun.executable Require Import rationals simulation.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Close Scope Q_scope.
Local Open Scope ring_scope.

Section Verdicts.
Variables (n : nat) (pi : nat -> Q) (P : nat -> nat -> Q).
Definition every (b : nat -> bool) := all b (iota 0 n).
Definition balances :=
  every (fun i => every (fun j => Qeq_bool (qmul (pi i) (P i j)) (qmul (pi j) (P j i)))).
Definition preserves :=
  every (fun j => Qeq_bool (qsum n (fun i => qmul (pi i) (P i j))) (pi j)).
Definition is_stochastic := every (fun i => is_density n (P i)).
End Verdicts.

(** A square matrix for a law. *)
Definition square (pi : seq Q) (P : seq (seq Q)) :=
  (size P == size pi) && all (fun r : seq Q => size r == size pi) P.
Definition checker (pi : seq Q) (P : seq (seq Q)) :=
  let n := size pi in
  [&& square pi P, is_density n (vector pi), is_stochastic n (entry P) &
      balances n (vector pi) (entry P)].

Section Sound.
Variables (R : realFieldType) (n : nat) (pi : nat -> Q) (P : nat -> nat -> Q).
Local Notation phi := (value_of R).
Definition law (i : 'I_n) : R := phi (pi i).
Definition matrix (i j : 'I_n) : R := phi (P i j).

Lemma everyP (b : nat -> bool) : reflect (forall i : 'I_n, b i) (every n b).
Proof.
apply: (iffP allP) => [h i|h i]; first by apply: h; rewrite mem_iota ltn_ord.
by rewrite mem_iota => lt; apply: (h (Ordinal lt)).
Qed.

Theorem balance_is_decided : reflect (reversible law matrix) (balances n pi P).
Proof.
apply: (iffP (everyP _)) => [h i j|h i].
  by have /everyP /(_ j) := h i; rewrite (value_eq R) !valueM => /eqP.
by apply/everyP => j; rewrite (value_eq R) !valueM; apply/eqP/h.
Qed.

Theorem invariance_is_decided : reflect (invariant law matrix) (preserves n pi P).
Proof.
have s j : phi (qsum n (fun i => qmul (pi i) (P i j))) = \sum_(i < n) phi (pi i) * phi (P i j).
  by apply: value_sum => i; rewrite valueM.
apply: (iffP (everyP _)) => [h j|h j]; first by have := h j; rewrite (value_eq R) s => /eqP.
by rewrite (value_eq R) s; apply/eqP/h.
Qed.

Lemma stochastic_is_decided : reflect (stochastic matrix) (is_stochastic n P).
Proof.
apply: (iffP (everyP _)) => [h|[p0 p1] i].
  by split=> [i j|i]; case: (density_sound R (h i)) => a b; [apply: a|apply: b].
apply/andP; split.
  by apply/everyP => j; rewrite (value_le R) value0 p0.
by rewrite (value_eq R) value1 (value_sum (G := fun j : 'I_n => phi (P i j))) // p1.
Qed.
End Sound.

Section Checker.
Variables (R : realFieldType) (pi : seq Q) (P : seq (seq Q)).
Local Notation target := (law R (n := size pi) (vector pi)).
Local Notation rows := (matrix R (n := size pi) (entry P)).

Theorem checker_is_sound : checker pi P -> right_chain target rows.
Proof.
case/and4P=> _ _ /(stochastic_is_decided R) sP /(balance_is_decided R) rP.
by split=> //; apply: reversible_invariant => //; case: sP.
Qed.

Theorem checker_is_complete : square pi P -> is_density (size pi) (vector pi) ->
  right_chain target rows -> checker pi P.
Proof.
move=> sq d [sP rP _]; rewrite /checker sq d /=.
by rewrite (introT (stochastic_is_decided R _ _) sP) (introT (balance_is_decided R _ _ _) rP).
Qed.
End Checker.
