(** The setting of all theorems: finite Θ and X, numbers from any real field,
    zeros allowed in every support.

    Here are the model with its assumptions; what it means that a program draws
    from a law; Definition 1 (valid); chains that propose and accept; and the
    three things every theorem on a chain speaks of: stochastic, reversible,
    invariant. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From peskun.definitions Require Import chance models arms rules kernels.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Numbers and models *)
Definition reals (R : realFieldType) : numbers :=
  @Numbers R 0 1 (fun a b => a + b) (fun a b => a - b) (fun a b => a * b)
    (fun a b => a / b) (fun a b => Num.min a b) (fun a => a == 0) (fun a b => a <= b).

(** The assumptions: the prior is positive, the data have positive likelihood
    under every θ, and q, π(·|x, θ) and the law halfway are probabilities, the
    last the same in both directions. Nothing is said of supports. *)
Record finite_model (R : realFieldType) (Theta X : finType) := FiniteModel {
  pr : Theta -> R;
  lik : Theta -> X -> R;
  obs : X;
  prop : Theta -> Theta -> R;
  aux : Theta -> X -> R;
  mid : Theta -> Theta -> X -> R;
  pr_gt0 : forall t, 0 < pr t;
  lik_ge0 : forall t x, 0 <= lik t x;
  lik_obs_gt0 : forall t, 0 < lik t obs;
  prop_ge0 : forall t u, 0 <= prop t u;
  prop_sum : forall t, \sum_u prop t u = 1;
  aux_ge0 : forall t x, 0 <= aux t x;
  aux_sum : forall t, \sum_x aux t x = 1;
  mid_ge0 : forall t u x, 0 <= mid t u x;
  mid_sum : forall t u, \sum_x mid t u x = 1;
  mid_sym : forall t u x, mid t u x = mid u t x }.

(** The model as the programs see it. *)
Definition seen_by_programs R Theta X (m : finite_model R Theta X) : model (reals R) :=
  @Model (reals R) Theta X (fun F => \sum_t F t) (fun F => \sum_x F x) (obs m)
    (pr m) (lik m) (prop m) (aux m) (mid m).
Coercion seen_by_programs : finite_model >-> model.

(** ** Laws *)
Section Laws.
Variable R : realFieldType.
Local Notation chance := (chance (reals R)).

(** The mean of a program is that of a probability law on finitely many
    outcomes: linear, positive, of mass one, and the order of two draws that do
    not depend on each other is of no account. *)
Definition linear_mean T (c : chance T) :=
  (forall f g : T -> R, f =1 g -> c f = c g :> R) /\
  (forall (a : R) (f g : T -> R), c (fun x => a * f x + g x) = a * (c f : R) + (c g : R) :> R).
Record is_law T (c : chance T) : Prop := IsLaw {
  law_linear : linear_mean c;
  law_ge0 : forall f : T -> R, (forall x, 0 <= f x) -> 0 <= c f :> R;
  law_one : c (fun=> 1 : R) = 1 :> R;
  law_swap : forall U (d : chance U) (F : T -> U -> R), linear_mean d ->
    c (fun x => d (fun y => F x y)) = d (fun y => c (fun x => F x y)) :> R }.

Section Means.
Variables (T : Type) (c : chance T).
Hypothesis lc : is_law c.
Implicit Types f g : T -> R.

Lemma mean_ext f g : f =1 g -> c f = c g :> R.
Proof. by case: lc => -[e _] _ _ _; apply: e. Qed.

Lemma mean_const (a : R) : c (fun=> a) = a :> R.
Proof.
case: lc => -[_ l] _ c1 _; have := l (a - 1) (fun=> 1 : R) (fun=> 1 : R).
by rewrite c1 mulr1 subrK.
Qed.

Lemma mean_scale (a : R) f : c (fun x => a * f x) = a * (c f : R) :> R.
Proof.
case: lc => -[e l] _ _ _; have := l a f (fun=> 0 : R); rewrite mean_const addr0 => <-.
by apply: e => x; rewrite addr0.
Qed.

