(** The best valid rule over the draws that accept (src/rules/accepting.rs), and
    the certificate that it is the best (src/rules/certificate.rs).

    For a pair θ, θ' let w run over the outcomes of the draws of all arms, with
    probability p(w) and acceptance r̂_i(w) of arm i; a rule takes arm i with
    probability d_i(w). Its flow is π q Σ p(w) Σ d_i(w) r̂_i(w), and a valid rule
    has the same flow back.
    [certificate_is_sound]: what the dual bounds of a certificate add up to is
    above the flow of every valid rule, whatever the multiplier (weak duality).
    [certified_rule_is_best]: so that a rule that attains it is the best.
    [best_flow_is_the_smaller_one]: no valid rule has more than the smaller of
    π q E max r̂_i and π' q' E max r̂'_i.
    [best_flow_is_attained]: and if there is an arm that is valid at the pair,
    the larger draw in one direction and a mixture of it with that arm in the
    other attains it. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From peskun.definitions Require Import chance models arms rules kernels.
From peskun Require Import finite_models.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Pair.
Variables (R : realFieldType) (I : finType).

(** One direction of a move. *)
Record side := Side {
  outcome : finType;
  weight : R;                            (* π(θ) q(θ, θ') *)
  probability : outcome -> R;
  acceptance : I -> outcome -> R;
  weight_ge0 : 0 <= weight;
  probability_ge0 : forall w, 0 <= probability w }.

(** A rule on it: the law of the arm after every outcome. *)
Definition choice (s : side) := outcome s -> I -> R.
Definition is_choice s (d : choice s) :=
  (forall w i, 0 <= d w i) /\ (forall w, \sum_i d w i = 1).
Definition flow_of s (d : choice s) :=
  weight s * \sum_w probability w * \sum_i d w i * acceptance i w.

(** A dual bound with a share of the flow. *)
Definition bounds s (share : R) (bound : outcome s -> R) :=
  forall w i, share * weight s * probability w * acceptance i w <= bound w.

Lemma bounded_flow s (d : choice s) share (bound : outcome s -> R) : is_choice d -> bounds share bound ->
  share * flow_of d <= \sum_w bound w.
Proof.
case=> d0 d1 b; rewrite /flow_of mulrA mulr_sumr; apply: ler_sum => w _.
rewrite mulrA mulr_sumr -[leRHS]mulr1 -(d1 w) mulr_sumr; apply: ler_sum => i _.
by rewrite mulrCA [leRHS]mulrC ler_wpmul2l.
Qed.

Variables there back : side.

Theorem certificate_is_sound (multiplier : R) (u : outcome there -> R) (u' : outcome back -> R)
    (d : choice there) (d' : choice back) :
  bounds (1 - multiplier) u -> bounds multiplier u' ->
  is_choice d -> is_choice d' -> flow_of d = flow_of d' ->
  flow_of d <= (\sum_w u w) + (\sum_w u' w).
Proof.
move=> b b' cd cd' e.
have -> : flow_of d = (1 - multiplier) * flow_of d + multiplier * flow_of d' by rewrite -e; ring.
by apply: ler_add; apply: bounded_flow.
Qed.

Theorem certified_rule_is_best (multiplier : R) (u : outcome there -> R) (u' : outcome back -> R)
    (best : choice there) :
  bounds (1 - multiplier) u -> bounds multiplier u' ->
  flow_of best = (\sum_w u w) + (\sum_w u' w) ->
  forall (d : choice there) (d' : choice back),
  is_choice d -> is_choice d' -> flow_of d = flow_of d' -> flow_of d <= flow_of best.
Proof. by move=> b b' -> d d'; apply: certificate_is_sound. Qed.

(** The larger draw. *)
Variable first : I.
Definition larger s (w : outcome s) : I := [arg max_(i > first) acceptance i w]%O.
Definition take_larger s : choice s := fun w i => (i == larger w)%:R.
Definition take s (j : I) : choice s := fun _ i => (i == j)%:R.
Arguments take : clear implicits.

Lemma take_is_choice s (j : outcome s -> I) : is_choice (fun w i => (i == j w)%:R : R).
Proof.
split=> w => [i|]; first by rewrite ler0n.
by rewrite (bigD1 (j w)) //= eqxx big1 ?addr0 // => i /negbTE ->.
Qed.

Lemma larger_is_largest s (w : outcome s) i : acceptance i w <= acceptance (larger w) w.
Proof. by rewrite /larger; case: arg_maxP => // j _; apply. Qed.

Lemma flow_le_larger s (d : choice s) : is_choice d -> flow_of d <= flow_of (take_larger (s := s)).
Proof.
case=> d0 d1; rewrite ler_wpmul2l ?weight_ge0 //; apply: ler_sum => w _.
rewrite ler_wpmul2l ?probability_ge0 //.
have -> : \sum_i take_larger w i * acceptance i w = acceptance (larger w) w.
  rewrite (bigD1 (larger w)) //= /take_larger eqxx mul1r big1 ?addr0 // => i /negbTE ->.
  by rewrite mul0r.
rewrite -[leRHS]mul1r -(d1 w) mulr_suml; apply: ler_sum => i _.
by rewrite ler_wpmul2l ?larger_is_largest.
Qed.

Theorem best_flow_is_the_smaller_one (d : choice there) (d' : choice back) :
  is_choice d -> is_choice d' -> flow_of d = flow_of d' ->
  flow_of d <= Num.min (flow_of (take_larger (s := there))) (flow_of (take_larger (s := back))).
Proof. by move=> cd cd' e; rewrite le_minr flow_le_larger //= e flow_le_larger. Qed.

(** With probability [bold] the larger draw, otherwise arm j. *)
Definition mixture s (bold : R) (j : I) : choice s :=
  fun w i => bold * take_larger w i + (1 - bold) * take s j w i.

Lemma mixture_flow s bold j : flow_of (mixture (s := s) bold j) =
  bold * flow_of (take_larger (s := s)) + (1 - bold) * flow_of (take s j).
Proof.
rewrite /flow_of [in RHS]mulrCA [(1 - bold) * _]mulrCA -mulrDr; congr (_ * _).
rewrite !mulr_sumr -big_split; apply: eq_bigr => w _ /=.
rewrite mulrCA [(1 - bold) * _]mulrCA -mulrDr; congr (_ * _).
by rewrite !mulr_sumr -big_split; apply: eq_bigr => i _; rewrite /mixture /=; ring.
Qed.

Lemma mixture_is_choice s bold j : 0 <= bold <= 1 -> is_choice (mixture (s := s) bold j).
Proof.
case/andP=> b0 b1; have [t0 t1] := @take_is_choice s (@larger s).
have [k0 k1] := @take_is_choice s (fun=> j); split=> w => [i|].
  by rewrite addr_ge0 // mulr_ge0 ?subr_ge0 ?t0 ?k0.
have e1 : \sum_i take_larger w i = 1 := t1 w; have e2 : \sum_i take s j w i = 1 := k1 w.
by rewrite /mixture big_split /= -!mulr_sumr e1 e2 !mulr1 addrC subrK.
Qed.

Theorem best_flow_is_attained j : flow_of (take there j) = flow_of (take back j) ->
  exists (d : choice there) (d' : choice back),
    [/\ is_choice d, is_choice d', flow_of d = flow_of d' &
      flow_of d = Num.min (flow_of (take_larger (s := there))) (flow_of (take_larger (s := back)))].
Proof.
move=> vj.
have mix s (goal : R) : flow_of (take s j) <= goal -> goal <= flow_of (take_larger (s := s)) ->
    exists2 d : choice s, is_choice d & flow_of d = goal.
  set low := flow_of _; set high := flow_of _ => lo hi.
  have [e|ne] := eqVneq low high.
    exists (take s j); first exact: take_is_choice.
    by apply/le_anti; rewrite -/low lo /= e hi.
  have gap : 0 < high - low by rewrite subr_gt0 lt_def eq_sym ne (le_trans lo).
  exists (mixture ((goal - low) / (high - low)) j).
    apply: mixture_is_choice; rewrite divr_ge0 ?subr_ge0 ?(le_trans lo) //=.
    by rewrite ler_pdivr_mulr // mul1r ler_add2r.
  rewrite mixture_flow -/low -/high; move: gap; rewrite subr_gt0 => gap.
  by field; rewrite subr_eq0 gt_eqF.
have lo s : flow_of (take s j) <= flow_of (take_larger (s := s)).
  exact/flow_le_larger/take_is_choice.
set best := Num.min _ _.
have [d cd e] : exists2 d : choice there, is_choice d & flow_of d = best.
  by apply: mix; rewrite /best ?le_minr ?lo ?vj ?lo // le_minl lexx.
have [d' cd' e'] : exists2 d : choice back, is_choice d & flow_of d = best.
  by apply: mix; rewrite /best ?le_minr -?vj ?lo ?vj ?lo // le_minl lexx orbT.
by exists d, d'; rewrite e e'.
Qed.
End Pair.
