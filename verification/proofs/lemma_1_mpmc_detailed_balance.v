(** Lemma 1: modified pseudo-marginal Monte Carlo satisfies detailed balance.

    [lemma_1]: Algorithm 3's chain is stochastic, reversible with respect to the
    posterior, and leaves it invariant.
    [lemma_1_bridge]: so is that of the bridge arm, MPMC with a law that is the
    same for θ, θ' and θ', θ. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From peskun.definitions Require Import chance models arms rules kernels.
From peskun Require Import finite_models algorithm_1_metropolis_hastings.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Lemma1.
Variables (R : realFieldType) (Theta X : finType) (m : finite_model R Theta X).
Implicit Types (t u : Theta) (y z : X) (g : Theta -> X -> R).

(** The mean acceptance of MPMC with g in the place of π(·|x, ·). *)
Definition r_pseudo g t u : R :=
  \sum_y g t y * \sum_z dens m u z * capped (pseudo_marginal_ratio (m := m) g t y u z).

Lemma r_mpmcE t u : r_ (@mpmc _ m) t u = r_pseudo (aux m) t u.
Proof. by []. Qed.
Lemma r_bridgeE t u : r_ (@bridge _ m) t u = r_pseudo (fun _ => mid m t u) t u.
Proof. by []. Qed.

Lemma lawful_mpmc : lawful (m := m) (@mpmc _ m).
Proof.
move=> t u; apply: law_bind (law_auxiliary m t) _ => y.
by apply: law_bind (law_point m u) _ => z; apply: law_ret.
Qed.
Lemma lawful_bridge : lawful (m := m) (@bridge _ m).
Proof.
move=> t u; apply: law_bind (law_between m t u) _ => y.
by apply: law_bind (law_point m u) _ => z; apply: law_ret.
Qed.

Section Density.
Variable g : Theta -> X -> R.
Hypothesis g_ge0 : forall t x, 0 <= g t x.

(** The flow from θ to θ' is a sum of minima that are symmetric. *)
Lemma pseudo_flow t u : post m t * prop m t u * r_pseudo g t u =
  \sum_y \sum_z Num.min (known_flow m u t * (lik m t y * g u z))
                        (known_flow m t u * (lik m u z * g t y)) * scale m t u.
Proof.
rewrite post_prop /r_pseudo [LHS]mulr_sumr; apply: eq_bigr => y _.
rewrite [g t y * _]mulr_sumr [LHS]mulr_sumr; apply: eq_bigr => z _.
rewrite -flow_with_known ?mulr_ge0 ?lik_ge0 // densE.
rewrite -/(pseudo_marginal_ratio (m := m) g t y u z).
by move: (capped (pseudo_marginal_ratio (m := m) g t y u z) : R) => r; field; rewrite lt0r_neq0 ?Z_gt0.
Qed.

Lemma pseudo_ge0 t u : 0 <= r_pseudo g t u.
Proof.
apply: sumr_ge0 => y _; rewrite mulr_ge0 //; apply: sumr_ge0 => z _.
rewrite mulr_ge0 ?dens_ge0 //.
by apply: capped_known_ge0; rewrite mulr_ge0 ?lik_ge0.
Qed.

Lemma pseudo_valid : valid (post m) (prop m) (r_pseudo g).
Proof.
move=> t u; rewrite !pseudo_flow exchange_big scaleC /=.
by do 2!apply: eq_bigr => ? _; rewrite minC.
Qed.

Lemma pseudo_unproposed t u : \sum_y g t y = 1 -> prop m t u = 0 -> r_pseudo g t u = 1.
Proof.
move=> g1 q0; rewrite /r_pseudo -[RHS]g1; apply: eq_bigr => y _.
rewrite -[RHS]mulr1 -(dens_sum m u); congr (_ * _); apply: eq_bigr => z _.
by rewrite /pseudo_marginal_ratio with_known_unproposed //= mulr1.
Qed.
End Density.

Lemma mpmc_valid : valid (post m) (prop m) (r_ (@mpmc _ m)).
Proof. exact/pseudo_valid/aux_ge0. Qed.

Lemma bridge_valid : valid (post m) (prop m) (r_ (@bridge _ m)).
Proof.
move=> t u; rewrite !r_bridgeE.
have g0 s x : 0 <= (fun _ : Theta => mid m t u) s x by apply: mid_ge0.
rewrite (pseudo_valid g0); congr (_ * _).
rewrite /r_pseudo /pseudo_marginal_ratio; apply: eq_bigr => y _.
rewrite (mid_sym m t u); congr (_ * _); apply: eq_bigr => z _ /=.
by rewrite !(mid_sym m u t).
Qed.

Theorem lemma_1 : right_chain (post m) (chain (randomized_step (@mpmc _ m))).
Proof.
apply: randomized_right; [exact: lawful_mpmc| |exact: mpmc_valid].
by move=> t u; rewrite r_mpmcE; apply/pseudo_ge0/aux_ge0.
Qed.

Theorem lemma_1_bridge : right_chain (post m) (chain (randomized_step (@bridge _ m))).
Proof.
apply: randomized_right; [exact: lawful_bridge| |exact: bridge_valid].
by move=> t u; rewrite r_bridgeE; apply: pseudo_ge0 => ? ?; apply: mid_ge0.
Qed.
End Lemma1.
