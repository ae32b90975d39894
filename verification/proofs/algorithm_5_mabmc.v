(** Algorithm 5, multi-armed bandit MCMC.

    [fresh_is_mixture], [repropose_is_mixture], [reuse_is_mixture]: what the
    three readings of the algorithm accept with, for any arms and any rule.
    [algorithm_5_symmetric_in_law]: with fresh draws it is right for any valid
    arms and any rule whose choice has the same law for θ, θ' and θ', θ.
    [max_min_symmetric_in_law]: the max-min rule on draws, or on whatever is seen
    of each arm both ways, is such a rule, for any ties.
    [algorithm_5]: Algorithm 5 as printed, with fresh draws, is right for all
    three ways of breaking ties. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From peskun.definitions Require Import chance models arms rules kernels.
From peskun Require Import finite_models algorithm_1_metropolis_hastings lemma_1_mpmc_detailed_balance
  lemma_2_sve_detailed_balance.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Readings.
Variables (R : realFieldType) (Theta X : finType) (m : finite_model R Theta X).
Variables (arms : seq (arm m)) (chooses : Theta -> Theta -> chance (reals R) (nat * R)).
Local Notation arm_ i := (nth (@true_ratio _ m) arms i).
Hypothesis arms_lawful : forall i, lawful (arm_ i).
Hypothesis chooses_law : forall t u, is_law (chooses t u).

Definition r_fresh t u : R := chooses t u (fun d => r_ (arm_ d.1) t u).
Definition r_repropose t u : R :=
  \sum_s prop m t s * chooses t s (fun d => r_ (arm_ d.1) t u).
Definition r_reuse t u : R := chooses t u (fun d => d.2).

Lemma attempt_mean i t u (a b : R) :
  attempt (arm_ i) t u (fun ok => if ok then a else b) =
  r_ (arm_ i) t u * a + (1 - r_ (arm_ i) t u) * b :> R.
Proof. exact: (mean_toss (arms_lawful i t u) (fun r => capped r)). Qed.

Theorem fresh_is_mixture t u :
  chain (bandit_step Fresh arms chooses) t u = accepting (prop m) r_fresh t u.
Proof.
rewrite -accepting_program.
apply: eq_bigr => v _ /=; congr (_ * _).
rewrite -(mean_toss (chooses_law t v)); apply: (mean_ext (chooses_law t v)) => d.
rewrite -attempt_mean; apply: (mean_ext (arms_lawful d.1 t v)) => r /=.
by rewrite !if_nat.
Qed.

Theorem repropose_is_mixture t u :
  chain (bandit_step Repropose arms chooses) t u = accepting (prop m) r_repropose t u.
Proof.
rewrite -accepting_program.
transitivity (\sum_s prop m t s * \sum_v prop m t v * chooses t s (fun d =>
    r_ (arm_ d.1) t v * (v == u)%:R + (1 - r_ (arm_ d.1) t v) * (t == u)%:R)).
  apply: eq_bigr => s _ /=; congr (_ * _).
  rewrite (mean_sum (chooses_law t s) (fun v d => prop m t v * attempt (arm_ d.1) t v
    (fun ok => if (if ok then v else t) == u then 1 else 0 : R))).
  apply: eq_bigr => v _; rewrite (mean_scale (chooses_law t s)); congr (_ * _).
  apply: (mean_ext (chooses_law t s)) => d; rewrite -attempt_mean.
  by apply: (mean_ext (arms_lawful d.1 t v)) => r /=; rewrite !if_nat.
under eq_bigr do rewrite mulr_sumr.
rewrite exchange_big; apply: eq_bigr => v _ /=.
transitivity (prop m t v * \sum_s prop m t s * (chooses t s (fun d => r_ (arm_ d.1) t v) * (v == u)%:R
    + (1 - chooses t s (fun d => r_ (arm_ d.1) t v)) * (t == u)%:R)).
  rewrite mulr_sumr; apply: eq_bigr => s _; rewrite mulrCA; congr (_ * (_ * _)).
  exact: (mean_toss (chooses_law t s)).
congr (_ * _); exact: (mean_toss (law_propose m t)).
Qed.

Theorem reuse_is_mixture t u :
  chain (bandit_step Reuse arms chooses) t u = accepting (prop m) r_reuse t u.
Proof.
rewrite -accepting_program.
apply: eq_bigr => v _ /=; congr (_ * _).
rewrite -(mean_toss (chooses_law t v)); apply: (mean_ext (chooses_law t v)) => d.
by rewrite !if_nat.
Qed.

Hypothesis arms_ge0 : forall i t u, 0 <= r_ (arm_ i) t u.
Hypothesis arms_valid : forall i, valid (post m) (prop m) (r_ (arm_ i)).
Hypothesis symmetric_in_law : forall t u (f : nat -> R),
  chooses t u (fun d => f d.1) = chooses u t (fun d => f d.1) :> R.

Lemma fresh_valid : valid (post m) (prop m) r_fresh.
Proof.
move=> t u; rewrite /r_fresh -!(mean_scale (chooses_law _ _)).
rewrite (symmetric_in_law t u (fun i => post m t * prop m t u * r_ (arm_ i) t u)).
by apply: (mean_ext (chooses_law u t)) => d; rewrite arms_valid.
Qed.

Theorem algorithm_5_symmetric_in_law :
  right_chain (post m) (chain (bandit_step Fresh arms chooses)).
Proof.
apply: right_chain_ext fresh_is_mixture _; apply: accepting_right (prop_law m) _ fresh_valid => t u.
rewrite (law_ge0 (chooses_law t u)) //= -[leRHS](mean_const (chooses_law t u)).
by apply: (mean_le (chooses_law t u)) => d; apply: r_le1.
Qed.
End Readings.

(** ** The max-min rule *)
Section MaxMinRule.
Variables (R : realFieldType) (Theta X : finType) (m : finite_model R Theta X).
Variable tie : tie_break.
Implicit Types (scores : seq R) (seens : seq (seeing m)).

Lemma countE n : count (reals R) n = n%:R :> R.
Proof. by elim: n => //= n ->; rewrite mulrSr. Qed.

Lemma totalE (s : seq R) : total (N := reals R) s = \sum_(a <- s) a.
Proof. by elim: s => [|a s IH] /=; rewrite ?big_nil // big_cons -IH. Qed.

Lemma coinE (s : seq nat) (f : nat -> R) :
  total (N := reals R) [seq f i | i <- s] = \sum_(i <- s) f i.
Proof. by rewrite totalE big_map. Qed.

Lemma law_best scores : is_law (best (N := reals R) tie scores).
Proof.
rewrite /best; case: tie; try exact: law_ret.
move: (largest _) => arms; case E: (nilp arms); first exact: law_ret.
have n0 : (size arms)%:R != 0 :> R by rewrite pnatr_eq0; apply: negbT E.
split=> /=; rewrite ?countE.
- split=> [f g e|a f g]; rewrite ?countE !coinE; first by congr (_ / _); apply: eq_bigr.
  by rewrite mulrA -mulrDl mulr_sumr -big_split.
- by move=> f f0; rewrite ?countE coinE divr_ge0 ?ler0n //; apply: sumr_ge0.
- rewrite coinE big_const_seq count_predT iter_addr_0 -mulr_natr mul1r divff //.
move=> U d F [e l]; rewrite ?countE coinE.
have z : d (fun=> 0 : R) = 0 :> R.
  by have := l (-1) (fun=> 0 : R) (fun=> 0 : R); rewrite mulr0 addr0 mulN1r addNr.
have hom a (g : U -> R) : d (fun y => a * g y) = a * d g :> R.
  by have := l a g (fun=> 0 : R); rewrite z addr0 => <-; apply: e => y; rewrite addr0.
rewrite mulrC; move: (_%:R) n0 => n n0.
transitivity (d (fun y => n^-1 * \sum_(i <- arms) F i y) : R).
  rewrite hom; congr (_ * _); elim: {E n n0} arms => [|i s IH].
    by rewrite big_nil -[LHS]z; apply: e => y; rewrite big_nil.
  rewrite big_cons IH -[d _ in LHS]mul1r -l; apply: e => y.
  by rewrite big_cons mul1r.
by apply: e => y; rewrite coinE mulrC.
Qed.

(** What is seen of every arm has a law. *)
Fixpoint all_lawful seens : Prop :=
  if seens is seen :: rest then (forall t u, is_law (seen t u)) /\ all_lawful rest else True.

Lemma law_looks seens t u : all_lawful seens -> is_law (looks seens t u).
Proof.
elim: seens => [|seen rest IH] /=; first by move=> _; apply: law_ret.
case=> ls /IH lr; apply: law_bind => [|x]; last by apply: law_bind => // y; apply: law_ret.
by apply: law_bind => // x; apply: law_bind => // y; apply: law_ret.
Qed.

Lemma law_decide seens t u : all_lawful seens -> is_law (decide tie seens t u).
Proof.
move=> ls; apply: law_bind; first exact: law_looks.
by move=> l; apply: law_bind => [|i]; [apply: law_best|apply: law_ret].
Qed.

(** The scores have the same law for the move and its reverse: the draws are
    exchanged. *)
Lemma looks_symmetric seens t u (g : seq R -> R) : all_lawful seens ->
  looks seens t u (fun l => g (map fst l)) = looks seens u t (fun l => g (map fst l)) :> R.
Proof.
elim: seens g => [//|seen rest IH] g /= [ls /IH {}IH].
transitivity (seen t u (fun x => seen u t (fun y =>
    looks rest u t (fun l => g (Num.min x y :: map fst l)))) : R).
  apply: (mean_ext (ls t u)) => x; apply: (mean_ext (ls u t)) => y.
  exact: (IH (fun l => g (Num.min x y :: l))).
rewrite (law_swap (ls t u)); last by case: (ls u t).
apply: (mean_ext (ls u t)) => x; apply: (mean_ext (ls t u)) => y.
by rewrite minC.
Qed.

Theorem max_min_symmetric_in_law seens t u (f : nat -> R) : all_lawful seens ->
  decide tie seens t u (fun d => f d.1) = decide tie seens u t (fun d => f d.1) :> R.
Proof. by move=> /(looks_symmetric t u (fun l => best (N := reals R) tie l f)) e; apply: e. Qed.
End MaxMinRule.

(** ** The paper's own *)
Section Paper.
Variables (R : realFieldType) (Theta X : finType) (m : finite_model R Theta X).

Lemma law_drawn (a : arm m) : lawful a -> forall t u, is_law (drawn a t u).
Proof. by move=> la t u; apply: law_bind => // r; apply: law_ret. Qed.

Lemma paper_arms_right i : let a := nth (@true_ratio _ m) (paper_arms m) i in
  [/\ lawful a, (forall t u, 0 <= r_ a t u) & valid (post m) (prop m) (r_ a)].
Proof.
case: i => [|[|i]] /=; last rewrite nth_nil; split; try exact: mpmc_valid; try exact: sve_valid;
  try exact: mh_valid; try exact: lawful_mpmc; try exact: lawful_sve; try exact: lawful_true.
- by move=> t u; apply/pseudo_ge0/aux_ge0.
- exact: sve_ge0.
exact: mh_ge0.
Qed.

Lemma paper_draws_lawful : all_lawful (map (@drawn _ m) (paper_arms m)).
Proof.
by split; [|split=> //]; apply: law_drawn; [exact: lawful_mpmc|exact: lawful_sve].
Qed.

Theorem algorithm_5 tie : right_chain (post m) (chain (mabmc (m := m) Fresh tie)).
Proof.
apply: algorithm_5_symmetric_in_law.
- by move=> i; case: (paper_arms_right i).
- by move=> t u; apply/law_decide/paper_draws_lawful.
- by move=> i; case: (paper_arms_right i).
- by move=> i; case: (paper_arms_right i).
by move=> t u f; apply/max_min_symmetric_in_law/paper_draws_lawful.
Qed.
End Paper.
