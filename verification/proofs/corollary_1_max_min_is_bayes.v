(** Corollary 1 and Definition 3: the max-min rule on means, for any finite set
    of valid arms and any way of breaking ties, symmetric or not.

    D is a max-min rule if D(θ, θ') has the largest
    min{r_i(θ, θ'), r_i(θ', θ)} of all arms i. Then
    [corollary_1]: it is valid;
    [max_min_is_pointwise_best]: no arm, hence no rule, accepts more often at any
    pair that is proposed;
    [max_min_is_bayes]: no rule, valid or not, has a larger mean acceptance.
    [max_of_means_is_max_min]: where all moves are proposed, so is the max rule on
    means;
    [max_of_means_is_valid]: wherever they are, the max rule on means is valid and
    has the transition matrix of the max-min rule;
    [corollary_1_max_min_exists]: there is a max-min rule as soon as there is an
    arm.

    Used: all valid arms have the same r_i(θ, θ')/r_i(θ', θ), namely
    π(θ')q(θ', θ) over π(θ)q(θ, θ'), so that they are ordered alike in both
    directions and the largest of them forth is the largest back. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From peskun.definitions Require Import chance models arms rules kernels.
From peskun Require Import finite_models algorithm_1_metropolis_hastings lemma_1_mpmc_detailed_balance
  lemma_2_sve_detailed_balance.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section MaxMin.
Variables (R : realFieldType) (Theta : finType) (pi : Theta -> R) (q : Theta -> Theta -> R).
Variables (I : finType) (r : I -> Theta -> Theta -> R).
Hypotheses (pi_gt0 : forall t, 0 < pi t) (q_ge0 : forall t u, 0 <= q t u).
Hypothesis arms_valid : forall i, valid pi q (r i).
Implicit Type D : Theta -> Theta -> I.

(** r_D, and src/rules/score.rs. *)
Definition chosen D t u := r (D t u) t u.
Definition score i t u := Num.min (r i t u) (r i u t).
Definition is_max_min D := forall t u i, score i t u <= score (D t u) t u.

Lemma proposed_flow t u : q t u != 0 -> 0 < pi t * q t u.
Proof. by move=> qN0; apply: mulr_gt0 => //; rewrite lt0r qN0 q_ge0. Qed.

Lemma same_order i j t u : q t u != 0 -> q u t != 0 ->
  (r i t u <= r j t u) = (r i u t <= r j u t).
Proof.
move=> /proposed_flow forth /proposed_flow back.
by rewrite -(ler_pmul2l forth) (arms_valid i) (arms_valid j) (ler_pmul2l back).
Qed.

(** Without a way back a valid arm does not move. *)
Lemma one_way i t u : q t u != 0 -> q u t = 0 -> r i t u = 0.
Proof.
move=> /proposed_flow /lt0r_neq0 forth q0; apply: (mulfI forth).
by rewrite arms_valid q0 !mulr0 mul0r.
Qed.

Theorem max_min_is_pointwise_best D t u i : is_max_min D -> q t u != 0 ->
  r i t u <= chosen D t u.
Proof.
move=> best forth; case: (eqVneq (q u t) 0) => [q0|back]; first by rewrite /chosen !one_way.
apply: contraT; rewrite -ltNge /chosen => worse.
have worse' : r (D t u) u t < r i u t by rewrite ltNge -same_order // -ltNge.
by have := best t u i; rewrite leNgt /score lt_minr !lt_minl worse worse' orbT.
Qed.

(** Two rules that are best wherever a move is proposed have the same flows. *)
Lemma same_flow D D' t u : (forall i, q t u != 0 -> r i t u <= chosen D t u) ->
  (forall i, q t u != 0 -> r i t u <= chosen D' t u) ->
  q t u * chosen D t u = q t u * chosen D' t u.
Proof.
move=> best best'; case: (eqVneq (q t u) 0) => [-> |qN0]; first by rewrite !mul0r.
by congr (_ * _); apply/le_anti; rewrite best' ?best.
Qed.

(** The arm chosen for the way back is the largest forth as well. *)
Theorem corollary_1 D : is_max_min D -> valid pi q (chosen D).
Proof.
move=> best t u; rewrite [in RHS]/chosen -arms_valid -!mulrA; congr (_ * _).
apply: (same_flow (D' := fun s v => D v s)) => i forth; first exact: max_min_is_pointwise_best.
case: (eqVneq (q u t) 0) => [q0|back]; first by rewrite /chosen !one_way.
by rewrite /chosen same_order //; apply: max_min_is_pointwise_best.
Qed.

Theorem max_min_is_bayes D D' : is_max_min D ->
  \sum_t \sum_u pi t * q t u * chosen D' t u <= \sum_t \sum_u pi t * q t u * chosen D t u.
Proof.
move=> best; apply: ler_sum => t _; apply: ler_sum => u _; rewrite -!mulrA ler_pmul2l //.
case: (eqVneq (q t u) 0) => [->|forth]; first by rewrite !mul0r.
by rewrite ler_wpmul2l //; apply: max_min_is_pointwise_best.
Qed.

(** ** The max rule on means *)
Definition is_max D := forall t u i, r i t u <= chosen D t u.

Theorem max_of_means_is_max_min D : (forall t u, q t u != 0) -> is_max D -> is_max_min D.
Proof.
move=> qN0 best t u i; have forth := best t u i.
by rewrite /score le_minr !le_minl forth -same_order // forth orbT.
Qed.

Theorem max_of_means_is_valid D D' : is_max D -> is_max_min D' ->
  valid pi q (chosen D) /\ forall t u, accepting q (chosen D) t u = accepting q (chosen D') t u.
Proof.
move=> best best'; have same t u : q t u * chosen D t u = q t u * chosen D' t u.
  by apply: same_flow => i qN0; [exact: best|exact: max_min_is_pointwise_best].
split=> t u; first by rewrite -!mulrA !same !mulrA; apply: corollary_1.
rewrite /accepting same; congr (_ + _ * _); apply: eq_bigr => v _.
by rewrite !mulrBr same.
Qed.

Theorem corollary_1_max_min_exists (first : I) : exists D, is_max_min D.
Proof.
exists (fun t u => [arg max_(i > first) score i t u]%O) => t u i.
by case: arg_maxP => // best _; apply.
Qed.
End MaxMin.
