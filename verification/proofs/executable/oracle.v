(** The oracle: exact transition matrices of the kernels, computed from a table
    of rationals by the programs of [definitions/], and proved to be theirs.

    [oracle_is_right]: every entry is that of the kernel's chain, for mh, mpmc,
    sve, bridge, noisy:N, dmh:N and mabmc with all readings and ties.
    [pmc_oracle_is_right]: the same for pmc on Θ×X.
    [family_is_a_family]: a family's table has the likelihoods h(x) θ^T(x), and
    the laws halfway of the bridge arm. *)
From Coq Require Import ZArith QArith.
From mathcomp Require Import all_ssreflect all_algebra.
From peskun.definitions Require Import chance models arms rules kernels.
From peskun Require Import finite_models algorithm_1_metropolis_hastings.
From peskun Require Import lemma_1_mpmc_detailed_balance lemma_2_sve_detailed_balance.
From peskun Require Import algorithm_2_pseudo_marginal algorithm_5_mabmc straddle_theorem.
From peskun.executable Require Import rationals simulation.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Close Scope Q_scope.
Local Open Scope ring_scope.

(** Kernels on Θ by name: src/kernels/catalog.rs. *)
Inductive kernel :=
  | Mh | Mpmc | Sve | Bridge | Noisy of nat | Dmh of nat | Mabmc of bandit_reading & tie_break.

Section Steps.
Variables (N : numbers) (M : model N).
Definition step_of (k : kernel) : parameter M -> chance N (parameter M) :=
  match k with
  | Mh => randomized_step (@true_ratio N M)
  | Mpmc => randomized_step (@mpmc N M)
  | Sve => randomized_step (@exchange N M)
  | Bridge => randomized_step (@bridge N M)
  | Noisy n => randomized_step (noisy (m := M) n)
  | Dmh n => randomized_step (double_metropolis (m := M) n)
  | Mabmc reading tie => mabmc (m := M) reading tie
  end.
End Steps.
Arguments step_of {N} M k.

Section Oracle.
Variable m : table.
Local Notation M := (table_model m).
Local Notation n := (parameters m).

