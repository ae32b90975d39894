(** Sections 2.2 and 2.3: no arm accepts more often than Metropolis–Hastings
    (Jensen's inequality), so that both chains are below it in Peskun's order.

    [jensen_mpmc], [jensen_bridge], [jensen_sve]: r(θ, θ') ≤ r_MH(θ, θ') for
    every pair, proposed or not.
    [peskun_mpmc], [peskun_bridge], [peskun_sve]: the order of the chains.
    [optimal_auxiliary] (Section 2.4): MPMC with π(·|x, θ) = p_θ is
    Metropolis–Hastings. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From peskun.definitions Require Import chance models arms rules kernels.
From peskun Require Import finite_models algorithm_1_metropolis_hastings lemma_1_mpmc_detailed_balance
  lemma_2_sve_detailed_balance.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Order.
Variables (R : realFieldType) (Theta X : finType) (m : finite_model R Theta X).
Implicit Types (t u : Theta).

(** A sum of minima is at most the minimum of the sums. *)
Lemma sum_min_le (I : finType) (F G : I -> R) :
  \sum_i Num.min (F i) (G i) <= Num.min (\sum_i F i) (\sum_i G i).
Proof. by rewrite le_minr !ler_sum // => i _; rewrite le_minl lexx ?orbT. Qed.

Theorem jensen_sve t u : r_ (@exchange _ m) t u <= r_ (@true_ratio _ m) t u.
Proof.
apply: (@compare_flows _ _ _ m t u) => [q0|]; first by rewrite sve_unproposed // mh_unproposed.
rewrite mh_flow sve_flow; under eq_bigr do rewrite minr_pmull ?ltW ?scale_gt0 //.
apply: le_trans (sum_min_le _ _) _; rewrite -!mulr_suml -!mulr_sumr.
by rewrite (post_prop m u t) (post_prop m t u) (scaleC m u t).
Qed.

Lemma jensen_pseudo (g : Theta -> X -> R) t u : (forall s x, 0 <= g s x) ->
  (forall s, \sum_x g s x = 1) -> r_pseudo m g t u <= r_ (@true_ratio _ m) t u.
Proof.
move=> g0 g1; apply: (@compare_flows _ _ _ m t u) => [q0|]; first by rewrite pseudo_unproposed // mh_unproposed.
rewrite mh_flow pseudo_flow // pair_big /=.
under eq_bigr do rewrite minr_pmull ?ltW ?scale_gt0 //.
apply: le_trans (sum_min_le _ _) _; rewrite -!mulr_suml -!mulr_sumr.
rewrite -(pair_big xpredT xpredT (fun y z => lik m t y * g u z)) /=.
rewrite -(pair_big xpredT xpredT (fun y z => lik m u z * g t y)) /=.
under eq_bigr do rewrite -mulr_sumr g1 mulr1.
rewrite [X in known_flow m t u * X]exchange_big /=.
under [X in known_flow m t u * X]eq_bigr do rewrite -mulr_sumr g1 mulr1.
by rewrite (post_prop m u t) (post_prop m t u) (scaleC m u t).
Qed.

Theorem jensen_mpmc t u : r_ (@mpmc _ m) t u <= r_ (@true_ratio _ m) t u.
Proof. by rewrite r_mpmcE; apply: jensen_pseudo; [exact: aux_ge0|exact: aux_sum]. Qed.
Theorem jensen_bridge t u : r_ (@bridge _ m) t u <= r_ (@true_ratio _ m) t u.
Proof.
by rewrite r_bridgeE; apply: jensen_pseudo => s *; [exact: mid_ge0|exact: mid_sum].
Qed.

Lemma peskun_of_arms (a b : arm m) : lawful a -> lawful b ->
  (forall t u, r_ a t u <= r_ b t u) ->
  peskun_below (chain (randomized_step a)) (chain (randomized_step b)).
Proof.
move=> la lb ab t u tu; rewrite !chain_randomized // !accepting_off //.
by rewrite ler_wpmul2l ?prop_ge0.
Qed.

Local Notation mh := (chain (randomized_step (@true_ratio _ m))).
Theorem peskun_mpmc : peskun_below (chain (randomized_step (@mpmc _ m))) mh.
Proof. exact: (peskun_of_arms (@lawful_mpmc _ _ _ m) (@lawful_true _ _ _ m) jensen_mpmc). Qed.
Theorem peskun_bridge : peskun_below (chain (randomized_step (@bridge _ m))) mh.
Proof. exact: (peskun_of_arms (@lawful_bridge _ _ _ m) (@lawful_true _ _ _ m) jensen_bridge). Qed.
Theorem peskun_sve : peskun_below (chain (randomized_step (@exchange _ m))) mh.
Proof. exact: (peskun_of_arms (@lawful_sve _ _ _ m) (@lawful_true _ _ _ m) jensen_sve). Qed.

Theorem optimal_auxiliary : (forall t x, aux m t x = dens m t x) ->
  forall t u, chain (randomized_step (@mpmc _ m)) t u = mh t u.
Proof.
move=> opt t u; rewrite !chain_randomized; [|exact: lawful_true|exact: lawful_mpmc].
suff e s v : r_ (@mpmc _ m) s v = r_ (@true_ratio _ m) s v.
  by rewrite -!accepting_program; apply: eq_bigr => w _; rewrite e.
have [q0|qN0] := eqVneq (prop m s v) 0.
  by rewrite mh_unproposed // r_mpmcE; apply: pseudo_unproposed => //; apply: aux_sum.
have p0 : post m s * prop m s v != 0 by rewrite mulf_neq0 // lt0r_neq0 ?post_gt0.
apply: (mulfI p0); rewrite mh_flow r_mpmcE pseudo_flow; last exact: aux_ge0.
transitivity (\sum_y \sum_z Num.min (post m v * prop m v s) (post m s * prop m s v) *
    (dens m s y * dens m v z)).
  apply: eq_bigr => y _; apply: eq_bigr => z _.
  rewrite !opt !minr_pmull ?(mulr_ge0 (dens_ge0 m s y) (dens_ge0 m v z)) ?ltW ?scale_gt0 //.
  by congr Num.min; rewrite post_prop !densE ?(scaleC m v s); field; rewrite !lt0r_neq0 ?Z_gt0.
rewrite -[RHS]mulr1 -(dens_sum m s) mulr_sumr; apply: eq_bigr => y _.
by rewrite -mulr_sumr -mulr_sumr dens_sum mulr1.
Qed.
End Order.
