(** Peskun's theorem on a finite space, by Dirichlet forms: no spectrum is needed.

    [peskun_theorem]: of two reversible chains with the same target the one with
    more mass off the diagonal has no larger asymptotic variance;
    [poisson_solvable]: an irreducible reversible chain has an asymptotic variance
    for every f with mean 0;
    [peskun_theorem_irreducible]: both together;
    [peskun_variance_mpmc], [peskun_variance_sve], [peskun_variance_mabmc]:
    Metropolis–Hastings has no larger asymptotic variance than MPMC, SVE and
    MABMC. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From peskun.definitions Require Import chance models arms rules kernels.
From peskun Require Import finite_models algorithm_1_metropolis_hastings lemma_1_mpmc_detailed_balance
  lemma_2_sve_detailed_balance section_2_2_peskun_ordering algorithm_5_mabmc uniform_ergodicity asymptotic_variance.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Peskun.
Variables (R : realFieldType) (Theta : finType) (pi : Theta -> R).
Hypothesis pi_ge0 : forall t, 0 <= pi t.
Implicit Types (f g u v : Theta -> R) (P Q : Theta -> Theta -> R).
Local Notation inner := (inner pi).
Local Notation energy := (energy pi).
Local Notation variance := (variance pi).

Lemma energy_mono P Q f : peskun_below P Q -> energy P f <= energy Q f.
Proof.
move=> PQ; apply: ler_sum => t _; apply: ler_sum => u _.
have [->|tu] := eqVneq t u; first by rewrite subrr expr0n /= !mulr0.
by rewrite ler_wpmul2r ?sqr_ge0 // ler_wpmul2l // PQ.
Qed.

(** Peskun (1973): more mass off the diagonal, no larger asymptotic variance. *)
Theorem peskun_theorem P Q f u v :
  stochastic P -> stochastic Q -> reversible pi P -> reversible pi Q ->
  peskun_below P Q -> poisson P f u -> poisson Q f v -> variance f v <= variance f u.
Proof.
move=> [P0 P1] [Q0 Q1] Pr Qr PQ pu pv.
have two : (0 : R) < 2%:R by rewrite ltr0n.
rewrite /variance ler_add2r ler_pmul2l //.
have fv : inner f v = inner v (drift Q v) by rewrite innerC; apply: eq_inner.
have fu : inner f u = inner u (drift P u) by rewrite innerC; apply: eq_inner.
have vu : inner v (drift P u) = inner f v by rewrite innerC; apply: eq_inner.
(* 0 <= E_P(u − v) and E_P(v) <= E_Q(v) *)
have e1 : 0 <= energy P (fun t => u t - v t).
  apply: sumr_ge0 => s _; apply: sumr_ge0 => t _.
  by rewrite mulr_ge0 ?sqr_ge0 // mulr_ge0.
have e2 : energy P v <= energy Q v by apply: energy_mono.
move: e1 e2; rewrite !dirichlet // ler_pmul2l // pmulr_rge0 //.
have -> : inner (fun t => u t - v t) (drift P (fun t => u t - v t)) =
          inner u (drift P u) - 2%:R * inner v (drift P u) + inner v (drift P v).
  have -> : inner (fun t => u t - v t) (drift P (fun t => u t - v t)) =
            inner (fun t => u t - v t) (fun t => drift P u t - drift P v t).
    apply: eq_inner => // t; rewrite /drift /mean_after.
    have -> : \sum_s P t s * (u s - v s) = \sum_s P t s * u s - \sum_s P t s * v s.
      by rewrite -sumrB; apply: eq_bigr => s _; ring.
    by ring.
  rewrite innerC innerB innerC innerB [inner (fun _ => _) v]innerC innerB.
  by rewrite (inner_drift Pr u v) [inner (drift P u) v]innerC; ring.
rewrite -fu vu -fv => e1 e2.
rewrite -subr_ge0; apply: le_trans e1 _.
rewrite -subr_ge0.
have -> : inner f u - inner f v - (inner f u - 2%:R * inner f v + inner v (drift P v))
          = inner f v - inner v (drift P v) by ring.
by rewrite subr_ge0.
Qed.
End Peskun.


Section Existence.
Variables (R : realFieldType) (Theta : finType) (pi : Theta -> R) (P : Theta -> Theta -> R).
Hypotheses (pi_gt0 : forall t, 0 < pi t) (pi1 : \sum_t pi t = 1).
Hypotheses (sP : stochastic P) (rP : reversible pi P).
Definition irreducible := forall t u, connect (fun s s' => P s s' != 0) t u.
Hypothesis iP : irreducible.

Lemma drift_mean u : \sum_t pi t * drift P u t = 0.
Proof.
case: sP => _ p1; rewrite /drift; under eq_bigr do rewrite mulrBr.
rewrite sumrB; apply/eqP; rewrite subr_eq0; apply/eqP; symmetry.
under eq_bigr do rewrite mulr_sumr.
rewrite exchange_big /=; apply: eq_bigr => s _.
under eq_bigr do rewrite mulrA rP mulrAC.
by rewrite -mulr_sumr p1 mulr1.
Qed.

Lemma harmonic_constant u : (forall t, drift P u t = 0) -> forall t s, u t = u s.
Proof.
case: sP => p0 p1 h0.
have e0 : energy pi P u = 0.
  rewrite dirichlet // /inner big1 ?mulr0 // => t _; by rewrite h0 mulr0.
have pos t s : 0 <= pi t * P t s * (u t - u s) ^+ 2.
  by rewrite mulr_ge0 ?sqr_ge0 // mulr_ge0 // ltW.
have edge t s : P t s != 0 -> u t = u s.
  move=> pn; have row0 : \sum_s0 pi t * P t s0 * (u t - u s0) ^+ 2 = 0.
    apply: (psumr_eq0P _ e0) => // k _; exact: sumr_ge0.
  have /eqP : pi t * P t s * (u t - u s) ^+ 2 = 0.
    exact: (psumr_eq0P (fun s0 _ => pos t s0) row0).
  rewrite !mulf_eq0 (negbTE pn) (negbTE (lt0r_neq0 (pi_gt0 t))) /=.
  by rewrite orbb subr_eq0 => /eqP.
move=> t s; have /connectP[p] := iP t s.
elim: p t => [|k p IH] t /=; first by move=> _ ->.
by case/andP => /edge -> pk /IH ->.
Qed.

Theorem poisson_solvable f : \sum_t pi t * f t = 0 -> exists u, poisson P f u.
Proof.
move=> f0; pose n := #|Theta|.
pose A : 'M[R]_n := \matrix_(j, i)
  ((i == j)%:R - P (enum_val i) (enum_val j) + pi (enum_val j)).
pose fn (v : 'rV[R]_n) (t : Theta) : R := v 0 (enum_rank t).
have big (F : Theta -> R) : \sum_(j < n) F (enum_val j) = \sum_t F t.
  by rewrite (reindex (@enum_rank Theta)) /=; [apply: eq_bigr => t _; rewrite enum_rankK|exact/onW_bij/enum_rank_bij].
have act v t : (v *m A) 0 (enum_rank t) = drift P (fn v) t + \sum_s pi s * fn v s.
  rewrite mxE -[\sum_s pi s * _]big /drift /mean_after -[\sum_s P t s * _]big.
  have -> : fn v t = \sum_j v 0 j * (enum_rank t == j)%:R.
    rewrite (bigD1 (enum_rank t)) //= eqxx mulr1 big1 ?addr0 // => j.
    by rewrite eq_sym => /negbTE ->; rewrite mulr0.
  rewrite -sumrB -big_split /=; apply: eq_bigr => j _.
  rewrite mxE /fn enum_rankK enum_valK mulrDr mulrBr.
  by congr (_ - _ + _); rewrite mulrC.
have mean v : \sum_t pi t * (v *m A) 0 (enum_rank t) = \sum_s pi s * fn v s.
  under eq_bigr do rewrite act mulrDr.
  by rewrite big_split /= drift_mean add0r -mulr_suml pi1 mul1r.
have unit : A \in unitmx.
  rewrite -row_free_unit; apply: inj_row_free => v v0.
  have m0 : \sum_s pi s * fn v s = 0.
    by rewrite -mean v0 big1 // => t _; rewrite mxE mulr0.
  have h0 t : drift P (fn v) t = 0.
    by have := act v t; rewrite v0 mxE m0 addr0.
  apply/rowP => j; rewrite mxE.
  have c s : fn v s = fn v (enum_val j) by apply: harmonic_constant.
  have : \sum_s pi s * fn v s = fn v (enum_val j).
    by under eq_bigr do rewrite c; rewrite -mulr_suml pi1 mul1r.
  by rewrite m0 /fn enum_valK.
pose v := (\row_i f (enum_val i)) *m invmx A.
have vA : v *m A = \row_i f (enum_val i) by rewrite /v mulmxKV.
exists (fn v) => t; have := act v t; rewrite -mean vA mxE enum_rankK.
under eq_bigr do rewrite mxE enum_rankK.
by rewrite f0 addr0.
Qed.
End Existence.

Section Order.
Variables (R : realFieldType) (Theta : finType) (pi : Theta -> R).
Hypotheses (pi_gt0 : forall t, 0 < pi t) (pi1 : \sum_t pi t = 1).

Theorem peskun_theorem_irreducible P Q f :
  stochastic P -> stochastic Q -> reversible pi P -> reversible pi Q ->
  irreducible P -> irreducible Q -> peskun_below P Q -> \sum_t pi t * f t = 0 ->
  exists vP vQ, [/\ exists2 u, poisson P f u & vP = variance pi f u,
                    exists2 u, poisson Q f u & vQ = variance pi f u & vQ <= vP].
Proof.
move=> sP sQ rP rQ iP iQ PQ f0.
have [u pu] := poisson_solvable pi_gt0 pi1 sP rP iP f0.
have [v pv] := poisson_solvable pi_gt0 pi1 sQ rQ iQ f0.
exists (variance pi f u), (variance pi f v); split; [by exists u|by exists v|].
by apply: (peskun_theorem (fun t => ltW (pi_gt0 t)) sP sQ rP rQ PQ pu pv).
Qed.
End Order.


(** ** The chains of the paper *)
Section Paper.
Variables (R : realFieldType) (Theta X : finType) (m : finite_model R Theta X).
Local Notation mh := (chain (randomized_step (@true_ratio _ m))).

Lemma variance_above_mh P f u v : right_chain (post m) P -> peskun_below P mh ->
  poisson P f u -> poisson mh f v -> variance (post m) f v <= variance (post m) f u.
Proof.
case=> sP rP _ PQ; have [sM rM _] := algorithm_1 m.
exact: (peskun_theorem (fun t => ltW (post_gt0 m t)) sP sM rP rM PQ).
Qed.

Theorem peskun_variance_mpmc f u v :
  poisson (chain (randomized_step (@mpmc _ m))) f u -> poisson mh f v ->
  variance (post m) f v <= variance (post m) f u.
Proof. exact: variance_above_mh (lemma_1 m) (@peskun_mpmc _ _ _ m). Qed.

Theorem peskun_variance_sve f u v :
  poisson (chain (randomized_step (@exchange _ m))) f u -> poisson mh f v ->
  variance (post m) f v <= variance (post m) f u.
Proof. exact: variance_above_mh (lemma_2 m) (@peskun_sve _ _ _ m). Qed.

Theorem peskun_variance_mabmc tie f u v :
  poisson (chain (mabmc (m := m) Fresh tie)) f u -> poisson mh f v ->
  variance (post m) f v <= variance (post m) f u.
Proof. exact: variance_above_mh (algorithm_5 m tie) (@peskun_mabmc _ _ _ m tie). Qed.
End Paper.