Lemma mean_add f g : c (fun x => f x + g x) = (c f : R) + c g :> R.
Proof.
case: lc => -[e l] _ _ _; have := l 1 f g; rewrite mul1r => <-.
by apply: e => x; rewrite mul1r.
Qed.

Lemma mean_le f g : (forall x, f x <= g x) -> c f <= c g :> R.
Proof.
move=> fg; rewrite -subr_ge0 -mulN1r -mean_scale -mean_add; apply: law_ge0 => // x.
by rewrite mulN1r subr_ge0.
Qed.

Lemma mean_sum (I : finType) (F : I -> T -> R) : c (fun x => \sum_i F i x) = \sum_i (c (F i) : R) :> R.
Proof.
case: lc => _ _ _ sw; have := sw I (fun h => \sum_i h i) (fun x i => F i x); apply; split.
  by move=> f g e; apply: eq_bigr => i _; rewrite e.
by move=> a f g; rewrite mulr_sumr -big_split.
Qed.

(** A coin with a drawn probability. *)
Lemma mean_toss (p : T -> R) (a b : R) :
  c (fun x => p x * a + (1 - p x) * b) = (c p : R) * a + (1 - (c p : R)) * b :> R.
Proof.
rewrite (@mean_ext _ (fun x => (a - b) * p x + b)); last by move=> x; ring.
by rewrite mean_add mean_scale mean_const; ring.
Qed.
End Means.

Lemma law_ret T (x : T) : is_law (ret x : chance T).
Proof. by split=> //=; split=> // f g; apply. Qed.

Lemma law_bind S T (c : chance S) (next : S -> chance T) :
  is_law c -> (forall x, is_law (next x)) -> is_law (bind c next).
Proof.
move=> lc ln; have [[e l] p o s] := lc; split=> /=.
- split=> [f g fg|a f g]; first by apply: e => x; apply: (mean_ext (ln x)).
  by rewrite -l; apply: e => x; case: (ln x) => -[_ ->].
- by move=> f f0; apply: p => x; apply: (law_ge0 (ln x)).
- by rewrite -[RHS]o; apply: e => x; apply: (law_one (ln x)).
move=> U d F ld; rewrite -s //; apply: e => x; exact: (law_swap (ln x)).
Qed.

Lemma law_draw (T : finType) (w : T -> R) :
  (forall x, 0 <= w x) -> \sum_x w x = 1 -> is_law (draw (fun F : T -> reals R => \sum_x (F x : R)) w : chance T).
Proof.
move=> w0 w1; split=> /=.
- split=> [f g fg|a f g]; first by apply: eq_bigr => x _; rewrite fg.
  by rewrite mulr_sumr -big_split; apply: eq_bigr => x _ /=; ring.
- by move=> f f0; apply: sumr_ge0 => x _; rewrite mulr_ge0.
- by rewrite -[RHS]w1; apply: eq_bigr => x _; rewrite mulr1.
move=> U d F [e l].
have z : d (fun=> 0 : R) = 0 :> R by have := l (-1) (fun=> 0 : R) (fun=> 0 : R); rewrite mulr0 addr0 mulN1r addNr.
have s (r : seq T) : d (fun y => \sum_(x <- r) w x * F x y) = \sum_(x <- r) w x * (d (F x) : R) :> R.
  elim: r => [|x r IH]; first by rewrite big_nil -[RHS]z; apply: e => y; rewrite big_nil.
  by rewrite big_cons -IH -l; apply: e => y; rewrite big_cons.
by rewrite s.
Qed.

Lemma law_iterated S (start : S) n (step : S -> chance S) :
  (forall s, is_law (step s)) -> is_law (iterated start n step).
Proof.
move=> ls; elim: n start => [|n IH] start; first exact: law_ret.
by apply: law_bind.
Qed.
End Laws.

(** ** Chains that propose and accept *)
Section Chains.
Variables (R : realFieldType) (S : finType) (pi : S -> R) (q : S -> S -> R).
Implicit Types (r : S -> S -> R) (P : S -> S -> R).

