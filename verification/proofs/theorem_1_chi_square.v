(** Theorem 1: the relative mean square errors are Pearson chi-square distances.

    For every pair whose move is proposed in both directions,
    [theorem_1_sve]:  E (â_SVE − a)²/a² = χ²(p_θ', p_θ);
    [theorem_1_mpmc]: E (â_MPMC − a)²/a² = χ²(p_θ'(y')π(y|x,θ), p_θ(y)π(y'|x,θ')).
    χ² sums over the support of its first argument, as it must where that has
    zeros; the printed proof's f_θ'(y') reads p_θ'(y'). *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From peskun.definitions Require Import chance models arms rules kernels.
From peskun Require Import finite_models algorithm_1_metropolis_hastings.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Theorem1.
Variables (R : realFieldType) (Theta X : finType) (m : finite_model R Theta X).

(** The number that a ratio is; an infinite one is drawn with probability 0. *)
Definition value (r : ratio (reals R)) : R := odflt 0 r.
(** The ratio of Algorithm 1. *)
Definition truth (t u : Theta) : R := true_ratio (m := m) t u value.
Definition relative_error (a : arm m) (t u : Theta) : R :=
  a t u (fun r => (value r - truth t u) ^+ 2 / truth t u ^+ 2).
Definition chi_square (I : finType) (f g : I -> R) :=
  \sum_(i | f i != 0) (f i - g i) ^+ 2 / f i.

Variables (t u : Theta).
Hypotheses (there : prop m t u != 0) (back : prop m u t != 0).

Lemma flows_neq0 : (known_flow m t u != 0) && (known_flow m u t != 0).
Proof. by rewrite !known_flowE !mulf_neq0 // lt0r_neq0 ?pr_gt0 ?lik_of_data. Qed.

Lemma known_some : known_ratio (m := m) t u = Some (known_flow m u t / known_flow m t u : R).
Proof.
case/andP: flows_neq0 => a b.
by rewrite /known_ratio /ratio_of -/(known_flow m t u) -/(known_flow m u t) /= (negbTE a).
Qed.

Lemma truthE : truth t u = known_flow m u t / known_flow m t u * (Z m t / Z m u).
Proof. by rewrite /truth /true_ratio /= known_some. Qed.

Theorem theorem_1_sve : relative_error (@exchange _ m) t u = chi_square (dens m u) (dens m t).
Proof.
case/andP: flows_neq0 => a b; have zt := lt0r_neq0 (Z_gt0 m t); have zu := lt0r_neq0 (Z_gt0 m u).
rewrite /relative_error exchangeE /chi_square [RHS]big_mkcond; apply: eq_bigr => w _.
have [->|dw] := eqVneq (dens m u w) 0; first by rewrite mul0r.
have lw : lik m u w != 0 by apply: contraNneq dw => l0; rewrite densE l0 mul0r.
rewrite truthE /exchange_ratio /with_known /ratio_of /= (negbTE lw) /= known_some /= !densE.
by field; rewrite ?lw ?zt ?zu ?a ?b.
Qed.

Theorem theorem_1_mpmc : relative_error (@mpmc _ m) t u =
  chi_square (fun p : X * X => dens m u p.2 * aux m t p.1)
             (fun p : X * X => dens m t p.1 * aux m u p.2).
Proof.
case/andP: flows_neq0 => a b; have zt := lt0r_neq0 (Z_gt0 m t); have zu := lt0r_neq0 (Z_gt0 m u).
rewrite /relative_error mpmcE /chi_square [RHS]big_mkcond -(pair_bigA _ (fun y z =>
  if dens m u z * aux m t y != 0 then
    (dens m u z * aux m t y - dens m t y * aux m u z) ^+ 2 / (dens m u z * aux m t y) else 0)) /=.
apply: eq_bigr => y _; rewrite mulr_sumr; apply: eq_bigr => z _.
rewrite mulf_eq0 negb_or.
have [->|dz] := eqVneq (dens m u z) 0; first by rewrite mul0r mulr0.
have [->|ay] := eqVneq (aux m t y) 0; first by rewrite mul0r.
have lz : lik m u z != 0 by apply: contraNneq dz => l0; rewrite densE l0 mul0r.
rewrite truthE /pseudo_marginal_ratio /with_known /ratio_of /= mulf_eq0 (negbTE lz) (negbTE ay).
rewrite /= known_some /= !densE.
by field; rewrite ?lz ?ay ?zt ?zu ?a ?b.
Qed.
End Theorem1.
