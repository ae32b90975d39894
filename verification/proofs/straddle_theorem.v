(** The straddle theorem: MPMC or SVE, without computing either.

    In a family p_θ(x) ∝ h(x) θ^T(x), T counting something, with MPMC's auxiliary
    law a member p_φ of the family,
    [straddle_theorem]: the better of both arms at θ, θ' is MPMC if φ lies between
    θ and θ', and SVE if not;
    [straddle_is_bayes]: so that no rule over the two accepts more often in the
    mean;
    [bridge_above_exchange]: the bridge arm, whose auxiliary law is a member
    between θ and θ', accepts at least as often as SVE.
    Zeros of h are allowed.

    Used: a larger parameter tilts a family towards high T [rows_tilted], so that
    p_θ/p_φ and p_φ/p_θ' are ordered alike over X if φ lies between θ and θ', and
    opposed if not. The flows of both arms are sums over v, w of the smaller of a
    way back and a way forth; MPMC pairs them at v, w and SVE transposed. Smaller
    ones add up to more if small stands with small and large with large
    [min_sorted], which orders the two sums. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From peskun.definitions Require Import chance models arms rules kernels.
From peskun Require Import finite_models algorithm_1_metropolis_hastings lemma_1_mpmc_detailed_balance
  lemma_2_sve_detailed_balance.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Any family ordered by a statistic *)
Section Ordered.
Variables (R : realFieldType) (Theta X : finType) (m : finite_model R Theta X).
Variable level : X -> nat.

(** g puts more of its mass on high levels than f does: the likelihood ratio g/f
    does not fall with the level. Without a division, so that zeros are allowed. *)
Definition tilted (f g : X -> R) := forall v w, (level v <= level w)%N -> f w * g v <= f v * g w.

(** The smaller of two and the smaller of two: more in all if small is put with
    small and large with large. *)
Lemma min_sorted (a a' b b' : R) : a <= a' -> b <= b' ->
  Num.min a b' + Num.min a' b <= Num.min a b + Num.min a' b'.
Proof.
move=> aa bb; have [ab|/ltW ba] := leP a b.
  by rewrite (min_l (le_trans ab bb)) ler_add2l le_minr !le_minl lexx bb orbT.
by rewrite addrC (min_r (le_trans ba aa)) ler_add2l le_minr !le_minl lexx aa orbT.
Qed.

(** Sums over all pairs can be compared two transposed entries at a time, those
    at v, w with v on the lower level. *)
Lemma ler_sum_transposed (F G : X -> X -> R) :
  (forall v w, (level v <= level w)%N -> F v w + F w v <= G v w + G w v) ->
  \sum_v \sum_w F v w <= \sum_v \sum_w G v w.
Proof.
move=> le; have twice (H : X -> X -> R) : (\sum_v \sum_w H v w) *+ 2 = \sum_v \sum_w (H v w + H w v).
  rewrite mulr2n {2}exchange_big -big_split; apply: eq_bigr => v _ /=.
  by rewrite -big_split.
rewrite -(ler_pmuln2r (ltn0Sn 1)) !twice; apply: ler_sum => v _; apply: ler_sum => w _.
by have [/ltnW/le|/le] := ltnP (level v) (level w); rewrite // addrC [leRHS]addrC.
Qed.

