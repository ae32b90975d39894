(** Sections 2.2 and 6: what MPMC, SVE and MABMC inherit from Metropolis–Hastings.

    Let c ≤ 1 be a lower bound of an arm's estimate of Z(θ)/Z(θ'), relative to the
    truth, over all draws of positive probability. Then
    [ergodicity_sve], [ergodicity_mpmc]: r ≥ c r_MH, and
    [ergodicity_mabmc]: P_MABMC ≥ c P_MH entry by entry, with c a bound for both
    arms, so that
    [uniform_ergodicity_mabmc]: if n steps of Metropolis–Hastings reach every
    state with at least ε ν, then n steps of MABMC do with c^n ε ν, and k times n
    steps bring every mean within (1 − c^n ε)^k (max f − min f) of the target's. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From peskun.definitions Require Import chance models arms rules kernels.
From peskun Require Import finite_models algorithm_1_metropolis_hastings lemma_1_mpmc_detailed_balance
  lemma_2_sve_detailed_balance section_2_2_peskun_ordering algorithm_5_mabmc.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Doeblin's argument on a finite space *)
Section Doeblin.
Variables (R : realFieldType) (S : finType).
Implicit Types (P Q : S -> S -> R) (f : S -> R).

Fixpoint steps P n : S -> S -> R :=
  if n is k.+1 then fun t u => \sum_v P t v * steps P k v u else fun t u => (t == u)%:R.
Definition act P f t := \sum_u P t u * f u.

Lemma steps_minorized P Q (c : R) : 0 <= c -> (forall t u, 0 <= Q t u) ->
  (forall t u, c * Q t u <= P t u) ->
  forall n t u, 0 <= steps Q n t u /\ c ^+ n * steps Q n t u <= steps P n t u.
Proof.
move=> c0 q0 cq; elim=> [|n IH] t u /=; first by rewrite ler0n expr0 mul1r lexx.
split; first by apply: sumr_ge0 => v _; rewrite mulr_ge0 //; case: (IH v u).
rewrite mulr_sumr; apply: ler_sum => v _; have [s0 s1] := IH v u.
rewrite exprS mulrACA ler_pmul ?mulr_ge0 ?exprn_ge0 //.
Qed.

Lemma steps_stochastic P n : stochastic P -> stochastic (steps P n).
Proof.
case=> p0 p1; elim: n => [|n [s0 s1]]; split=> [t u|t] /=; rewrite ?ler0n //.
- rewrite (bigD1 t) //= eqxx big1 ?addr0 // => u /negbTE ut; by rewrite eq_sym ut.
- by apply: sumr_ge0 => v _; rewrite mulr_ge0.
rewrite exchange_big -[RHS](p1 t); apply: eq_bigr => v _.
by rewrite -mulr_sumr s1 mulr1.
Qed.

Lemma steps_invariant (pi : S -> R) P n : invariant pi P -> invariant pi (steps P n).
Proof.
move=> inv; elim: n => [|n IH] u /=.
  by rewrite (bigD1 u) //= eqxx mulr1 big1 ?addr0 // => t /negbTE ->; rewrite mulr0.
under eq_bigr do rewrite mulr_sumr.
rewrite exchange_big /= -[RHS]IH; apply: eq_bigr => v _.
by rewrite -(inv v) mulr_suml; apply: eq_bigr => t _; rewrite mulrA.
Qed.

Variables (pi nu : S -> R) (P : S -> S -> R) (e : R).
Hypotheses (pi0 : forall t, 0 <= pi t) (pi1 : \sum_t pi t = 1) (inv : invariant pi P).
Hypotheses (sP : stochastic P) (nu1 : \sum_u nu u = 1).
Hypothesis minorized : forall t u, e * nu u <= P t u.

Lemma act_between f lo hi : (forall u, lo <= f u <= hi) -> forall t,
  e * (\sum_u nu u * f u) + (1 - e) * lo <= act P f t <=
  e * (\sum_u nu u * f u) + (1 - e) * hi.
Proof.
move=> b t; case: sP => _ p1.
have rest (a : R) : (1 - e) * a = \sum_u (P t u - e * nu u) * a.
  by rewrite -mulr_suml sumrB p1 -mulr_sumr nu1 mulr1.
have split : act P f t = e * (\sum_u nu u * f u) + \sum_u (P t u - e * nu u) * f u.
  by rewrite mulr_sumr -big_split; apply: eq_bigr => u _ /=; ring.
rewrite split !rest !ler_add2l; apply/andP; split; apply: ler_sum => u _;
  by rewrite ler_wpmul2l ?subr_ge0 //; case/andP: (b u).
Qed.