(** What MABMC accepts with; the arms' means are computed once for a pair. *)
Definition bandit_acceptance reading tie t u : Q :=
  let otherwise := mean_acceptance (@true_ratio _ M) t u in
  let means := [seq mean_acceptance a t u | a <- paper_arms M] in
  let accepted (d : nat * Q) := nth otherwise means d.1 in
  let chooses := decide tie (map (@drawn _ M) (paper_arms M)) in
  match reading with
  | Fresh => chooses t u accepted
  | Repropose => qsum n (fun s => qmul (proposal M t s) (chooses t s accepted))
  | Reuse => chooses t u (fun d => d.2)
  end.

Definition q_accepting (r : nat -> nat -> Q) (t u : nat) : Q :=
  let rejected := qsum n (fun v => qmul (proposal M t v) (qsub q1 (r t v))) in
  let accepted := qmul (proposal M t u) (r t u) in
  if t == u then qadd accepted rejected else accepted.

Definition transitions (k : kernel) t u : Q :=
  match k with
  | Mabmc reading tie => q_accepting (bandit_acceptance reading tie) t u
  | _ => transition (fun s s' : nat => s == s') (step_of M k) t u
  end.
Definition pmc_transitions (s s' : nat * nat) : Q :=
  transition (fun a b : nat * nat => a == b) (pseudo_marginal_step (m := M)) s s'.

Definition table_of T (states : seq T) (P : T -> T -> Q) := [seq [seq P s s' | s' <- states] | s <- states].
Definition oracle k : seq (seq Q) := table_of (iota 0 n) (transitions k).
Definition oracle_target : seq Q := [seq posterior (m := M) t | t <- iota 0 n].
Definition pmc_states := [seq (t, y) | t <- iota 0 n, y <- iota 0 (points m)].
Definition pmc_oracle : seq (seq Q) := table_of pmc_states pmc_transitions.
Definition pmc_oracle_target : seq Q :=
  [seq qmul (posterior (m := M) s.1) (auxiliary M s.1 s.2) | s <- pmc_states].
End Oracle.

(** A one-parameter family as a table: src/models/family.rs. *)
Fixpoint q_power (a : Q) k : Q := if k is j.+1 then qmul a (q_power a j) else q1.
Definition family_row (base : seq Q) (levels : seq nat) (s : Q) : seq Q :=
  [seq qmul p.1 (q_power s p.2) | p <- zip base levels].
Definition normalized (row : seq Q) : seq Q :=
  let z := foldr qadd q0 row in [seq qdiv a z | a <- row].
Definition halfway a b := qdiv (qadd a b) (qadd q1 q1).
Definition family_table (base : seq Q) (levels : seq nat) (values : seq Q) (estimate : Q)
    (observed : nat) (prior : seq Q) (proposal : seq (seq Q)) : table :=
  let row := family_row base levels in
  Table (size values) (size base) observed prior (map row values) proposal
    [seq normalized (row estimate) | _ <- values]
    [seq [seq normalized (row (halfway a b)) | b <- values] | a <- values].

Section Correct.
Variables (R : realFieldType) (m : table).
Hypothesis ok : well_formed m.
Local Notation phi := (value_of R).
Local Notation M := (table_model m).
Local Notation W := (meaning R ok).
Local Notation Theta := 'I_(parameters m).

Lemma transition_same S T (rel : S -> T -> Prop) (eqS : S -> S -> bool) (eqT : T -> T -> bool)
    (c : S -> chance rationals S) (d : T -> chance (reals R) T) x y x' y' :
  (forall a b, rel a b -> eqS a x' = eqT b y') -> sim rel (c x) (d y) ->
  phi (transition eqS c x x') = transition eqT d y y'.
Proof.
move=> e s; apply: s => a b ab; rewrite (e a b ab).
by case: (eqT b y'); rewrite ?value0 ?value1.
Qed.

Lemma single_same (a : arm M) (b : arm W) (t u : Theta) : sim_arm a b ->
  phi (transition (fun s s' : nat => s == s') (randomized_step a) t u) =
  chain (randomized_step b) t u.
Proof.
move=> ab; apply: transition_same (sim_randomized t ab) => i j ->.
exact: (inj_eq val_inj).
Qed.

Lemma accepting_same (qr : nat -> nat -> Q) (r : Theta -> Theta -> R) :
  (forall t u : Theta, phi (qr t u) = r t u) ->
  forall t u : Theta, phi (q_accepting m qr t u) = accepting (prop W) r t u.
Proof.
move=> e t u; rewrite /q_accepting /accepting (inj_eq val_inj).
case: (t == u); rewrite ?valueD valueM e ?mul0r ?addr0 // mul1r; congr (_ + _).
by apply: value_sum => v; rewrite valueM valueB value1 e.
Qed.

Lemma accepted_same (t u : Theta) (d : nat * Q) (d' : nat * R) : same_decision d d' ->
  phi (nth (mean_acceptance (m := M) (@true_ratio _ M) t u)
    [seq mean_acceptance (m := M) a t u | a <- paper_arms M] d.1) =
  r_ (nth (@true_ratio _ W) (paper_arms W) d'.1) t u.
Proof.
move=> <-; case: d => -[|[|i]] a /=; rewrite ?nth_nil.
- exact: mean_same (sim_mpmc (R := R) ok).
- exact: mean_same (sim_exchange (R := R) ok).
exact: mean_same (sim_true_ratio (R := R) ok).
Qed.

Lemma mabmc_same reading tie (t u : Theta) :
  phi (transitions m (Mabmc reading tie) t u) = chain (mabmc (m := W) reading tie) t u.
Proof.
have la i : lawful (m := W) (nth (@true_ratio _ W) (paper_arms W) i).
  by case: (paper_arms_right W i).
have lc s v : is_law (decide tie (map (@drawn _ W) (paper_arms W)) s v).
  by apply/law_decide/paper_draws_lawful.
have sd s v := sim_decide tie s v (paper_draws_sim R ok).
rewrite /mabmc; case: reading.
- rewrite fresh_is_mixture //; apply: accepting_same => s v.
  by apply: sd => d d'; apply: accepted_same.
- rewrite repropose_is_mixture //; apply: accepting_same => s v; apply: value_sum => w.
  by rewrite valueM; congr (_ * _); apply: sd => d d'; apply: accepted_same.
rewrite reuse_is_mixture //; apply: accepting_same => s v.
by apply: sd => d d' <-.
Qed.

Lemma table_ofE (t u : Theta) (P : nat -> nat -> Q) : entry (table_of (iota 0 (parameters m)) P) t u = P t u.
Proof.
have sz : size (iota 0 (parameters m)) = parameters m by apply: size_iota.
by rewrite /entry /vector !(nth_map 0%N) ?sz // !nth_iota.
Qed.

Theorem oracle_is_right k (t u : Theta) :
  phi (entry (oracle m k) t u) = chain (step_of W k) t u.
Proof.
rewrite table_ofE; case: k => [||||||reading tie]; last exact: mabmc_same.
- exact: single_same (sim_true_ratio (R := R) ok).
- exact: single_same (sim_mpmc (R := R) ok).
- exact: single_same (sim_exchange (R := R) ok).
- exact: single_same (sim_bridge (R := R) ok).
- by move=> k; apply: single_same; apply: sim_noisy.
by move=> k; apply: single_same; apply: sim_double_metropolis.
Qed.

Theorem oracle_target_is_right (t : Theta) : phi (vector (oracle_target m) t) = post W t.
Proof. by rewrite /vector (nth_map 0%N) ?size_iota // nth_iota // posterior_same. Qed.

Theorem pmc_oracle_is_right (s s' : Theta * 'I_(points m)) :
  phi (pmc_transitions m (s.1 : nat, s.2 : nat) (s'.1 : nat, s'.2 : nat)) = pmc W s s'.
Proof.
apply: transition_same (sim_pseudo_marginal ok s) => a [b1 b2] ->.
by case: s' => c1 c2; rewrite !xpair_eqE !(inj_eq val_inj).
Qed.
End Correct.

Section Family.
Variables (R : realFieldType) (base : seq Q) (levels : seq nat) (values : seq Q) (estimate : Q).
Variables (observed : nat) (prior : seq Q) (proposal : seq (seq Q)).
Local Notation phi := (value_of R).
Local Notation m := (family_table base levels values estimate observed prior proposal).
Hypothesis same_size : size levels = size base.
Hypothesis ok : well_formed m.
Local Notation h := (fun x : 'I_(points m) => phi (vector base x)).
Local Notation T := (fun x : 'I_(points m) => nth 0%N levels x).
Local Notation theta := (fun t : 'I_(parameters m) => phi (vector values t)).

Lemma powerE a k : phi (q_power a k) = phi a ^+ k.
Proof. by elim: k => [|k IH] /=; rewrite ?value1 ?expr0 // valueM IH exprS. Qed.

Lemma rowE s (x : 'I_(points m)) : phi (vector (family_row base levels s) x) = row h T (phi s) x.
Proof.
have lt : (x < size (zip base levels))%N by rewrite size_zip same_size minnn.
by rewrite /vector (nth_map (q0, 0%N)) // nth_zip //= valueM powerE.
Qed.

Lemma normalizedE s (x : 'I_(points m)) :
  phi (vector (normalized (family_row base levels s)) x) = member h T (phi s) x.
Proof.
have sz : size (family_row base levels s) = size base.
  by rewrite size_map size_zip same_size minnn.
rewrite /vector (nth_map q0) ?sz // value_div -/(vector _ x) rowE; congr (_ / _).
have -> : foldr qadd q0 (family_row base levels s) = qsum (size base) (vector (family_row base levels s)).
  rewrite -sz /qsum /vector; elim: (family_row _ _ _) => //= a r ->; congr qadd.
  rewrite (iotaDl 1 0); by elim: (iota 0 _) => //= i l ->.
by apply: value_sum => z; apply: rowE.
Qed.

Theorem family_is_a_family :
  [/\ forall t x, lik (meaning R ok) t x = row h T (theta t) x,
      forall t x, aux (meaning R ok) t x = member h T (phi estimate) x &
      forall t u x, mid (meaning R ok) t u x = member h T ((theta t + theta u) / 2%:R) x].
Proof.
split=> [t x|t x|t u x].
- by rewrite -rowE /= /entry (nth_map q0).
- by rewrite -normalizedE /= /entry (nth_map q0).
have -> : (theta t + theta u) / 2%:R = phi (halfway (vector values t) (vector values u)).
  by rewrite value_div !valueD value1.
by rewrite -normalizedE /= /entry (nth_map q0) //= (nth_map q0).
Qed.
End Family.