(** MPMC with the same auxiliary law f at θ and θ', against SVE. *)
Variables (t u : Theta) (f : X -> R).
Hypotheses (f_ge0 : forall x, 0 <= f x) (f_sum : \sum_x f x = 1).
Local Notation sve := (r_ (@exchange _ m) t u).
Local Notation pseudo := (r_pseudo m (fun _ => f) t u).
(** The two sides of the minima that are the flows: of the way back and forth. *)
Let back v w := known_flow m u t * (lik m t v * f w).
Let forth v w := known_flow m t u * (lik m u w * f v).

(** MPMC puts the way forth at v, w with the way back at v, w; SVE with that at
    w, v, because its own draw alone decides. *)
Lemma pseudo_minima : post m t * prop m t u * pseudo =
  (\sum_v \sum_w Num.min (back v w) (forth v w)) * scale m t u.
Proof. by rewrite pseudo_flow // mulr_suml; apply: eq_bigr => v _; rewrite mulr_suml. Qed.

Lemma sve_minima : post m t * prop m t u * sve =
  (\sum_v \sum_w Num.min (back w v) (forth v w)) * scale m t u.
Proof.
rewrite sve_flow -mulr_suml exchange_big; congr (_ * _); apply: eq_bigr => w _.
under [RHS]eq_bigr do rewrite /back /forth !mulrA -minr_pmull //.
by rewrite -mulr_sumr f_sum mulr1.
Qed.

Lemma back_le v w : tilted (lik m t) f -> (level v <= level w)%N -> back w v <= back v w.
Proof. by move=> tl /tl le; apply: ler_wpmul2l; rewrite ?known_flow_ge0. Qed.
Lemma back_ge v w : tilted f (lik m t) -> (level v <= level w)%N -> back v w <= back w v.
Proof.
move=> tl /tl le; apply: ler_wpmul2l; first exact: known_flow_ge0.
by rewrite mulrC [leRHS]mulrC.
Qed.
Lemma forth_le v w : tilted (lik m u) f -> (level v <= level w)%N -> forth v w <= forth w v.
Proof. by move=> tl /tl le; apply: ler_wpmul2l; rewrite ?known_flow_ge0. Qed.
Lemma forth_ge v w : tilted f (lik m u) -> (level v <= level w)%N -> forth w v <= forth v w.
Proof.
move=> tl /tl le; apply: ler_wpmul2l; first exact: known_flow_ge0.
by rewrite mulrC [leRHS]mulrC.
Qed.

Lemma pseudo_above_sve :
  tilted (lik m t) f /\ tilted f (lik m u) \/ tilted (lik m u) f /\ tilted f (lik m t) ->
  sve <= pseudo.
Proof.
move=> between; apply: (@compare_flows _ _ _ m t u) => [q0|]; first by rewrite sve_unproposed // pseudo_unproposed.
rewrite sve_minima pseudo_minima (ler_pmul2r (scale_gt0 m t u)); apply: ler_sum_transposed => v w vw.
case: between => -[tl tl'].
  by rewrite [leRHS]addrC; apply: min_sorted; [apply: back_le|apply: forth_ge].
by rewrite addrC; apply: min_sorted; [apply: back_ge|apply: forth_le].
Qed.

Lemma sve_above_pseudo :
  tilted (lik m t) f /\ tilted (lik m u) f \/ tilted f (lik m t) /\ tilted f (lik m u) ->
  pseudo <= sve.
Proof.
move=> outside; apply: (@compare_flows _ _ _ m t u) => [q0|]; first by rewrite sve_unproposed // pseudo_unproposed.
rewrite sve_minima pseudo_minima (ler_pmul2r (scale_gt0 m t u)); apply: ler_sum_transposed => v w vw.
case: outside => -[tl tl'].
  by rewrite addrC; apply: min_sorted; [apply: back_le|apply: forth_le].
by rewrite [leRHS]addrC; apply: min_sorted; [apply: back_ge|apply: forth_ge].
Qed.
End Ordered.

(** ** One-parameter families: src/models/family.rs *)
Section Family.
Variables (R : realFieldType) (Theta X : finType) (m : finite_model R Theta X).
Variables (base : X -> R) (level : X -> nat) (theta : Theta -> R).
Hypotheses (base_ge0 : forall x, 0 <= base x) (theta_gt0 : forall t, 0 < theta t).

(** h(x) s^T(x), and the member of the family at s. *)
Definition row (s : R) x := base x * s ^+ level x.
Definition member (s : R) x := row s x / \sum_z row s z.
Hypothesis likE : forall t x, lik m t x = row (theta t) x.

Lemma row_ge0 s x : 0 < s -> 0 <= row s x.
Proof. by move=> s0; rewrite mulr_ge0 // exprn_ge0 // ltW. Qed.

(** A larger parameter tilts. *)
Lemma rows_tilted (a b : R) : 0 < a -> a <= b -> tilted level (row a) (row b).
Proof.
move=> a0 ab v w vw; rewrite -subr_ge0 /row -(subnKC vw) !exprD.
have pow : a ^+ (level w - level v) <= b ^+ (level w - level v).
  by rewrite ler_expn2r // nnegrE ltW // (lt_le_trans a0).
suff -> : base v * a ^+ level v * (base w * (b ^+ level v * b ^+ (level w - level v))) -
    base w * (a ^+ level v * a ^+ (level w - level v)) * (base v * b ^+ level v) =
    base v * base w * (a ^+ level v * b ^+ level v) *
      (b ^+ (level w - level v) - a ^+ (level w - level v)).
  by rewrite !mulr_ge0 ?subr_ge0 // exprn_ge0 // ltW // (lt_le_trans a0).
by ring.
Qed.

Lemma member_ge0 s x : 0 < s -> 0 <= member s x.
Proof. by move=> s0; rewrite divr_ge0 ?sumr_ge0 // => *; rewrite row_ge0. Qed.

Definition straddles (s : R) t u :=
  (theta t <= s <= theta u) || (theta u <= s <= theta t).

Section Member.
Variables (s : R) (t : Theta).
Hypothesis s_gt0 : 0 < s.

Let total_ge0 : 0 <= (\sum_z row s z)^-1.
Proof. by rewrite invr_ge0 sumr_ge0 // => z _; apply: row_ge0. Qed.

Lemma member_above : theta t <= s -> tilted level (lik m t) (member s).
Proof.
move=> le v w vw; rewrite !likE /member mulrA [leRHS]mulrA ler_wpmul2r //.
exact: (rows_tilted (theta_gt0 t) le).
Qed.
Lemma member_below : s <= theta t -> tilted level (member s) (lik m t).
Proof.
move=> le v w vw; rewrite !likE /member mulrAC [leRHS]mulrAC ler_wpmul2r //.
exact: (rows_tilted s_gt0 le).
Qed.
End Member.

Lemma straddling s t u : 0 < s -> straddles s t u ->
  tilted level (lik m t) (member s) /\ tilted level (member s) (lik m u) \/
  tilted level (lik m u) (member s) /\ tilted level (member s) (lik m t).
Proof.
move=> s0 /orP[]/andP[/(member_above s0) lo /(member_below s0) hi]; first by left.
by right.
Qed.

Lemma not_straddling s t u : 0 < s -> ~~ straddles s t u ->
  tilted level (lik m t) (member s) /\ tilted level (lik m u) (member s) \/
  tilted level (member s) (lik m t) /\ tilted level (member s) (lik m u).
Proof.
rewrite negb_or !negb_and -!ltNge => s0 /andP[].
case: (leP (theta t) s) => [lo|hi] /= => [/ltW lo' _|_].
  by left; split; apply: member_above.
by rewrite (lt_gtF hi) orbF => /ltW hi'; right; split; apply: member_below => //; apply: ltW.
Qed.

Theorem bridge_above_exchange (s : Theta -> Theta -> R) :
  (forall t u, 0 < s t u) -> (forall t u, straddles (s t u) t u) ->
  (forall t u x, mid m t u x = member (s t u) x) ->
  forall t u, r_ (@exchange _ m) t u <= r_ (@bridge _ m) t u.
Proof.
move=> s0 between midE t u; rewrite r_bridgeE.
have same f g : tilted level f (member (s t u)) /\ tilted level (member (s t u)) g ->
    tilted level f (mid m t u) /\ tilted level (mid m t u) g.
  by case=> up down; split=> v w vw; rewrite !midE; [apply: up|apply: down].
apply: (@pseudo_above_sve _ _ _ m level); [exact: mid_ge0|exact: mid_sum|].
by case: (straddling (s0 t u) (between t u)) => /same; [left|right].
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
rewrite /= mpmc_member; have p0 x := member_ge0 x phi_gt0; have p1 := member_sum t.
case: (boolP (straddles phi t u)) => where_phi.
  exact: pseudo_above_sve (straddling phi_gt0 where_phi).
exact: sve_above_pseudo (not_straddling phi_gt0 where_phi).
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