(** Definition 1, of the mean acceptance r = E min{â, 1}. *)
Definition valid r := forall t u, pi t * q t u * r t u = pi u * q u t * r u t.
(** Propose by q, accept with probability r, otherwise stay. *)
Definition accepting r t u : R :=
  if t == u then 1 - \sum_(v | v != t) q t v * r t v else q t u * r t u.

Definition stochastic P := (forall t u, 0 <= P t u) /\ (forall t, \sum_u P t u = 1).
Definition reversible P := forall t u, pi t * P t u = pi u * P u t.
Definition invariant P := forall u, \sum_t pi t * P t u = pi u.
(** Peskun's order: less mass off the diagonal. *)
Definition peskun_below P Q := forall t u, t != u -> P t u <= Q t u.

Lemma accepting_sum r t : \sum_u accepting r t u = 1.
Proof.
rewrite (bigD1 t) //= /accepting eqxx.
rewrite [X in _ + X](eq_bigr (fun v => q t v * r t v)) ?subrK //.
by move=> v; rewrite eq_sym => /negbTE ->.
Qed.

Lemma accepting_stochastic r :
  (forall t u, 0 <= q t u) -> (forall t, \sum_u q t u = 1) ->
  (forall t u, 0 <= r t u <= 1) -> stochastic (accepting r).
Proof.
move=> q0 q1 r01; split; last exact: accepting_sum.
move=> t u; rewrite /accepting; case: eqP => _; last first.
  by rewrite mulr_ge0 //; case/andP: (r01 t u).
rewrite subr_ge0 -(q1 t) [leRHS](bigD1 t) //= -[leLHS]add0r ler_add //.
by apply: ler_sum => v _; rewrite ler_pimulr //; case/andP: (r01 t v).
Qed.

Lemma accepting_reversible r : valid r -> reversible (accepting r).
Proof.
move=> vr t u; rewrite /accepting eq_sym; case: eqP => [->//|_].
by rewrite !mulrA.
Qed.

Lemma reversible_invariant P : (forall t, \sum_u P t u = 1) -> reversible P -> invariant P.
Proof.
move=> s1 rP u; rewrite (eq_bigr _ (fun t _ => rP t u)).
by rewrite -mulr_sumr s1 mulr1.
Qed.

(** The transition matrix of a program that proposes by q, accepts with mean
    probability r and stays otherwise. *)
Lemma accepting_program r t u : (forall s, \sum_v q s v = 1) ->
  \sum_v q t v * (r t v * (v == u)%:R + (1 - r t v) * (t == u)%:R) = accepting r t u.
Proof.
move=> q1; rewrite /accepting; under eq_bigr do rewrite mulrDr.
rewrite big_split /= (bigD1 u) //= eqxx mulr1 big1 ?addr0; last first.
  by move=> v /negbTE ->; rewrite !mulr0.
case: eqP => [->|_]; last by rewrite [X in _ + X]big1 ?addr0 // => v _; rewrite !mulr0.
under eq_bigr do rewrite mulr1 mulrBr mulr1.
by rewrite sumrB q1 (bigD1 u) //= addrCA opprD addNKr.
Qed.
End Chains.

Lemma if_nat (R : realFieldType) (b : bool) : (if b then 1 else 0) = b%:R :> R.
Proof. by case: b. Qed.

(** Stochastic, with this target reversible, hence invariant. *)
Definition right_chain (R : realFieldType) (S : finType) (pi : S -> R) P :=
  [/\ stochastic P, reversible pi P & invariant pi P].

Lemma accepting_right (R : realFieldType) (S : finType) (pi : S -> R) q r :
  (forall t u, 0 <= q t u) -> (forall t, \sum_u q t u = 1) -> (forall t u, 0 <= r t u <= 1) ->
  valid pi q r -> right_chain pi (accepting q r).
Proof.
move=> q0 q1 r01 v; have rev := accepting_reversible v; split=> //.
  exact: accepting_stochastic.
exact: reversible_invariant (accepting_sum _ _) rev.
Qed.

(** ** The model's own *)
Section Model.
Variables (R : realFieldType) (Theta X : finType) (m : finite_model R Theta X).
Implicit Types (t u : Theta).

Definition Z t : R := normalizing_constant (m := m) t.
Definition dens t (x : X) : R := density (m := m) t x.
Definition post t : R := posterior (m := m) t.
Definition evidence : R := \sum_t joint (m := m) t.

Lemma Z_gt0 t : 0 < Z t.
Proof.
rewrite /Z /normalizing_constant /= (bigD1 (obs m)) //= ltr_paddr ?lik_obs_gt0 //.
by apply: sumr_ge0 => x _; apply: lik_ge0.
Qed.

Lemma densE t x : dens t x = lik m t x / Z t.
Proof. by []. Qed.
Lemma dens_ge0 t x : 0 <= dens t x.
Proof. by rewrite divr_ge0 ?lik_ge0 // ltW ?Z_gt0. Qed.

Lemma dens_sum t : \sum_x dens t x = 1.
Proof. by rewrite -mulr_suml divff // lt0r_neq0 ?Z_gt0. Qed.

Lemma evidence_gt0 t : 0 < evidence.
Proof.
have j0 s : 0 < joint (m := m) s :> R.
  by rewrite divr_gt0 ?mulr_gt0 ?pr_gt0 ?lik_obs_gt0 ?Z_gt0.
rewrite /evidence (bigD1 t) //= ltr_paddr ?j0 //.
by apply: sumr_ge0 => u _; apply/ltW/j0.
Qed.

Lemma postE t : post t = pr m t * lik m t (obs m) / Z t / evidence.
Proof. by []. Qed.

Lemma post_gt0 t : 0 < post t.
Proof.
by rewrite divr_gt0 ?(evidence_gt0 t) // divr_gt0 ?mulr_gt0 ?pr_gt0 ?lik_obs_gt0 ?Z_gt0.
Qed.

Lemma post_sum t : \sum_u post u = 1.
Proof. by rewrite -mulr_suml divff // lt0r_neq0 ?(evidence_gt0 t). Qed.

Lemma law_propose t : is_law (propose (m := m) t : chance (reals R) Theta).
Proof. by apply: law_draw; [apply: prop_ge0|apply: prop_sum]. Qed.
Lemma law_point t : is_law (draw_point (m := m) t : chance (reals R) X).
Proof. by apply: law_draw; [apply: dens_ge0|apply: dens_sum]. Qed.
Lemma law_auxiliary t : is_law (draw_auxiliary (m := m) t : chance (reals R) X).
Proof. by apply: law_draw; [apply: aux_ge0|apply: aux_sum]. Qed.
Lemma law_between t u : is_law (draw_between (m := m) t u : chance (reals R) X).
Proof. by apply: law_draw; [apply: mid_ge0|apply: mid_sum]. Qed.

(** An arm that draws from laws; its mean acceptance. *)
Definition lawful (a : arm m) := forall t u, is_law (a t u).
Definition r_ (a : arm m) t u : R := mean_acceptance a t u.

(** The means of the two arms of the paper as sums. *)
Lemma exchangeE t u (f : ratio (reals R) -> R) : exchange (m := m) t u f =
  \sum_w dens u w * f (exchange_ratio (m := m) t u w) :> R.
Proof. by []. Qed.
Lemma mpmcE t u (f : ratio (reals R) -> R) : mpmc (m := m) t u f =
  \sum_y aux m t y * \sum_z dens u z * f (pseudo_marginal_ratio (m := m) (aux m) t y u z) :> R.
Proof. by []. Qed.

(** The transition matrix of Algorithms 1, 3 and 4, and of any other arm. *)
Definition chain (step : Theta -> chance (reals R) Theta) t u : R :=
  transition (fun s s' : Theta => s == s') step t u.

Lemma chain_randomized a : lawful a ->
  forall t u, chain (randomized_step a) t u = accepting (prop m) (r_ a) t u.
Proof.
move=> la t u; rewrite -accepting_program; last exact: prop_sum.
rewrite /chain /transition /randomized_step /=; apply: eq_bigr => v _; congr (_ * _).
rewrite /attempt /drawn /= !if_nat; exact: (mean_toss (la t v) (fun r => capped r)).
Qed.

(** π(θ|x) q(θ, θ') is the known flow times Z(θ'), up to a constant that is
    the same for the move back. *)
Definition known_flow t u : R := flow (m := m) t u.
Definition scale t u := (Z t * Z u * evidence)^-1.

Lemma known_flowE t u : known_flow t u = pr m t * lik m t (obs m) * prop m t u.
Proof. by []. Qed.
Lemma known_flow_ge0 t u : 0 <= known_flow t u.
Proof. by rewrite !mulr_ge0 ?prop_ge0 ?lik_ge0 // ltW ?pr_gt0. Qed.
Lemma scaleC t u : scale t u = scale u t.
Proof. by rewrite /scale [Z t * Z u]mulrC. Qed.
Lemma scale_gt0 t u : 0 < scale t u.
Proof. by rewrite invr_gt0 !mulr_gt0 ?Z_gt0 // (evidence_gt0 t). Qed.

Lemma post_prop t u : post t * prop m t u = known_flow t u * Z u * scale t u.
Proof.
rewrite postE known_flowE /scale.
by field; rewrite !lt0r_neq0 ?Z_gt0 ?(evidence_gt0 t).
Qed.

(** Where a move is never proposed every arm of the paper has a ratio over zero
    and accepts. *)
Lemma known_unproposed t u : prop m t u = 0 -> known_ratio (m := m) t u = None.
Proof. by move=> q0; rewrite /known_ratio /ratio_of /flow /= q0 mulr0 eqxx. Qed.

Lemma with_known_unproposed t u s : prop m t u = 0 -> with_known (m := m) t u s = None.
Proof. by move=> q0; case: s => //= w; rewrite known_unproposed. Qed.
End Model.

(** ** Capped ratios *)
Section Capped.
Variable R : realFieldType.

Lemma capped_le1 (r : ratio (reals R)) : capped r <= 1 :> R.
Proof. by case: r => [v|] //=; rewrite le_minl lexx orbT. Qed.

Lemma capped_ge0 (r : ratio (reals R)) : (forall v, r = Some v -> 0 <= v :> R) -> 0 <= capped r :> R.
Proof.
case: r => [v|] /= h; last by rewrite ler01.
by rewrite le_minr ler01 h.
Qed.
End Capped.

Section WithKnown.
Variables (R : realFieldType) (Theta X : finType) (m : finite_model R Theta X).

(** The key to all zeros in the supports: a capped ratio times its denominator is
    a minimum, and that is symmetric. *)
Lemma flow_with_known t u (k e : R) : 0 <= k -> 0 <= e ->
  known_flow m t u * e * capped (with_known (m := m) t u (ratio_of (N := reals R) k e)) =
  Num.min (known_flow m u t * k) (known_flow m t u * e) :> R.
Proof.
move=> k0 e0; have n0 := known_flow_ge0 m u t; have d0 := known_flow_ge0 m t u.
rewrite /with_known /known_ratio -/(known_flow m u t) -/(known_flow m t u) /ratio_of /=.
have [->|eN0] := eqVneq e 0; first by rewrite /= !mulr0 mul0r min_r // mulr_ge0.
have [->|dN0] := eqVneq (known_flow m t u) 0.
  by rewrite /= !mul0r min_r // mulr_ge0.
by rewrite /= minr_pmulr ?(mulr_ge0 d0 e0) // mulr1; congr Num.min; field; rewrite dN0 eN0.
Qed.

Lemma with_known_ge0 t u (k e : R) v : 0 <= k -> 0 <= e ->
  with_known (m := m) t u (ratio_of (N := reals R) k e) = Some v -> 0 <= v :> R.
Proof.
move=> k0 e0; rewrite /with_known /known_ratio /ratio_of /=.
case: eqP => _ //=; case: eqP => _ //= [<-].
by rewrite mulr_ge0 ?divr_ge0 // -/(known_flow m _ _) known_flow_ge0.
Qed.
End WithKnown.
