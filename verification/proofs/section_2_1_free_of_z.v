(** Section 2.1: the acceptance ratios do not depend on Z(θ)/Z(θ').

    Multiply every f_θ by a constant c(θ) > 0 of its own, which changes every
    Z(θ)/Z(θ') and no law p_θ. Then
    [free_of_z]: MPMC, SVE, the noisy and double Metropolis–Hastings algorithms
    and Algorithm 5 in all its readings have the same transition matrix;
    [free_of_z_pmc]: so does PMC on Θ×X.

    Used: c(θ) c(θ') cancels in the known part times the estimate of the unknown
    one, draw by draw; and programs whose draws are equally likely and whose
    outcomes correspond have the same means [corresponding]. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From peskun.definitions Require Import chance models arms rules kernels.
From peskun Require Import finite_models algorithm_1_metropolis_hastings algorithm_2_pseudo_marginal
  algorithm_5_mabmc.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Programs that correspond *)
Section Corresponding.
Variable R : realFieldType.
Local Notation chance := (chance (reals R)).

Definition corresponding S T (rel : S -> T -> Prop) (c : chance S) (d : chance T) :=
  forall (f : S -> R) (g : T -> R), (forall x y, rel x y -> f x = g y) -> c f = d g :> R.
Local Notation same := (corresponding eq).

Lemma corresponding_ret S T (rel : S -> T -> Prop) x y :
  rel x y -> corresponding rel (ret x) (ret y).
Proof. by move=> xy f g; apply. Qed.

Lemma corresponding_bind S T S' T' (rel : S -> T -> Prop) (rel' : S' -> T' -> Prop) c d k l :
  corresponding rel c d -> (forall x y, rel x y -> corresponding rel' (k x) (l y)) ->
  corresponding rel' (bind c k) (bind d l).
Proof. by move=> cd kl f g fg; apply: cd => x y /kl; apply. Qed.

Lemma same_bind S T (c d : chance S) (k l : S -> chance T) :
  same c d -> (forall x, same (k x) (l x)) -> same (bind c k) (bind d l).
Proof. by move=> cd kl; apply: corresponding_bind cd _ => x _ <-. Qed.

Lemma same_ret S (x : S) : same (ret x) (ret x). Proof. exact: corresponding_ret. Qed.

Lemma same_law S (c : chance S) : is_law c -> same c c.
Proof. by move=> lc f g fg; apply: (mean_ext lc) => x; apply: fg. Qed.

Lemma same_draw (S : finType) (v w : S -> R) : v =1 w ->
  same (draw (fun F : S -> reals R => \sum_x (F x : R)) v)
       (draw (fun F : S -> reals R => \sum_x (F x : R)) w).
Proof. by move=> vw f g fg; apply: eq_bigr => x _; rewrite vw (fg x x). Qed.

Lemma same_toss (p : R) : same (toss (N := reals R) p) (toss (N := reals R) p).
Proof. by move=> f g fg /=; rewrite (fg true true) // (fg false false). Qed.

Lemma corresponding_iterated S T (rel : S -> T -> Prop) x y n s s' : rel x y ->
  (forall a b, rel a b -> corresponding rel (s a) (s' b)) ->
  corresponding rel (iterated x n s) (iterated y n s').
Proof.
move=> + step; elim: n x y => [|n IH] x y xy; first exact: corresponding_ret.
by apply: corresponding_bind (step _ _ xy) _ => a b; apply: IH.
Qed.
End Corresponding.

(** ** A model with each likelihood on another scale *)
Section Rescaled.
Variables (R : realFieldType) (Theta X : finType) (m : finite_model R Theta X) (c : Theta -> R).
Hypothesis c_gt0 : forall t, 0 < c t.
Let c_neq0 t : c t != 0. Proof. exact: lt0r_neq0. Qed.

Definition rescaled : finite_model R Theta X.
Proof.
refine (@FiniteModel R Theta X (pr m) (fun t x => c t * lik m t x) (obs m) (prop m) (aux m) (mid m)
  (@pr_gt0 _ _ _ m) _ _ (@prop_law _ _ _ m) (@aux_law _ _ _ m) (@mid_law _ _ _ m) (@mid_sym _ _ _ m)).
- by move=> t x; rewrite mulr_ge0 ?lik_ge0 ?ltW.
- by move=> t; rewrite mulr_gt0 ?lik_of_data.
Defined.
Local Notation m' := rescaled.
Local Notation same := (corresponding eq).

Lemma rescaled_Z t : Z m' t = c t * Z m t.
Proof. by rewrite /Z /normalizing_constant /= mulr_sumr. Qed.

Lemma rescaled_dens t x : dens m' t x = dens m t x.
Proof. by rewrite !densE rescaled_Z -mulf_div divff // mul1r. Qed.

Lemma rescaled_flow t u : known_flow m' t u = c t * known_flow m t u.
Proof. by rewrite !known_flowE /=; ring. Qed.

Lemma ratio_of_scaled (s n d : R) : s != 0 ->
  ratio_of (N := reals R) (s * n) (s * d) = ratio_of (N := reals R) n d.
Proof.
by move=> s0; rewrite /ratio_of /= mulf_eq0 (negbTE s0); case: eqP => //= _; rewrite -mulf_div divff // mul1r.
Qed.

(** The scales cancel. *)
Lemma with_known_rescaled t u (k e : R) :
  with_known (m := m') t u (ratio_of (N := reals R) (c t * k) (c u * e)) =
  with_known (m := m) t u (ratio_of (N := reals R) k e).
Proof.
rewrite !with_knownE !rescaled_flow -[RHS](ratio_of_scaled _ _ (mulf_neq0 (c_neq0 t) (c_neq0 u))).
by move: (known_flow m u t) (known_flow m t u) => n d; congr ratio_of; ring.
Qed.

Lemma exchange_rescaled t u w : exchange_ratio (m := m') t u w = exchange_ratio (m := m) t u w.
Proof. exact: with_known_rescaled. Qed.

Lemma pseudo_rescaled t u (y z : X) :
  pseudo_marginal_ratio (m := m') (aux m') t y u z = pseudo_marginal_ratio (m := m) (aux m) t y u z.
Proof.
rewrite -[RHS]with_known_rescaled; congr with_known.
by rewrite /= !mulrA.
Qed.

Lemma same_point t : same (draw_point (m := m') t) (draw_point (m := m) t).
Proof. by apply: same_draw => x; apply: rescaled_dens. Qed.
Lemma same_propose t : same (propose (m := m') t) (propose (m := m) t).
Proof. exact: same_draw. Qed.

(** Arms that draw the same ratios. *)
Definition same_arm (a : arm m') (b : arm m) := forall t u, same (a t u) (b t u).

Lemma same_true_ratio : same_arm (@true_ratio _ m') (@true_ratio _ m).
Proof.
move=> t u; rewrite !true_ratioE !rescaled_Z; apply: corresponding_ret.
exact: with_known_rescaled.
Qed.

Lemma same_mpmc : same_arm (@mpmc _ m') (@mpmc _ m).
Proof.
move=> t u; apply: same_bind => [|y]; first exact: same_draw.
by apply: same_bind (same_point u) _ => z; apply/corresponding_ret/pseudo_rescaled.
Qed.

Lemma same_exchange : same_arm (@exchange _ m') (@exchange _ m).
Proof. by move=> t u; apply: same_bind (same_point u) _ => w; apply/corresponding_ret/exchange_rescaled. Qed.

(** The average is over ratios on another scale. *)
Lemma same_noisy n : same_arm (noisy (m := m') n) (noisy (m := m) n).
Proof.
move=> t u; pose rel (s' s : R) := s' = c t / c u * s.
apply: (corresponding_bind (rel := rel)).
  apply: corresponding_iterated => [|a b ab]; first by rewrite /rel mulr0.
  apply: corresponding_bind (same_point u) _ => w _ <-; apply: corresponding_ret.
  by rewrite /rel /= ab mulrDr mulf_div.
move=> a b ab; apply: corresponding_ret; rewrite {}ab /=; move: (count (reals R) n : R) => k.
have some (s x y : R) : y != 0 -> s = x / y -> Some s = ratio_of (N := reals R) x y.
  by move=> /negbTE y0 ->; rewrite /ratio_of /= y0.
rewrite -[LHS]/(with_known (m := m') t u (Some (c t / c u * b / k))).
rewrite (some _ (c t * (b / k)) (c u * 1)) ?mulr1 //; last by rewrite -!mulrA mulrCA [_^-1 * _]mulrC !mulrA.
by rewrite -[X in ratio_of _ X]mulr1 with_known_rescaled -(some (b / k)) ?oner_eq0 ?divr1.
Qed.

Lemma same_double n : same_arm (double_metropolis (m := m') n) (double_metropolis (m := m) n).
Proof.
move=> t u; apply: same_bind => [|w]; last exact/corresponding_ret/exchange_rescaled.
apply: corresponding_iterated => // x _ <-; apply: same_bind => [|y]; first exact: same_draw.
rewrite [ratio_of _ _](ratio_of_scaled _ _ (c_neq0 u)).
by apply: same_bind (same_toss _) _ => accepted; apply: same_ret.
Qed.

Lemma same_drawn a b : same_arm a b -> forall t u, same (drawn a t u) (drawn b t u).
Proof. by move=> ab t u; apply: same_bind (ab t u) _ => r; apply: same_ret. Qed.

Lemma same_look a b t u : same_arm a b -> same (look (drawn a) t u) (look (drawn b) t u).
Proof.
move=> /same_drawn ab; apply: same_bind (ab t u) _ => x; apply: same_bind (ab u t) _ => y.
exact: same_ret.
Qed.

Lemma same_decide tie t u : same (decide tie (map (@drawn _ m') (paper_arms m')) t u)
                                 (decide tie (map (@drawn _ m) (paper_arms m)) t u).
Proof.
apply: same_bind => [|l]; last first.
  by apply: same_bind => [|i]; [apply/same_law/law_best|apply: same_ret].
apply: same_bind (same_look t u same_mpmc) _ => x.
apply: same_bind => [|l]; last exact: same_ret.
by apply: same_bind (same_look t u same_exchange) _ => y; apply: same_bind (same_ret _) _ => l; apply: same_ret.
Qed.

Lemma same_attempt a b t u : same_arm a b -> same (attempt a t u) (attempt b t u).
Proof. by move=> /same_drawn ab; apply: same_bind (ab t u) _ => p; apply: same_toss. Qed.

Lemma same_paper_arm i : same_arm (nth (@true_ratio _ m') (paper_arms m') i) (nth (@true_ratio _ m) (paper_arms m) i).
Proof. by case: i => [|[|i]] /=; [exact: same_mpmc|exact: same_exchange|rewrite !nth_nil; exact: same_true_ratio]. Qed.

Lemma same_mabmc reading tie t : same (mabmc (m := m') reading tie t) (mabmc (m := m) reading tie t).
Proof.
apply: same_bind (same_propose t) _ => u; apply: same_bind (same_decide tie t u) _ => d.
apply: same_bind => [|v]; first by case: reading; try exact: same_ret; apply: same_propose.
apply: same_bind => [|accepted]; last exact: same_ret.
by case: reading; try exact: same_toss; apply/same_attempt/same_paper_arm.
Qed.

Lemma same_randomized a b t : same_arm a b -> same (randomized_step a t) (randomized_step b t).
Proof.
move=> ab; apply: same_bind (same_propose t) _ => u; apply: same_bind (same_attempt t u ab) _ => accepted.
exact: same_ret.
Qed.

Lemma same_chain (step step' : Theta -> chance (reals R) Theta) t u :
  same (step t) (step' t) -> chain step t u = chain step' t u.
Proof. by apply=> x _ <-. Qed.

Theorem free_of_z t u :
  let one_arm (a : forall n : model (reals R), arm n) (n : finite_model R Theta X) :=
    chain (randomized_step (a n)) t u in
  [/\ one_arm (@mpmc _) m' = one_arm (@mpmc _) m,
      one_arm (@exchange _) m' = one_arm (@exchange _) m,
      forall n, one_arm (fun M => noisy (m := M) n) m' = one_arm (fun M => noisy (m := M) n) m,
      forall n, one_arm (fun M => double_metropolis (m := M) n) m' =
                one_arm (fun M => double_metropolis (m := M) n) m &
      forall reading tie, chain (mabmc (m := m') reading tie) t u = chain (mabmc (m := m) reading tie) t u].
Proof.
split=> [||n|n|reading tie]; apply: same_chain; last exact: same_mabmc.
- exact/same_randomized/same_mpmc.
- exact/same_randomized/same_exchange.
- exact/same_randomized/same_noisy.
exact/same_randomized/same_double.
Qed.

Theorem free_of_z_pmc s s' : pmc m' s s' = pmc m s s'.
Proof.
suff same_step : same (pseudo_marginal_step (m := m') s) (pseudo_marginal_step (m := m) s).
  by apply: same_step => x _ <-.
apply: same_bind (same_propose s.1) _ => u; apply: same_bind (same_point u) _ => z.
rewrite pseudo_rescaled; apply: same_bind (same_toss _) _ => accepted.
exact: same_ret.
Qed.
End Rescaled.
