(** The straddle theorem: MPMC or SVE, without computing either.

    In a family p_θ(x) ∝ h(x) θ^T(x), T counting something, with MPMC's auxiliary
    law a member p_φ of the family,
    [straddle_theorem]: the better of both arms at θ, θ' is MPMC if φ lies between
    θ and θ', and SVE if not;
    [straddle_is_bayes]: so that no rule over the two accepts more often in the
    mean;
    [bridge_above_exchange]: the bridge arm, whose auxiliary law is a member
    between θ and θ', accepts at least as often as SVE.
    Zeros of h are allowed. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From peskun.definitions Require Import chance models arms rules kernels.
From peskun Require Import finite_models algorithm_1_metropolis_hastings lemma_1_mpmc_detailed_balance
  lemma_2_sve_detailed_balance.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** Two numbers and two numbers: the minima are larger in sum if both pairs are
    put together in the same order. *)
Section Rearrangement.
Variable R : realFieldType.
Implicit Types a b c d : R.

Lemma min_rearranged a b c d : a <= b -> c <= d ->
  Num.min b c + Num.min a d <= Num.min a c + Num.min b d.
Proof.
move=> ab cd.
have [mb mc] : Num.min b c <= b /\ Num.min b c <= c by rewrite !le_minl !lexx orbT.
have [ma md] : Num.min a d <= a /\ Num.min a d <= d by rewrite !le_minl !lexx orbT.
move: (Num.min b c) (Num.min a d) mb mc ma md => l k lb lc ka kd.
rewrite addr_minr !addr_minl !le_minr; do ?[apply/andP; split].
- by rewrite [leRHS]addrC ler_add.
- by rewrite ler_add // (le_trans ka).
- by rewrite [leRHS]addrC ler_add // (le_trans lc).
- by rewrite ler_add.
Qed.

Lemma min_alike a1 a2 b1 b2 : 0 <= (a1 - a2) * (b1 - b2) ->
  Num.min a2 b1 + Num.min a1 b2 <= Num.min a1 b1 + Num.min a2 b2.
Proof.
have [a12|a21] := leP a1 a2; have [b12|b21] := leP b1 b2 => s.
- exact: min_rearranged.
- have [->|aN] := eqVneq a1 a2; first by rewrite addrC.
  move: s; rewrite leNgt nmulr_rlt0 ?subr_gt0 ?b21 //.
  by rewrite subr_lt0 lt_def eq_sym aN.
- have [->|bN] := eqVneq b1 b2; first by rewrite addrC.
  move: s; rewrite leNgt pmulr_rlt0 ?subr_gt0 // subr_lt0 lt_def.
  by rewrite eq_sym bN b12.
- by rewrite addrC [leRHS]addrC min_rearranged // ltW.
Qed.
End Rearrangement.

