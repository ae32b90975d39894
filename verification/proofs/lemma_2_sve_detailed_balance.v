(** Lemma 2: the single variable exchange algorithm satisfies detailed balance.

    [lemma_2]: Algorithm 4's chain is stochastic, reversible with respect to the
    posterior, and leaves it invariant. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From peskun.definitions Require Import chance models arms rules kernels.
From peskun Require Import finite_models algorithm_1_metropolis_hastings.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Lemma2.
Variables (R : realFieldType) (Theta X : finType) (m : finite_model R Theta X).
Implicit Types (t u : Theta) (w : X).

Lemma r_sveE t u : r_ (@exchange _ m) t u =
  \sum_w dens m u w * capped (exchange_ratio (m := m) t u w).
Proof. by []. Qed.

Lemma lawful_sve : lawful (m := m) (@exchange _ m).
Proof. by move=> t u; apply: law_bind (law_point m u) _ => w; apply: law_ret. Qed.

Lemma sve_flow t u : post m t * prop m t u * r_ (@exchange _ m) t u =
  \sum_w Num.min (known_flow m u t * lik m t w) (known_flow m t u * lik m u w) * scale m t u.
Proof.
rewrite post_prop r_sveE [LHS]mulr_sumr; apply: eq_bigr => w _.
rewrite -flow_with_known ?lik_ge0 // densE.
rewrite -/(exchange_ratio (m := m) t u w).
by move: (capped (exchange_ratio (m := m) t u w) : R) => r; field; rewrite lt0r_neq0 ?Z_gt0.
Qed.

Lemma sve_ge0 t u : 0 <= r_ (@exchange _ m) t u.
Proof.
rewrite r_sveE; apply: sumr_ge0 => w _; rewrite mulr_ge0 ?dens_ge0 //.
by apply: capped_known_ge0; apply: lik_ge0.
Qed.

Lemma sve_valid : valid (post m) (prop m) (r_ (@exchange _ m)).
Proof.
move=> t u; rewrite !sve_flow scaleC.
by apply: eq_bigr => w _; rewrite minC.
Qed.

Lemma sve_unproposed t u : prop m t u = 0 -> r_ (@exchange _ m) t u = 1.
Proof.
move=> q0; rewrite r_sveE -(dens_sum m u); apply: eq_bigr => w _.
by rewrite /exchange_ratio with_known_unproposed //= mulr1.
Qed.

Theorem lemma_2 : right_chain (post m) (chain (randomized_step (@exchange _ m))).
Proof. by apply: randomized_right; [exact: lawful_sve|exact: sve_ge0|exact: sve_valid]. Qed.
End Lemma2.
