(** Peskun's theorem on a finite space, by Dirichlet's principle: no spectrum is
    needed.

    [peskun_theorem]: of two reversible chains with the same target the one with
    more mass off the diagonal has no larger asymptotic variance;
    [poisson_solvable]: an irreducible reversible chain has an asymptotic variance
    for every f with mean 0;
    [peskun_theorem_irreducible]: both together;
    [peskun_variance_mpmc], [peskun_variance_sve], [peskun_variance_mabmc]:
    Metropolis–Hastings has no larger asymptotic variance than MPMC, SVE and
    MABMC.

    Used: if u solves (I − P) u = f, then <f, u> is the maximum over g of
    2<f, g> − E_P(g), where E_P(g) = E (g(X) − g(Y))² / 2 over a stationary step
    [dirichlet_principle]. Mass off the diagonal can only raise E_P, hence lower
    the maximum, and the asymptotic variance is 2<f, u> − <f, f>. *)
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
Hypothesis pi_ge0 : forall x, 0 <= pi x.
Implicit Types (f g u v : Theta -> R) (P Q : Theta -> Theta -> R).
Local Notation "<< f , g >>" := (covariance pi f g).
Local Notation variance := (variance pi).

(** Twice E_P(g). *)
Definition roughness P g := over_step pi P (fun x y => (g x - g y) * (g x - g y)).

Lemma roughness_ge0 P g : stochastic P -> 0 <= roughness P g.
Proof. by case=> p0 _; apply: sumr_ge0 => xy _; rewrite -expr2 mulr_ge0 ?sqr_ge0 ?mulr_ge0. Qed.

Lemma roughness_mono P Q g : peskun_below P Q -> roughness P g <= roughness Q g.
Proof.
move=> PQ; apply: ler_sum => -[x y] _ /=.
case: (eqVneq x y) => [->|/PQ le]; first by rewrite subrr !mulr0.
by rewrite -subr_ge0 -mulrBl -mulrBr -expr2 mulr_ge0 ?sqr_ge0 // mulr_ge0 ?subr_ge0.
Qed.

(** At a solution of the Poisson equation all terms are means over one step:
    <g, f> = <g, (I − P) u>. *)
Lemma covariance_with_solution P f u g : stochastic P -> reversible pi P -> poisson P f u ->
  2%:R * <<f, g>> = over_step pi P (fun x y => (g x - g y) * (u x - u y)).
Proof. by case=> _ p1 rev sol; rewrite covarianceC -(covariance_ext _ _ sol) covariance_drift. Qed.

Lemma dirichlet_principle P f u g : stochastic P -> reversible pi P -> poisson P f u ->
  2%:R * (2%:R * <<f, g>>) - roughness P g <= 2%:R * <<f, u>>.
Proof.
move=> sP rP sol; rewrite -subr_ge0 !(covariance_with_solution _ sP rP sol).
suff -> : over_step pi P (fun x y => (u x - u y) * (u x - u y)) -
    (2%:R * over_step pi P (fun x y => (g x - g y) * (u x - u y)) - roughness P g) =
    roughness P (fun x => u x - g x) by apply: roughness_ge0.
rewrite /roughness /over_step mulr_sumr -!sumrB; apply: eq_bigr => xy _; ring.
Qed.

Lemma dirichlet_attained P f u : stochastic P -> reversible pi P -> poisson P f u ->
  2%:R * (2%:R * <<f, u>>) - roughness P u = 2%:R * <<f, u>>.
Proof.
move=> sP rP sol; rewrite !(covariance_with_solution _ sP rP sol).
by rewrite -/(roughness P u); ring.
Qed.

(** Peskun (1973), Theorem 2.1.1: with v the solution for Q,
    <f, v> = 2<f, v> − E_Q(v) ≤ 2<f, v> − E_P(v) ≤ <f, u>. *)
Theorem peskun_theorem P Q f u v :
  stochastic P -> stochastic Q -> reversible pi P -> reversible pi Q ->
  peskun_below P Q -> poisson P f u -> poisson Q f v -> variance f v <= variance f u.
Proof.
move=> sP sQ rP rQ PQ sol_u sol_v; apply: ler_sub => //.
rewrite -(dirichlet_attained sQ rQ sol_v); apply: le_trans (dirichlet_principle v sP rP sol_u).
by apply: ler_sub => //; apply: roughness_mono.
Qed.
End Peskun.

(** ** An irreducible chain has a solution *)
Section Existence.
Variables (R : realFieldType) (Theta : finType) (pi : Theta -> R) (P : Theta -> Theta -> R).
Definition irreducible := forall x y, connect (fun s s' => P s s' != 0) x y.
Hypotheses (pi_gt0 : forall x, 0 < pi x) (sP : stochastic P) (rP : reversible pi P).
Hypothesis iP : irreducible.

