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

Definition is_probability (R : realFieldType) (S : finType) (p : S -> R) :=
  (forall s, 0 <= p s) /\ \sum_s p s = 1.

(** The assumptions: the prior is positive, the data have positive likelihood
    under every θ, and q, π(·|x, θ) and the law halfway are probabilities, the
    last the same in both directions. Nothing is said of supports. *)
Record finite_model (R : realFieldType) (Theta X : finType) := FiniteModel {
  pr : Theta -> R;                       (* π(θ), up to a constant *)
  lik : Theta -> X -> R;                 (* f_θ(x), unnormalized *)
  obs : X;                               (* the data *)
  prop : Theta -> Theta -> R;            (* q(θ, θ') *)
  aux : Theta -> X -> R;                 (* π(y|x, θ) *)
  mid : Theta -> Theta -> X -> R;        (* the law halfway *)
  pr_gt0 : forall t, 0 < pr t;
  lik_ge0 : forall t x, 0 <= lik t x;
  lik_of_data : forall t, 0 < lik t obs;
  prop_law : forall t, is_probability (prop t);
  aux_law : forall t, is_probability (aux t);
  mid_law : forall t u, is_probability (mid t u);
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
  is_probability w -> is_law (draw (fun F : T -> reals R => \sum_x (F x : R)) w : chance T).
Proof.
case=> w0 w1; split=> /=.
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
(** Propose by q and accept with probability r; a rejection, of whatever was
    proposed, stays. *)
Definition accepting r t u : R := q t u * r t u + (t == u)%:R * \sum_v q t v * (1 - r t v).

Definition stochastic P := (forall t u, 0 <= P t u) /\ (forall t, \sum_u P t u = 1).
Definition reversible P := forall t u, pi t * P t u = pi u * P u t.
Definition invariant P := forall u, \sum_t pi t * P t u = pi u.
(** Peskun's order: less mass off the diagonal. *)
Definition peskun_below P Q := forall t u, t != u -> P t u <= Q t u.

Lemma accepting_off r t u : t != u -> accepting r t u = q t u * r t u.
Proof. by move=> /negbTE tu; rewrite /accepting tu mul0r addr0. Qed.

(** The transition matrix of a program that proposes by q, accepts with mean
    probability r and stays otherwise. *)
Lemma accepting_program r t u :
  \sum_v q t v * (r t v * (v == u)%:R + (1 - r t v) * (t == u)%:R) = accepting r t u.
Proof.
rewrite /accepting mulr_sumr (eq_bigr _ (fun v _ => mulrDr _ _ _)) big_split; congr (_ + _).
  by rewrite (bigD1 u) //= eqxx mulr1 big1 ?addr0 // => v /negbTE ->; rewrite !mulr0.
by apply: eq_bigr => v _; rewrite mulrA mulrC.
Qed.

Hypothesis q_law : forall t, is_probability (q t).

Lemma accepting_stochastic r : (forall t u, 0 <= r t u <= 1) -> stochastic (accepting r).
Proof.
move=> r01; have [r0 r1] : (forall t u, 0 <= r t u) /\ (forall t u, 0 <= 1 - r t u).
  by split=> t u; case/andP: (r01 t u) => //; rewrite subr_ge0.
split=> t => [u|]; have [q0 q1] := q_law t.
  by rewrite addr_ge0 ?mulr_ge0 ?ler0n ?sumr_ge0 // => v _; rewrite mulr_ge0.
under eq_bigr do rewrite -accepting_program; rewrite exchange_big -[RHS]q1; apply: eq_bigr => v _.
have once w : \sum_u (w == u)%:R = 1 :> R by rewrite (bigD1 w) //= eqxx big1 ?addr0 // => u /negbTE wu; rewrite eq_sym wu.
by rewrite -mulr_sumr big_split -!mulr_sumr /= !once !mulr1 addrCA subrr addr0 mulr1.
Qed.

Lemma accepting_reversible r : valid r -> reversible (accepting r).
Proof.
move=> balance t u; case: (eqVneq t u) => [-> //|tu].
have ut : u != t by rewrite eq_sym.
by rewrite !accepting_off // !mulrA.
Qed.
End Chains.

(** Summed over where it came from, a reversible flow is that to where it goes. *)
Lemma reversible_invariant (R : realFieldType) (S : finType) (pi : S -> R) P :
  (forall t, \sum_u P t u = 1) -> reversible pi P -> invariant pi P.
Proof.
move=> rows balance u; rewrite -[RHS]mulr1 -(rows u) mulr_sumr.
by apply: eq_bigr => t _; apply: balance.
Qed.

Lemma if_nat (R : realFieldType) (b : bool) : (if b then 1 else 0) = b%:R :> R.
Proof. by case: b. Qed.

(** Stochastic, with this target reversible, hence invariant. *)
Definition right_chain (R : realFieldType) (S : finType) (pi : S -> R) P :=
  [/\ stochastic P, reversible pi P & invariant pi P].

Lemma accepting_right (R : realFieldType) (S : finType) (pi : S -> R) q r :
  (forall t, is_probability (q t)) -> (forall t u, 0 <= r t u <= 1) ->
  valid pi q r -> right_chain pi (accepting q r).
Proof.
move=> q_law r01 v; have rev := accepting_reversible v.
have [p0 p1] := accepting_stochastic q_law r01.
by split=> //; apply: reversible_invariant.
Qed.

(** A matrix that is another one entry by entry. *)
Lemma right_chain_ext (R : realFieldType) (S : finType) (pi : S -> R) P Q :
  P =2 Q -> right_chain pi Q -> right_chain pi P.
Proof.
move=> PQ [[q0 q1] rev inv]; split; first split=> t => [u|].
- by rewrite PQ.
- by under eq_bigr do rewrite PQ.
- by move=> t u; rewrite !PQ.
by move=> u; under eq_bigr do rewrite PQ.
Qed.

(** ** The model's own *)
Section Model.
Variables (R : realFieldType) (Theta X : finType) (m : finite_model R Theta X).
Implicit Types (t u : Theta).

Lemma prop_ge0 t u : 0 <= prop m t u. Proof. by case: (prop_law m t). Qed.
Lemma prop_sum t : \sum_u prop m t u = 1. Proof. by case: (prop_law m t). Qed.
Lemma aux_ge0 t x : 0 <= aux m t x. Proof. by case: (aux_law m t). Qed.
Lemma aux_sum t : \sum_x aux m t x = 1. Proof. by case: (aux_law m t). Qed.
Lemma mid_ge0 t u x : 0 <= mid m t u x. Proof. by case: (mid_law m t u). Qed.
Lemma mid_sum t u : \sum_x mid m t u x = 1. Proof. by case: (mid_law m t u). Qed.

Definition Z t : R := normalizing_constant (m := m) t.
Definition dens t (x : X) : R := density (m := m) t x.
Definition post t : R := posterior (m := m) t.
Definition evidence : R := \sum_t joint (m := m) t.

Lemma Z_gt0 t : 0 < Z t.
Proof.
apply: lt_le_trans (lik_of_data m t) _; rewrite /Z /normalizing_constant /= (bigD1 (obs m)) //=.
by rewrite ler_addl sumr_ge0 // => x _; apply: lik_ge0.
Qed.
Lemma Z_neq0 t : Z t != 0. Proof. exact/lt0r_neq0/Z_gt0. Qed.

Lemma densE t x : dens t x = lik m t x / Z t.
Proof. by []. Qed.
Lemma dens_law t : is_probability (dens t).
Proof.
split=> [x|]; first by apply: divr_ge0 (lik_ge0 m t x) (ltW (Z_gt0 t)).
by rewrite /dens /density /= -mulr_suml mulfV ?Z_neq0.
Qed.
Lemma dens_ge0 t x : 0 <= dens t x. Proof. by case: (dens_law t). Qed.
Lemma dens_sum t : \sum_x dens t x = 1. Proof. by case: (dens_law t). Qed.

Lemma joint_gt0 t : 0 < joint (m := m) t :> R.
Proof. by rewrite divr_gt0 ?Z_gt0 // mulr_gt0 ?pr_gt0 ?lik_of_data. Qed.

Lemma evidence_gt0 t : 0 < evidence.
Proof.
apply: lt_le_trans (joint_gt0 t) _; rewrite /evidence (bigD1 t) //= ler_addl.
by apply: sumr_ge0 => u _; apply/ltW/joint_gt0.
Qed.

Lemma postE t : post t = pr m t * lik m t (obs m) / Z t / evidence.
Proof. by []. Qed.

Lemma post_gt0 t : 0 < post t.
Proof. exact: divr_gt0 (joint_gt0 t) (evidence_gt0 t). Qed.

Lemma post_sum t : \sum_u post u = 1.
Proof. by rewrite /post /posterior /= -mulr_suml mulfV // lt0r_neq0 ?(evidence_gt0 t). Qed.

Lemma law_propose t : is_law (propose (m := m) t : chance (reals R) Theta).
Proof. exact: law_draw (prop_law m t). Qed.
Lemma law_point t : is_law (draw_point (m := m) t : chance (reals R) X).
Proof. exact: law_draw (dens_law t). Qed.
Lemma law_auxiliary t : is_law (draw_auxiliary (m := m) t : chance (reals R) X).
Proof. exact: law_draw (aux_law m t). Qed.
Lemma law_between t u : is_law (draw_between (m := m) t u : chance (reals R) X).
Proof. exact: law_draw (mid_law m t u). Qed.

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
move=> la t u; rewrite -accepting_program.
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
Proof. by congr _^-1; rewrite [Z t * _]mulrC. Qed.
Lemma scale_gt0 t u : 0 < scale t u.
Proof. by rewrite invr_gt0 mulr_gt0 ?(evidence_gt0 t) // mulr_gt0 ?Z_gt0. Qed.

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

(** Two acceptances of the same move compare as their flows, if they agree on
    moves that are never proposed. *)
Lemma compare_flows t u (r s : R) : (prop m t u = 0 -> r = s) ->
  post t * prop m t u * r <= post t * prop m t u * s -> r <= s.
Proof.
case: (eqVneq (prop m t u) 0) => [q0 /(_ q0) -> //|qN0 _].
by rewrite ler_pmul2l // mulr_gt0 ?post_gt0 // lt0r qN0 prop_ge0.
Qed.

(** ** Capped ratios *)
(** The key to all zeros in the supports: a capped ratio times its denominator is
    a minimum, and that is symmetric. *)
Lemma capped_times (n d : R) : 0 <= n -> 0 <= d ->
  d * capped (ratio_of (N := reals R) n d) = Num.min n d :> R.
Proof.
rewrite /ratio_of /=; case: eqVneq => [-> n0 _|dN0 n0 d0] /=; first by rewrite mul0r min_r.
by rewrite minr_pmulr // mulrC divfK // mulr1.
Qed.

(** The known part times an estimate of the unknown one is one ratio. *)
Lemma with_knownE t u (k e : R) : with_known (m := m) t u (ratio_of (N := reals R) k e) =
  ratio_of (N := reals R) (known_flow u t * k) (known_flow t u * e).
Proof.
rewrite /with_known -[known_ratio _ _]/(ratio_of (N := reals R) (known_flow u t) (known_flow t u)).
move: (known_flow u t) (known_flow t u) => n d; rewrite /ratio_of /= mulf_eq0.
by case: (e == 0); case: (d == 0) => //=; rewrite mulf_div.
Qed.

Lemma flow_with_known t u (k e : R) : 0 <= k -> 0 <= e ->
  known_flow t u * e * capped (with_known (m := m) t u (ratio_of (N := reals R) k e)) =
  Num.min (known_flow u t * k) (known_flow t u * e) :> R.
Proof. by move=> k0 e0; rewrite with_knownE capped_times // mulr_ge0 ?known_flow_ge0. Qed.

Lemma capped_le1 (r : ratio (reals R)) : capped r <= 1 :> R.
Proof. by case: r => //= v; rewrite le_minl lexx orbT. Qed.

Lemma capped_known_ge0 t u (k e : R) : 0 <= k -> 0 <= e ->
  0 <= capped (with_known (m := m) t u (ratio_of (N := reals R) k e)) :> R.
Proof.
move=> k0 e0; rewrite with_knownE.
have := mulr_ge0 (known_flow_ge0 u t) k0; have := mulr_ge0 (known_flow_ge0 t u) e0.
move: (_ * e) (_ * k) => d n d0 n0; rewrite /ratio_of; case: ifP => _ /=; first exact: ler01.
by rewrite le_minr ler01 divr_ge0.
Qed.
End Model.