(** MPMC with one auxiliary law f for both parameters against SVE, where the
    likelihood ratios p_θ/f and f/p_θ' are ordered alike, or opposed, over X. *)
Section Alike.
Variables (R : realFieldType) (Theta X : finType) (m : finite_model R Theta X).
Variables (t u : Theta) (f : X -> R).
Hypotheses (f_ge0 : forall x, 0 <= f x) (f_sum : \sum_x f x = 1).
Local Notation a := (lik m t).
Local Notation b := (lik m u).
Local Notation r_f := (r_pseudo m (fun _ => f) t u).

(** Without a division, so that zeros are allowed. *)
Definition agreement v w := (a v * f w - a w * f v) * (b w * f v - b v * f w).

Let x v w := known_flow m u t * (a v * f w).
Let y v w := known_flow m t u * (b w * f v).

Lemma sum_both (F : X -> X -> R) :
  \sum_v \sum_w (F v w + F w v) = 2%:R * (\sum_v \sum_w F v w).
Proof.
under eq_bigr do rewrite big_split /=.
by rewrite big_split /= [X in _ + X]exchange_big /= mulr_natl mulr2n.
Qed.

Lemma sve_both : 2%:R * (post m t * prop m t u * r_ (@exchange _ m) t u) =
  \sum_v \sum_w (Num.min (x w v) (y v w) + Num.min (x v w) (y w v)) * scale m t u.
Proof.
rewrite sve_flow; under [RHS]eq_bigr do rewrite -mulr_suml.
rewrite -[RHS]mulr_suml; have /= -> := sum_both (fun v w => Num.min (x w v) (y v w)).
rewrite -[RHS]mulrA; congr (_ * _); rewrite -mulr_suml; congr (_ * _).
rewrite exchange_big /=; apply: eq_bigr => w _.
rewrite -[LHS]mulr1 -f_sum mulr_sumr; apply: eq_bigr => v _.
by rewrite /x /y minr_pmull // -!mulrA.
Qed.

Lemma pseudo_both : 2%:R * (post m t * prop m t u * r_f) =
  \sum_v \sum_w (Num.min (x v w) (y v w) + Num.min (x w v) (y w v)) * scale m t u.
Proof.
rewrite pseudo_flow; last by [].
under [RHS]eq_bigr do rewrite -mulr_suml.
rewrite -[RHS]mulr_suml; have /= -> := sum_both (fun v w => Num.min (x v w) (y v w)).
rewrite -[RHS]mulrA; congr (_ * _); rewrite [RHS]mulr_suml.
by apply: eq_bigr => v _; rewrite [RHS]mulr_suml.
Qed.

Lemma agreementE v w : (x v w - x w v) * (y v w - y w v) =
  known_flow m u t * known_flow m t u * agreement v w.
Proof. by rewrite /x /y /agreement; ring. Qed.

Lemma from_flows (r s : R) : prop m t u != 0 ->
  2%:R * (post m t * prop m t u * r) <= 2%:R * (post m t * prop m t u * s) -> r <= s.
Proof.
move=> qN0; rewrite ler_pmul2l ?ltr0n // ler_pmul2l //.
by rewrite mulr_gt0 ?post_gt0 // lt_def qN0 prop_ge0.
Qed.

Lemma alike_pseudo : (forall v w, 0 <= agreement v w) -> r_ (@exchange _ m) t u <= r_f.
Proof.
move=> al; have [q0|qN0] := eqVneq (prop m t u) 0.
  by rewrite sve_unproposed // pseudo_unproposed.
apply: from_flows qN0 _; rewrite sve_both pseudo_both.
apply: ler_sum => v _; apply: ler_sum => w _.
rewrite (ler_pmul2r (scale_gt0 m t u)); apply: min_alike.
by rewrite agreementE (mulr_ge0 (mulr_ge0 (known_flow_ge0 m u t) (known_flow_ge0 m t u))).
Qed.

Lemma opposed_sve : (forall v w, agreement v w <= 0) -> r_f <= r_ (@exchange _ m) t u.
Proof.
move=> op; have [q0|qN0] := eqVneq (prop m t u) 0.
  by rewrite sve_unproposed // pseudo_unproposed.
apply: from_flows qN0 _; rewrite sve_both pseudo_both.
apply: ler_sum => v _; apply: ler_sum => w _.
rewrite (ler_pmul2r (scale_gt0 m t u)) addrC [leRHS]addrC; apply: min_alike.
rewrite -[y w v - _]opprB mulrN agreementE oppr_ge0.
exact: (mulr_ge0_le0 (mulr_ge0 (known_flow_ge0 m u t) (known_flow_ge0 m t u))).
Qed.
End Alike.

(** One-parameter families: src/models/family.rs. *)
Section Family.
Variables (R : realFieldType) (Theta X : finType) (m : finite_model R Theta X).
Variables (base : X -> R) (level : X -> nat) (theta : Theta -> R).
Hypotheses (base_ge0 : forall x, 0 <= base x) (theta_gt0 : forall t, 0 < theta t).

(** h(x) s^T(x), and the member of the family at s. *)
Definition row (s : R) x := base x * s ^+ level x.
Definition member (s : R) x := row s x / \sum_z row s z.
Hypothesis likE : forall t x, lik m t x = row (theta t) x.

Let cross (a b : R) v w := a ^+ level v * b ^+ level w - a ^+ level w * b ^+ level v.

Lemma cross_swap a b v w : cross a b w v = - cross a b v w.
Proof. by rewrite /cross opprB. Qed.
Lemma cross_flip a b v w : cross a b v w = - cross b a v w.
Proof. by rewrite /cross; ring. Qed.

Lemma cross_le (a b : R) i j : 0 < a -> a <= b -> (i <= j)%N ->
  a ^+ j * b ^+ i <= a ^+ i * b ^+ j.
Proof.
move=> a0 ab /subnKC <-; rewrite !exprD; have b0 := lt_le_trans a0 ab.
rewrite -mulrA ler_pmul2l ?exprn_gt0 // [leRHS]mulrC ler_pmul2r ?exprn_gt0 //.
by rewrite ler_expn2r // ?nnegrE ltW.
Qed.

Lemma cross_ge0 a b v w : 0 < a -> a <= b -> (level v <= level w)%N -> 0 <= cross a b v w.
Proof. by move=> a0 ab vw; rewrite /cross subr_ge0 cross_le. Qed.

(** Crosses of two ordered pairs have the same sign. *)
Lemma crosses_ge0 a b c d v w : 0 < a -> a <= b -> 0 < c -> c <= d ->
  0 <= cross a b v w * cross c d v w.
Proof.
move=> a0 ab c0 cd; case/orP: (leq_total (level v) (level w)) => vw.
  by rewrite mulr_ge0 ?cross_ge0.
by rewrite cross_swap [cross c d _ _]cross_swap mulrNN mulr_ge0 ?cross_ge0.
Qed.

Definition straddles (s : R) t u :=
  (theta t <= s <= theta u) || (theta u <= s <= theta t).

Section Member.
Variable s : R.
Hypothesis s_gt0 : 0 < s.

Lemma agreement_member t u v w : agreement m t u (member s) v w =
  ((\sum_z row s z)^-1 * base v * base w) ^+ 2 *
  (cross (theta t) s v w * cross s (theta u) v w).
Proof. by rewrite /agreement /member !likE /row /cross; move: (\sum_z _)^-1 => c; ring. Qed.

Lemma agreement_straddling t u v w : straddles s t u -> 0 <= agreement m t u (member s) v w.
Proof.
rewrite agreement_member => st; rewrite mulr_ge0 ?sqr_ge0 //.
case/orP: st => /andP[h1 h2]; first exact: crosses_ge0.
by rewrite (cross_flip (theta t)) (cross_flip s (theta u)) mulrNN crosses_ge0.
Qed.

Lemma agreement_outside t u v w : ~~ straddles s t u -> agreement m t u (member s) v w <= 0.
Proof.
rewrite agreement_member negb_or !negb_and -!ltNge => /andP[o1 o2].
rewrite mulr_ge0_le0 ?sqr_ge0 //.
have [h1|h1] := leP (theta t) s.
  have h2 : theta u <= s by move: o1; rewrite ltNge h1 /= => /ltW.
  by rewrite [cross s _ _ _]cross_flip mulrN oppr_le0 crosses_ge0.
have h2 : s <= theta u by case/orP: o2 => [/ltW //|]; rewrite ltNge (ltW h1).
by rewrite cross_flip mulNr oppr_le0 crosses_ge0 // ltW.
Qed.

Lemma member_ge0 x : 0 <= member s x.
Proof.
have r0 z : 0 <= row s z by rewrite mulr_ge0 // exprn_ge0 // ltW.
by rewrite divr_ge0 // sumr_ge0.
Qed.
End Member.

Theorem bridge_above_exchange (s : Theta -> Theta -> R) :
  (forall t u, 0 < s t u) -> (forall t u, straddles (s t u) t u) ->
  (forall t u x, mid m t u x = member (s t u) x) ->
  forall t u, r_ (@exchange _ m) t u <= r_ (@bridge _ m) t u.
Proof.
move=> s0 st midE t u; rewrite r_bridgeE; apply: alike_pseudo => [x||v w].
- exact: mid_ge0.
- exact: mid_sum.
by rewrite /agreement !midE; apply: agreement_straddling.
Qed.

(** Halfway between is between: what the bridge arm draws from. *)
Corollary bridge_halfway_above_exchange :
  (forall t u x, mid m t u x = member ((theta t + theta u) / 2%:R) x) ->
  forall t u, r_ (@exchange _ m) t u <= r_ (@bridge _ m) t u.
Proof.
apply: (@bridge_above_exchange (fun t u => (theta t + theta u) / 2%:R)) => t u.
  by rewrite divr_gt0 ?ltr0n // addr_gt0.
rewrite /straddles; case/orP: (le_total (theta t) (theta u)) => /midf_le [h1 h2].
  by rewrite h1 h2.
by rewrite [theta t + _]addrC h1 h2 orbT.
Qed.

Variable phi : R.
Hypothesis phi_gt0 : 0 < phi.
Hypothesis auxE : forall t x, aux m t x = member phi x.

Lemma mpmc_member t u : r_ (@mpmc _ m) t u = r_pseudo m (fun _ => member phi) t u.
Proof.
rewrite r_mpmcE /r_pseudo /pseudo_marginal_ratio; apply: eq_bigr => y _.
by rewrite auxE; congr (_ * _); apply: eq_bigr => z _ /=; rewrite !auxE.
Qed.

Lemma member_sum (t : Theta) : \sum_x member phi x = 1.
Proof. by rewrite -(aux_sum m t); apply: eq_bigr => x _; rewrite auxE. Qed.

Theorem straddle_theorem t u :
  let r_mpmc := r_ (@mpmc _ m) t u in let r_sve := r_ (@exchange _ m) t u in
  if straddles phi t u then r_sve <= r_mpmc else r_mpmc <= r_sve.
Proof.
rewrite /= mpmc_member; have p0 x := member_ge0 phi_gt0 x; have p1 := member_sum t.
case: (boolP (straddles phi t u)) => st.
  by apply: alike_pseudo => // v w; apply: agreement_straddling.
by apply: opposed_sve => // v w; apply: agreement_outside.
Qed.

(** A rule is a map from pairs to arms; true is MPMC. *)
Theorem straddle_is_bayes (D : Theta -> Theta -> bool) :
  let acceptance (rule : Theta -> Theta -> bool) :=
    \sum_t \sum_u post m t * prop m t u *
      (if rule t u then r_ (@mpmc _ m) t u else r_ (@exchange _ m) t u) in
  acceptance D <= acceptance (straddles phi).
Proof.
apply: ler_sum => t _; apply: ler_sum => u _.
apply: (ler_wpmul2l (mulr_ge0 (ltW (post_gt0 m t)) (prop_ge0 m t u))).
by have := straddle_theorem t u; case: (straddles phi t u); case: (D t u).
Qed.
End Family.
