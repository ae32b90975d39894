(** What fails, by computation, over every real field; and the exact figures of
    Section 3.

    [noisy_breaks_balance] (Sections 1 and 2.4): exchange with the average of two
    ratios is unbiased and breaks detailed balance;
    [noisy_keeps_the_first_example]: though not on Section 3.1's example;
    [repropose_breaks_balance]: Algorithm 5 read to the letter, "repeat Step 2–7"
    with a new proposal, breaks it;
    [reuse_breaks_balance]: so does accepting with the draws that decided;
    [section_3_1_sve], [section_3_1_mpmc], [section_3_2_sve], [section_3_2_mpmc]:
    P(a, b) on the examples; 11/28 is printed where 53/140 is right. *)
From Coq Require Import ZArith QArith.
From mathcomp Require Import all_ssreflect all_algebra.
From peskun.definitions Require Import chance models arms rules kernels.
From peskun Require Import finite_models section_2_4_unbiasedness theorem_1_chi_square.
From peskun.executable Require Import rationals simulation oracle checker.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Close Scope Q_scope.
Local Open Scope ring_scope.

Definition q (n d : BinNums.positive) := Qmake (Zpos n) d.
Definition uniform (rows columns : nat) :=
  [seq [seq Qred (Qmake (Zpos 1) (Pos.of_nat columns)) | _ <- iota 0 columns] | _ <- iota 0 rows].
(** Two parameters, uniform proposals and auxiliary laws; no family, so that the
    law between is the uniform one. *)
Definition pair (points observed : nat) (prior : seq Q) (likelihood : seq (seq Q)) :=
  Table 2 points observed prior likelihood (uniform 2 2) (uniform 2 points)
    [:: uniform 2 points; uniform 2 points].

Definition bernoulli_pair := pair 2 1 [:: q 1 1; q 1 1] [:: [:: q 3 1; q 7 1]; [:: q 4 1; q 6 1]].
Definition three_point_pair := pair 3 2 [:: q 1 1; q 1 1]
  [:: [:: q 1 1; q 8 1; q 1 1]; [:: q 8 1; q 1 1; q 1 1]].
(** The smallest model on which two ratios are one too many. *)
Definition two_coins := pair 2 1 [:: q 2 1; q 1 1] [:: [:: q 3 1; q 1 1]; [:: q 1 1; q 1 1]].

Lemma bernoulli_ok : well_formed bernoulli_pair. Proof. by vm_compute. Qed.
Lemma three_point_ok : well_formed three_point_pair. Proof. by vm_compute. Qed.
Lemma coins_ok : well_formed two_coins. Proof. by vm_compute. Qed.

Section Verdicts.
Variable R : realFieldType.

(** The computed verdict is the verdict. *)
Lemma balanceP m (ok : well_formed m) k :
  reflect (reversible (post (meaning R ok)) (chain (step_of (meaning R ok) k)))
    (balances (parameters m) (vector (oracle_target m)) (entry (oracle m k))).
Proof.
apply: (iffP (balance_is_decided R _ _ _)) => rev t u.
  by rewrite -!oracle_is_right -!oracle_target_is_right; apply: rev.
by rewrite /law /matrix !oracle_is_right !oracle_target_is_right.
Qed.

Local Notation first := (meaning R bernoulli_ok).
Local Notation second := (meaning R three_point_ok).
Local Notation coins := (meaning R coins_ok).

Theorem noisy_breaks_balance :
  ~ reversible (post coins) (chain (randomized_step (noisy (m := coins) 2))).
Proof. by apply: (elimN (balanceP coins_ok (Noisy 2))); vm_compute. Qed.

Theorem noisy_keeps_the_first_example :
  reversible (post first) (chain (randomized_step (noisy (m := first) 2))).
Proof. by apply: (elimT (balanceP bernoulli_ok (Noisy 2))); vm_compute. Qed.

Theorem repropose_breaks_balance :
  ~ reversible (post first) (chain (mabmc (m := first) Repropose First)).
Proof. by apply: (elimN (balanceP bernoulli_ok (Mabmc Repropose First))); vm_compute. Qed.

Theorem reuse_breaks_balance :
  ~ reversible (post first) (chain (mabmc (m := first) Reuse First)).
Proof. by apply: (elimN (balanceP bernoulli_ok (Mabmc Reuse First))); vm_compute. Qed.

(** P(a, b). *)
Definition a : 'I_2 := ord0.
Definition b : 'I_2 := lift ord0 ord0.
Lemma value_of_q n d : value_of R (q n d) = (Pos.to_nat n)%:R / (Pos.to_nat d)%:R.
Proof. by rewrite /value_of /of_integer /= -!pmulrn. Qed.

Lemma first_figure k n d : Qeq_bool (entry (oracle bernoulli_pair k) 0 1) (q n d) ->
  chain (step_of first k) a b = (Pos.to_nat n)%:R / (Pos.to_nat d)%:R.
Proof. by rewrite (value_eq R) value_of_q => /eqP <-; rewrite -oracle_is_right. Qed.
Lemma second_figure k n d : Qeq_bool (entry (oracle three_point_pair k) 0 1) (q n d) ->
  chain (step_of second k) a b = (Pos.to_nat n)%:R / (Pos.to_nat d)%:R.
Proof. by rewrite (value_eq R) value_of_q => /eqP <-; rewrite -oracle_is_right. Qed.

Theorem section_3_1_sve : chain (randomized_step (@exchange _ first)) a b = 3%:R / 7%:R.
Proof. by apply: (first_figure (k := Sve) (n := 3) (d := 7)); vm_compute. Qed.
Theorem section_3_1_mpmc : chain (randomized_step (@mpmc _ first)) a b = 53%:R / 140%:R.
Proof. by apply: (first_figure (k := Mpmc) (n := 53) (d := 140)); vm_compute. Qed.
Theorem section_3_2_sve : chain (randomized_step (@exchange _ second)) a b = 3%:R / 20%:R.
Proof. by apply: (second_figure (k := Sve) (n := 3) (d := 20)); vm_compute. Qed.
Theorem section_3_2_mpmc : chain (randomized_step (@mpmc _ second)) a b = 4%:R / 15%:R.
Proof. by apply: (second_figure (k := Mpmc) (n := 4) (d := 15)); vm_compute. Qed.
End Verdicts.
