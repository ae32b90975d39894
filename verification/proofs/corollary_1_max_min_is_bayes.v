(** Corollary 1 and Definition 3: the max-min rule on means, for any finite set
    of valid arms and any way of breaking ties, symmetric or not.

    D is a max-min rule if D(θ, θ') has the largest
    min{r_i(θ, θ'), r_i(θ', θ)} of all arms i. Then
    [corollary_1]: it is valid;
    [max_min_is_pointwise_best]: no arm, hence no rule, accepts more often at any
    pair that is proposed;
    [max_min_is_bayes]: no rule, valid or not, has a larger mean acceptance.
    [max_of_means_is_max_min]: so is the max rule on means.
    [corollary_1_max_min_exists]: there is such a rule as soon as there is an arm. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From peskun.definitions Require Import chance models arms rules kernels.
From peskun Require Import finite_models algorithm_1_metropolis_hastings lemma_1_mpmc_detailed_balance
  lemma_2_sve_detailed_balance.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section MaxMin.
Variables (R : realFieldType) (Theta : finType).
Variables (pi : Theta -> R) (q : Theta -> Theta -> R).
Hypotheses (pi_gt0 : forall t, 0 < pi t) (q_ge0 : forall t u, 0 <= q t u).
Variables (I : finType) (r : I -> Theta -> Theta -> R).
Hypothesis v : forall i, valid pi q (r i).
Implicit Type D : Theta -> Theta -> I.

(** r_D, and src/rules/score.rs. *)
Definition chosen D t u := r (D t u) t u.
Definition score i t u := Num.min (r i t u) (r i u t).
Definition is_max_min D := forall t u i, score i t u <= score (D t u) t u.

Lemma weight_gt0 t u : q t u != 0 -> 0 < pi t * q t u.
Proof. by move=> n0; rewrite mulr_gt0 // lt_def n0 q_ge0. Qed.

(** All arms have the same r_i(θ, θ')/r_i(θ', θ), so they are ordered alike in
    both directions. *)
Lemma same_order i j t u : q t u != 0 -> q u t != 0 ->
  (r i t u <= r j t u) = (r i u t <= r j u t).
Proof.
move=> a b; rewrite -(ler_pmul2l (weight_gt0 a)) (v i) (v j).
by rewrite (ler_pmul2l (weight_gt0 b)).
Qed.

Theorem max_min_is_pointwise_best D t u i : is_max_min D -> q t u != 0 ->
  r i t u <= chosen D t u.
Proof.
move=> mm a; have [b|b] := eqVneq (q u t) 0.
  have z j : r j t u = 0.
    have /eqP := v j t u; rewrite b mulr0 mul0r mulf_eq0 => /orP[|/eqP //].
    by rewrite (gt_eqF (weight_gt0 a)).
  by rewrite /chosen !z.
rewrite leNgt; apply/negP => lt; have := mm t u i; rewrite leNgt => /negP; apply.
have lt' : r (D t u) u t < r i u t by rewrite ltNge -same_order // -ltNge.
by rewrite /score lt_minr !lt_minl lt lt' orbT.
Qed.

Theorem corollary_1 D : is_max_min D -> valid pi q (chosen D).
Proof.
move=> mm t u; have [a|a] := eqVneq (q t u) 0.
  by have := v (D u t) t u; rewrite a mulr0 !mul0r => <-.
have [b|b] := eqVneq (q u t) 0.
  by rewrite /chosen (v (D t u)) b mulr0 !mul0r.
rewrite /chosen (v (D t u)); congr (_ * _); apply/le_anti.
rewrite (max_min_is_pointwise_best (D t u) mm b) -same_order //.
exact: max_min_is_pointwise_best.
Qed.

Theorem max_min_is_bayes D D' : is_max_min D ->
  \sum_t \sum_u pi t * q t u * chosen D' t u <= \sum_t \sum_u pi t * q t u * chosen D t u.
Proof.
move=> mm; apply: ler_sum => t _; apply: ler_sum => u _.
have [->|a] := eqVneq (q t u) 0; first by rewrite mulr0 !mul0r.
by rewrite (ler_pmul2l (weight_gt0 a)) max_min_is_pointwise_best.
Qed.

(** Where a move and its reverse are proposed, the two rules are the same. *)
Theorem max_of_means_is_max_min D : (forall t u, q t u != 0) ->
  (forall t u i, r i t u <= r (D t u) t u) -> is_max_min D.
Proof.
move=> qN0 mx t u i; rewrite /score le_minr !le_minl mx /=.
by rewrite -same_order // mx orbT.
Qed.

Theorem corollary_1_max_min_exists (first : I) : exists D, is_max_min D.
Proof.
exists (fun t u => [arg max_(i > first) score i t u]%O) => t u i.
by case: arg_maxP => // j _; apply.
Qed.
End MaxMin.
