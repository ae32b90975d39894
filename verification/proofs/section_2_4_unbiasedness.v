(** Section 2.4: the ratios are unbiased exactly under conditions on supports.

    For every pair whose move is proposed in both directions,
    [sve_unbiased]:  E â_SVE = a if and only if supp p_θ ⊆ supp p_θ';
    [mpmc_unbiased]: E â_MPMC = a if and only if supp p_θ ⊆ supp π(·|x, θ) and
    supp π(·|x, θ') ⊆ supp p_θ'.
    The paper asks for the first of the two only. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From peskun.definitions Require Import chance models arms rules kernels.
From peskun Require Import finite_models algorithm_1_metropolis_hastings theorem_1_chi_square.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Unbiasedness.
Variables (R : realFieldType) (Theta X : finType) (m : finite_model R Theta X).
Variables (t u : Theta).
Hypotheses (there : prop m t u != 0) (back : prop m u t != 0).

(** Every point of positive f has positive g. *)
Definition within (f g : X -> R) := forall x, f x != 0 -> g x != 0.

(** The mass that f has on the support of g. *)
Definition mass_on (f g : X -> R) := \sum_(x | g x != 0) f x.

Lemma mass_on_le1 (f g : X -> R) : (forall x, 0 <= f x) -> \sum_x f x = 1 ->
  0 <= mass_on f g <= 1.
Proof.
move=> f0 f1; rewrite sumr_ge0 //= -f1 [leRHS](bigID (fun x => g x != 0)) /=.
by rewrite ler_addl sumr_ge0.
Qed.

Lemma mass_on_one (f g : X -> R) : (forall x, 0 <= f x) -> \sum_x f x = 1 ->
  mass_on f g = 1 <-> within f g.
Proof.
move=> f0 f1; rewrite -f1 [RHS in _ = RHS](bigID (fun x => g x != 0)) /= -/(mass_on f g).
split=> [/eqP|wi]; last first.
  rewrite [X in _ + X]big1 ?addr0 // => x; rewrite negbK => /eqP gx.
  by apply/eqP; apply: contraTT isT => /wi; rewrite gx eqxx.
rewrite -subr_eq0 opprD addrA subrr add0r oppr_eq0 => /eqP z x fx; apply/negP => gx.
move/negP: fx; apply; apply/eqP; apply: (psumr_eq0P _ z) => //.
by rewrite negbK.
Qed.

Lemma truth_neq0 : truth m t u != 0.
Proof.
case/andP: (flows_neq0 there back) => a b.
have z s := lt0r_neq0 (Z_gt0 m s); rewrite (truthE there back).
exact: (mulf_neq0 (mulf_neq0 b (invr_neq0 a)) (mulf_neq0 (z t) (invr_neq0 (z u)))).
Qed.

Lemma sve_mean : exchange (m := m) t u (@value R) =
  truth m t u * mass_on (dens m t) (dens m u) :> R.
Proof.
case/andP: (flows_neq0 there back) => a b.
rewrite exchangeE /mass_on mulr_sumr [RHS]big_mkcond; apply: eq_bigr => w _ /=.
have [->|dw] := eqVneq (dens m u w) 0; first by rewrite mul0r.
have lw : lik m u w != 0 by apply: contraNneq dw => l0; rewrite densE l0 mul0r.
rewrite truthE // /exchange_ratio /with_known /ratio_of /= (negbTE lw) /= known_some //= !densE.
by field; rewrite ?lw ?a ?lt0r_neq0 ?Z_gt0.
Qed.

Lemma mpmc_mean : mpmc (m := m) t u (@value R) =
  truth m t u * (mass_on (dens m t) (aux m t) * mass_on (aux m u) (dens m u)) :> R.
Proof.
case/andP: (flows_neq0 there back) => a b.
rewrite mpmcE /mass_on mulr_suml mulr_sumr [RHS]big_mkcond; apply: eq_bigr => y _ /=.
have [->|ay] := eqVneq (aux m t y) 0; first by rewrite mul0r.
rewrite !mulr_sumr [RHS]big_mkcond; apply: eq_bigr => z _ /=.
have [->|dz] := eqVneq (dens m u z) 0; first by rewrite mul0r mulr0.
have lz : lik m u z != 0 by apply: contraNneq dz => l0; rewrite densE l0 mul0r.
rewrite truthE // /pseudo_marginal_ratio /with_known /ratio_of /= mulf_eq0 (negbTE lz) (negbTE ay).
rewrite /= known_some //= !densE.
by field; rewrite ?lz ?ay ?a ?lt0r_neq0 ?Z_gt0.
Qed.

Lemma truth_times (x : R) : truth m t u * x = truth m t u <-> x = 1.
Proof.
split=> [|->]; last exact: mulr1.
by rewrite -[RHS in _ = RHS]mulr1 => /(mulfI truth_neq0).
Qed.

Theorem sve_unbiased : exchange (m := m) t u (@value R) = truth m t u :> R <->
  within (dens m t) (dens m u).
Proof.
by rewrite sve_mean truth_times mass_on_one //; [exact: dens_ge0|exact: dens_sum].
Qed.

Theorem mpmc_unbiased : mpmc (m := m) t u (@value R) = truth m t u :> R <->
  within (dens m t) (aux m t) /\ within (aux m u) (dens m u).
Proof.
rewrite mpmc_mean truth_times.
have d1 := mass_on_one (aux m t) (dens_ge0 m t) (dens_sum m t).
have a1 := mass_on_one (dens m u) (aux_ge0 m u) (aux_sum m u).
case/andP: (mass_on_le1 (aux m t) (dens_ge0 m t) (dens_sum m t)) => d0 dle.
case/andP: (mass_on_le1 (dens m u) (aux_ge0 m u) (aux_sum m u)) => a0 ale.
split=> [e|[/d1 -> /a1 ->]]; last exact: mulr1.
split; [apply/d1|apply/a1]; apply/le_anti; rewrite ?dle ?ale /= -e.
  by rewrite ler_pimulr.
by rewrite ler_pimull.
Qed.
End Unbiasedness.
