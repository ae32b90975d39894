(** Algorithm 2, pseudo-marginal Monte Carlo on Θ×X.

    [algorithm_2]: its chain is stochastic, reversible with respect to
    π(θ|x) π(y|x, θ), and leaves it invariant; the θ-marginal of that law is the
    posterior ([marginal_target]).
    [mpmc_averages_pmc]: averaged over y ~ π(·|x, θ), its moves of θ are MPMC's. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From peskun.definitions Require Import chance models arms rules kernels.
From peskun Require Import finite_models algorithm_1_metropolis_hastings lemma_1_mpmc_detailed_balance.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Algorithm2.
Variables (R : realFieldType) (Theta X : finType) (m : finite_model R Theta X).
Local Notation state := (Theta * X)%type.

Definition pmc (s s' : state) : R :=
  transition (fun a b : state => a == b) (pseudo_marginal_step (m := m)) s s'.
Definition pmc_target (s : state) : R := post m s.1 * aux m s.1 s.2.
Definition pmc_proposal (s s' : state) : R := prop m s.1 s'.1 * dens m s'.1 s'.2.
Definition pmc_acceptance (s s' : state) : R :=
  capped (pseudo_marginal_ratio (m := m) (aux m) s.1 s.2 s'.1 s'.2).

Lemma sum_states (F : state -> R) : \sum_s F s = \sum_t \sum_y F (t, y).
Proof. by rewrite pair_bigA; apply: eq_bigr => -[]. Qed.

Lemma pmc_proposal_law s : is_probability (pmc_proposal s).
Proof.
split=> [s'|]; first by rewrite mulr_ge0 ?prop_ge0 ?dens_ge0.
rewrite sum_states -(prop_sum m s.1); apply: eq_bigr => u _ /=.
by rewrite /pmc_proposal /= -mulr_sumr dens_sum mulr1.
Qed.

Lemma pmcE s s' : pmc s s' = accepting pmc_proposal pmc_acceptance s s'.
Proof.
rewrite -accepting_program.
rewrite sum_states; apply: eq_bigr => u _ /=; rewrite mulr_sumr; apply: eq_bigr => z _.
by rewrite mulrA !if_nat.
Qed.

Lemma pmc_valid : valid pmc_target pmc_proposal pmc_acceptance.
Proof.
suff e s s' : pmc_target s * pmc_proposal s s' * pmc_acceptance s s' =
    Num.min (known_flow m s'.1 s.1 * (lik m s.1 s.2 * aux m s'.1 s'.2))
            (known_flow m s.1 s'.1 * (lik m s'.1 s'.2 * aux m s.1 s.2)) * scale m s.1 s'.1.
  by move=> s s'; rewrite !e minC scaleC.
case: s s' => [t y] [u z]; rewrite -flow_with_known ?mulr_ge0 ?lik_ge0 ?aux_ge0 //.
rewrite -/(pseudo_marginal_ratio (m := m) (aux m) t y u z) -/(pmc_acceptance (t, y) (u, z)).
rewrite /pmc_target /pmc_proposal /= mulrACA post_prop densE.
by move: (pmc_acceptance _ _) => r; field; rewrite lt0r_neq0 ?Z_gt0.
Qed.

Theorem algorithm_2 : right_chain pmc_target pmc.
Proof.
apply: right_chain_ext pmcE _; apply: accepting_right pmc_proposal_law _ pmc_valid => s s'.
by rewrite capped_le1 andbT; apply: capped_known_ge0; rewrite mulr_ge0 ?lik_ge0 ?aux_ge0.
Qed.

Theorem marginal_target t : \sum_y pmc_target (t, y) = post m t.
Proof. by rewrite -[RHS]mulr1 -(aux_sum m t) mulr_sumr. Qed.

Theorem mpmc_averages_pmc t u :
  \sum_y aux m t y * (\sum_z pmc (t, y) (u, z)) = chain (randomized_step (@mpmc _ m)) t u.
Proof.
have off v : v != t -> \sum_y aux m t y * (\sum_z pmc (t, y) (v, z)) =
    chain (randomized_step (@mpmc _ m)) t v.
  rewrite eq_sym => tv; rewrite chain_randomized; last exact: lawful_mpmc.
  rewrite accepting_off // r_mpmcE mulr_sumr; apply: eq_bigr => y _.
  rewrite mulrCA; congr (_ * _); rewrite mulr_sumr; apply: eq_bigr => z _.
  by rewrite pmcE accepting_off ?xpair_eqE ?(negbTE tv) // /pmc_proposal -mulrA.
have [->|ut] := eqVneq u t; last exact: off.
have rows : \sum_v \sum_y aux m t y * (\sum_z pmc (t, y) (v, z)) = 1.
  rewrite exchange_big -[RHS](aux_sum m t); apply: eq_bigr => y _.
  rewrite -mulr_sumr -[RHS]mulr1; congr (_ * _); rewrite -sum_states.
  by case: algorithm_2 => -[].
have : \sum_v chain (randomized_step (@mpmc _ m)) t v = 1 by case: (lemma_1 m) => -[].
rewrite -rows [LHS](bigD1 t) //= [RHS](bigD1 t) //= => e; apply/esym.
by move: e; rewrite (eq_bigr _ off) => /addIr.
Qed.
End Algorithm2.