(** A function without drift has no roughness, is equal along every step, and
    hence constant. *)
Lemma driftless_constant g : (forall x, drift P g x = 0) -> forall x y, g x = g y.
Proof.
move=> still; have [p0 p1] := sP.
have along x y : P x y != 0 -> g x = g y.
  have : roughness pi P g == 0.
    by rewrite /roughness -covariance_drift // /covariance big1 ?mulr0 // => z _; rewrite still !mulr0.
  rewrite psumr_eq0 => [/allP/(_ (x, y)) /(_ (mem_index_enum _)) /= | xy _]; last first.
    by rewrite -expr2 mulr_ge0 ?sqr_ge0 // mulr_ge0 // ltW.
  by rewrite !mulf_eq0 (gt_eqF (pi_gt0 x)) /= orbb subr_eq0 => /orP[->|/eqP].
move=> x y; have flat : closed (fun s s' => P s s' != 0) [pred z | g z == g y].
  by move=> s s' /along e; rewrite !inE e.
by apply/eqP; have := closed_connect flat (iP x y); rewrite !inE eqxx.
Qed.

(** Fredholm's alternative: (I − P) u = f has a solution unless c (I − P) = 0 and
    c f ≠ 0 for some c. By reversibility such a c is π times a function without
    drift, which is constant, and Σ π f = 0. *)
Theorem poisson_solvable f : \sum_x pi x * f x = 0 -> exists u, poisson P f u.
Proof.
move=> mean0.
have over (F : Theta -> R) : \sum_(i < #|Theta|) F (enum_val i) = \sum_x F x.
  by rewrite -(big_enum_val F).
have at_one (F : 'I_#|Theta| -> R) i : \sum_j (i == j)%:R * F j = F i.
  by rewrite (bigD1 i) //= eqxx mul1r big1 ?addr0 // => j; rewrite eq_sym => /negbTE ->; rewrite mul0r.
pose L := \matrix_(i, j) ((i == j)%:R - P (enum_val j) (enum_val i)) : 'M[R]_#|Theta|.
have /submxP[u solves] : (\row_i f (enum_val i) <= L)%MS.
  rewrite submxE; apply/eqP/rowP => k; rewrite !mxE.
  pose g x := cokermx L (enum_rank x) k / pi x.
  have gE i : cokermx L i k = pi (enum_val i) * g (enum_val i) by rewrite /g enum_valK mulrC divfK // lt0r_neq0.
  have still x : drift P g x = 0.
    apply: (mulfI (lt0r_neq0 (pi_gt0 x))); rewrite mulr0.
    have /matrixP /(_ (enum_rank x) k) := mulmx_coker L; rewrite !mxE => <-.
    under [RHS]eq_bigr do rewrite mxE mulrBl.
    rewrite sumrB at_one gE enum_rankK mulrBr; congr (_ - _).
    rewrite /next -over mulr_sumr; apply: eq_bigr => j _.
    by rewrite gE mulrA rP -mulrA mulrCA.
  transitivity (\sum_x pi x * f x * g x); last first.
    case: (pickP Theta) => [x _|none]; last by rewrite big1 // => y; have := none y.
    by under eq_bigr do rewrite (driftless_constant still _ x); rewrite -mulr_suml mean0 mul0r.
  by rewrite -over; apply: eq_bigr => i _; rewrite mxE gE mulrCA mulrA.
exists (fun x => u 0 (enum_rank x)) => x; rewrite -{2}[x]enum_rankK.
have /rowP /(_ (enum_rank x)) := solves; rewrite !mxE => ->.
under [RHS]eq_bigr do rewrite mxE eq_sym mulrC mulrBl.
rewrite sumrB at_one; congr (_ - _).
by rewrite /next -over; apply: eq_bigr => i _; rewrite enum_rankK enum_valK.
Qed.
End Existence.

Section Order.
Variables (R : realFieldType) (Theta : finType) (pi : Theta -> R).
Hypotheses (pi_gt0 : forall x, 0 < pi x).

Theorem peskun_theorem_irreducible P Q f :
  stochastic P -> stochastic Q -> reversible pi P -> reversible pi Q ->
  irreducible P -> irreducible Q -> peskun_below P Q -> \sum_t pi t * f t = 0 ->
  exists vP vQ, [/\ exists2 u, poisson P f u & vP = variance pi f u,
                    exists2 u, poisson Q f u & vQ = variance pi f u & vQ <= vP].
Proof.
move=> sP sQ rP rQ iP iQ PQ mean0.
case: (poisson_solvable pi_gt0 sP rP iP mean0) (poisson_solvable pi_gt0 sQ rQ iQ mean0) => u sol_u [v sol_v].
exists (variance pi f u), (variance pi f v); split; [by exists u|by exists v|].
by apply: peskun_theorem sP sQ rP rQ PQ sol_u sol_v => x; apply: ltW.
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