Lemma doeblin f lo hi k t : (forall u, lo <= f u <= hi) ->
  `|iter k (act P) f t - \sum_s pi s * f s| <= (1 - e) ^+ k * (hi - lo).
Proof.
move=> b.
have [lo' [hi' [b' w]]] : exists lo' hi', (forall u, lo' <= iter k (act P) f u <= hi') /\
    hi' - lo' = (1 - e) ^+ k * (hi - lo).
  elim: k => [|k [lo' [hi' [b' w]]]]; first by exists lo, hi; rewrite expr0 mul1r.
  pose mean := e * (\sum_u nu u * iter k (act P) f u).
  exists (mean + (1 - e) * lo'), (mean + (1 - e) * hi'); split; first exact: act_between.
  by rewrite exprS -mulrA -w; ring.
have same : \sum_s pi s * f s = \sum_s pi s * iter k (act P) f s.
  elim: {b' w} k => //= k ->; rewrite /act; under [RHS]eq_bigr do rewrite mulr_sumr.
  rewrite exchange_big /=; apply: eq_bigr => u _; rewrite -[in LHS](inv u) mulr_suml.
  by apply: eq_bigr => s _; rewrite mulrA.
have between : lo' <= \sum_s pi s * iter k (act P) f s <= hi'.
  rewrite -[lo']mul1r -[hi']mul1r -pi1 !mulr_suml.
  by apply/andP; split; apply: ler_sum => s _; rewrite ler_wpmul2l //; case/andP: (b' s).
rewrite same -w ler_norml; case/andP: between => m1 m2; case/andP: (b' t) => v1 v2.
by rewrite opprB !ler_sub.
Qed.
End Doeblin.

(** ** The constant of the arms *)
Section Constant.
Variables (R : realFieldType) (Theta X : finType) (m : finite_model R Theta X).
Variable c : R.
Hypotheses (c0 : 0 <= c) (c1 : c <= 1).
Local Notation mh := (@true_ratio _ m).

Lemma capped_bound t u (x : R) : c * (Z m t / Z m u) <= x ->
  c * capped (ratio_times (known_ratio (m := m) t u) (Z m t / Z m u : reals R)) <=
  capped (ratio_times (known_ratio (m := m) t u) (x : reals R)) :> R.
Proof.
move=> cx; rewrite /known_ratio /ratio_of; case: ifP => _ /=; first by rewrite mulr1.
set k : R := _ / _; have k0 : 0 <= k.
  exact: (divr_ge0 (known_flow_ge0 m u t) (known_flow_ge0 m t u)).
rewrite le_minr; apply/andP; split.
  apply: le_trans (_ : c * (k * (Z m t / Z m u)) <= _).
    by rewrite ler_wpmul2l // le_minl lexx.
  by rewrite mulrCA ler_wpmul2l.
apply: le_trans c1; rewrite -[leRHS]mulr1 ler_wpmul2l // le_minl lexx orbT //.
Qed.

(** The estimate of Z(θ)/Z(θ') is at least c times the truth. *)
Definition sve_bounded := forall t u w, dens m u w != 0 ->
  c * (Z m t / Z m u) <= lik m t w / lik m u w.
Definition mpmc_bounded := forall t u y z, aux m t y != 0 -> dens m u z != 0 ->
  c * (Z m t / Z m u) <= lik m t y * aux m u z / (lik m u z * aux m t y).

Lemma lik_neq0 u w : dens m u w != 0 -> lik m u w != 0.
Proof. by apply: contraNneq => l0; rewrite densE l0 mul0r. Qed.

Theorem ergodicity_sve : sve_bounded -> forall t u, c * r_ mh t u <= r_ (@exchange _ m) t u.
Proof.
move=> b t u; rewrite r_sveE -[leLHS]mul1r -(dens_sum m u) mulr_suml; apply: ler_sum => w _.
have [->|dw] := eqVneq (dens m u w) 0; first by rewrite !mul0r.
rewrite ler_wpmul2l ?dens_ge0 // /exchange_ratio /with_known /ratio_of /= (negbTE (lik_neq0 dw)).
exact: capped_bound (b t u w dw).
Qed.

Theorem ergodicity_mpmc : mpmc_bounded -> forall t u, c * r_ mh t u <= r_ (@mpmc _ m) t u.
Proof.
move=> b t u; rewrite r_mpmcE -[leLHS]mul1r -(aux_sum m t) mulr_suml; apply: ler_sum => y _.
have [->|ay] := eqVneq (aux m t y) 0; first by rewrite !mul0r.
rewrite ler_wpmul2l ?aux_ge0 // -[leLHS]mul1r -(dens_sum m u) mulr_suml; apply: ler_sum => z _.
have [->|dz] := eqVneq (dens m u z) 0; first by rewrite !mul0r.
rewrite ler_wpmul2l ?dens_ge0 // /pseudo_marginal_ratio /with_known /ratio_of /=.
rewrite mulf_eq0 (negbTE (lik_neq0 dz)) (negbTE ay).
exact: capped_bound (b t u y z ay dz).
Qed.

Lemma accepting_minorized (q r s : Theta -> Theta -> R) :
  (forall t u, 0 <= q t u) -> (forall t u, s t u <= 1) ->
  (forall t u, c * s t u <= r t u <= s t u) ->
  forall t u, c * accepting q s t u <= accepting q r t u.
Proof.
move=> q0 s1 b t u; rewrite /accepting mulrDr; apply: ler_add.
  by rewrite mulrCA ler_wpmul2l //; case/andP: (b t u).
rewrite mulrCA ler_wpmul2l ?ler0n // mulr_sumr; apply: ler_sum => v _; rewrite mulrCA ler_wpmul2l //.
case/andP: (b t v) => _ rs; apply: le_trans (_ : 1 - s t v <= _); last by rewrite ler_add2l ler_opp2.
by rewrite -[leRHS]mul1r ler_wpmul2r ?subr_ge0.
Qed.

Lemma mabmc_mixture tie t u : chain (mabmc (m := m) Fresh tie) t u =
  accepting (prop m) (r_fresh (paper_arms m) (decide tie (map (@drawn _ m) (paper_arms m)))) t u.
Proof.
apply: fresh_is_mixture => [i|s v]; first by case: (paper_arms_right m i).
by apply/law_decide/paper_draws_lawful.
Qed.

(** An arm of the paper, or the true ratio: at most Metropolis–Hastings. *)
Lemma mixture_below tie t u :
  r_fresh (paper_arms m) (decide tie (map (@drawn _ m) (paper_arms m))) t u <= r_ mh t u.
Proof.
have l := law_decide tie t u (paper_draws_lawful m).
rewrite -[leRHS](mean_const l); apply: (mean_le l) => -[[|[|i]] a] /=.
- exact: jensen_mpmc.
- exact: jensen_sve.
by rewrite nth_nil.
Qed.

(** Section 6: MABMC, too, is below Metropolis–Hastings. *)
Theorem peskun_mabmc tie :
  peskun_below (chain (mabmc (m := m) Fresh tie)) (chain (randomized_step mh)).
Proof.
move=> t u tu; rewrite mabmc_mixture chain_randomized; last exact: lawful_true.
by rewrite !accepting_off // ler_wpmul2l ?prop_ge0 // mixture_below.
Qed.

Theorem ergodicity_mabmc tie : sve_bounded -> mpmc_bounded -> forall t u,
  c * chain (randomized_step mh) t u <= chain (mabmc (m := m) Fresh tie) t u.
Proof.
move=> bs bm t u; rewrite mabmc_mixture chain_randomized; last exact: lawful_true.
apply: accepting_minorized; last first.
- move=> s v; rewrite mixture_below andbT.
  have l := law_decide tie s v (paper_draws_lawful m).
  rewrite -[leLHS](mean_const l); apply: (mean_le l) => -[[|[|i]] a] /=.
  + exact: ergodicity_mpmc.
  + exact: ergodicity_sve.
  by rewrite nth_nil -[leRHS]mul1r ler_wpmul2r ?mh_ge0.
- by move=> s v; apply/r_le1/lawful_true.
exact: prop_ge0.
Qed.

Theorem uniform_ergodicity_mabmc tie n (e : R) (nu : Theta -> R) : sve_bounded -> mpmc_bounded ->
  (forall u, 0 <= nu u) -> \sum_u nu u = 1 ->
  (forall t u, e * nu u <= steps (chain (randomized_step mh)) n t u) ->
  let block := steps (chain (mabmc (m := m) Fresh tie)) n in
  (forall t u, c ^+ n * e * nu u <= block t u) /\
  (forall f lo hi k t, (forall u, lo <= f u <= hi) ->
     `|iter k (act block) f t - \sum_s post m s * f s| <= (1 - c ^+ n * e) ^+ k * (hi - lo)).
Proof.
move=> bs bm nu0 nu1 mino block; have [sP _ iP] := algorithm_5 m tie.
have [[q0 _] _ _] := algorithm_1 m.
have low t u : c ^+ n * e * nu u <= block t u.
  have [_ h] := steps_minorized c0 q0 (ergodicity_mabmc tie bs bm) n t u.
  by apply: le_trans h; rewrite -mulrA ler_wpmul2l ?exprn_ge0.
split=> // f lo hi k t b.
apply: (doeblin (pi := post m) (nu := nu)) => //.
- by move=> s; apply/ltW/post_gt0.
- exact: post_sum t.
- exact: steps_invariant.
exact: steps_stochastic.
Qed.
End Constant.
