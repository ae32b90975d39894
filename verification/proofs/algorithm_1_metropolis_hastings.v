(** Algorithm 1, Metropolis–Hastings with the intractable true ratio.

    [algorithm_1]: its chain is stochastic, reversible with respect to the
    posterior, and leaves it invariant. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From peskun.definitions Require Import chance models arms rules kernels.
From peskun Require Import finite_models.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Arms.
Variables (R : realFieldType) (Theta X : finType) (m : finite_model R Theta X).

(** For any arm: the mean acceptance is at most 1. *)
Lemma r_le1 (a : arm m) t u : lawful a -> r_ a t u <= 1.
Proof.
move=> la; rewrite -[leRHS](mean_const (la t u)); apply: (mean_le (la t u)) => r.
exact: capped_le1.
Qed.

Lemma true_ratioE t u : true_ratio (m := m) t u =
  ret (with_known (m := m) t u (ratio_of (N := reals R) (Z m t) (Z m u))).
Proof. by rewrite /true_ratio /with_known /ratio_of /= (negbTE (lt0r_neq0 (Z_gt0 m u))). Qed.

Lemma lawful_true : lawful (m := m) (@true_ratio _ m).
Proof. by move=> t u; apply: law_ret. Qed.

(** π(θ|x) q(θ, θ') r(θ, θ') is the smaller of the two proposed flows. *)
Lemma mh_flow t u : post m t * prop m t u * r_ (@true_ratio _ m) t u =
  Num.min (post m u * prop m u t) (post m t * prop m t u).
Proof.
rewrite /r_ /mean_acceptance true_ratioE /= !post_prop mulrAC.
rewrite flow_with_known ?ltW ?Z_gt0 // (scaleC m u t).
by rewrite minr_pmull ?ltW ?scale_gt0.
Qed.

Lemma mh_unproposed t u : prop m t u = 0 -> r_ (@true_ratio _ m) t u = 1.
Proof. by move=> q0; rewrite /r_ /mean_acceptance true_ratioE /= with_known_unproposed. Qed.

Lemma mh_ge0 t u : 0 <= r_ (@true_ratio _ m) t u.
Proof.
rewrite /r_ /mean_acceptance true_ratioE /=.
by apply: capped_known_ge0; apply/ltW/Z_gt0.
Qed.

Lemma mh_valid : valid (post m) (prop m) (r_ (@true_ratio _ m)).
Proof. by move=> t u; rewrite !mh_flow minC. Qed.

(** An arm with a valid ratio between 0 and 1 has a right chain. *)
Lemma randomized_right (a : arm m) : lawful a -> (forall t u, 0 <= r_ a t u) ->
  valid (post m) (prop m) (r_ a) -> right_chain (post m) (chain (randomized_step a)).
Proof.
move=> la a0 va; apply: right_chain_ext (chain_randomized la) _.
by apply: accepting_right => [|t u|//]; [exact: prop_law|rewrite a0 r_le1].
Qed.

Theorem algorithm_1 : right_chain (post m) (chain (randomized_step (@true_ratio _ m))).
Proof. by apply: randomized_right; [exact: lawful_true|exact: mh_ge0|exact: mh_valid]. Qed.
End Arms.
