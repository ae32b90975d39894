(** A program run with rationals computes what it means in any real field.

    [sim] relates a program with its meaning: equal means for all functions that
    correspond. It is preserved by everything programs are made of, hence by all
    arms and kernels, as they are one text for both kinds of number. *)
From Coq Require Import ZArith QArith.
From mathcomp Require Import all_ssreflect all_algebra.
From peskun.definitions Require Import chance models arms rules kernels.
From peskun Require Import finite_models.
From peskun.executable Require Import rationals.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Close Scope Q_scope.
Local Open Scope ring_scope.

(** ** Models as tables of rationals *)
Record table := Table {
  parameters : nat;
  points : nat;
  t_observed : nat;
  t_prior : seq Q;
  t_likelihood : seq (seq Q);
  t_proposal : seq (seq Q);
  t_auxiliary : seq (seq Q);
  t_between : seq (seq (seq Q)) }.

Definition vector (s : seq Q) i := nth q0 s i.
Definition entry (s : seq (seq Q)) i := vector (nth [::] s i).

Definition table_model (m : table) : model rationals :=
  @Model rationals nat_eqType nat (qsum (parameters m)) (qsum (points m)) (t_observed m)
    (vector (t_prior m)) (entry (t_likelihood m)) (entry (t_proposal m))
    (entry (t_auxiliary m)) (fun t => entry (nth [::] (t_between m) t)).

(** What [finite_model] assumes, decided. *)
Definition positive a := ~~ Qle_bool a q0.
Definition is_density n (w : nat -> Q) :=
  all (fun i => Qle_bool q0 (w i)) (iota 0 n) && Qeq_bool (qsum n w) q1.
Definition well_formed (m : table) :=
  let M := table_model m in
  (t_observed m < points m)%N && all (fun t =>
    [&& positive (prior M t), positive (likelihood M t (t_observed m)),
        all (fun x => Qle_bool q0 (likelihood M t x)) (iota 0 (points m)),
        is_density (parameters m) (proposal M t), is_density (points m) (auxiliary M t) &
        all (fun u => is_density (points m) (between M t u) &&
          all (fun x => Qeq_bool (between M t u x) (between M u t x)) (iota 0 (points m)))
          (iota 0 (parameters m))])
    (iota 0 (parameters m)).

Section Meaning.
Variables (R : realFieldType) (m : table).
Hypothesis ok : well_formed m.
Local Notation phi := (value_of R).
Local Notation M := (table_model m).
Local Notation Theta := 'I_(parameters m).
Local Notation X := 'I_(points m).

Let observed_lt : (t_observed m < points m)%N. Proof. by case/andP: ok. Qed.

Lemma density_sound n (w : nat -> Q) : is_density n w ->
  is_probability (fun i : 'I_n => phi (w i)).
Proof.
case/andP=> /allP nn one; split=> [i|].
  by rewrite -(value0 R) -value_le; apply: nn; rewrite mem_iota ltn_ord.
have <- : phi (qsum n w) = \sum_(i < n) phi (w i) by apply: value_sum.
by apply/eqP; rewrite -(value1 R) -value_eq.
Qed.

Let row (t : Theta) : [/\ 0 < phi (prior M t), 0 < phi (likelihood M t (t_observed m)),
  (forall x : X, 0 <= phi (likelihood M t x)), is_density (parameters m) (proposal M t) &
  is_density (points m) (auxiliary M t) /\ (forall u : Theta,
    is_density (points m) (between M t u) /\
    forall x : X, phi (between M t u x) = phi (between M u t x))].
Proof.
have := ok; rewrite /well_formed => /andP[_ /allP /(_ t)].
rewrite mem_iota ltn_ord => /(_ isT) /and5P[p l /allP nn dp /andP[da /allP b]].
have pos a : positive a -> 0 < phi a by rewrite /positive (value_le R) value0 -ltNge.
split=> //; [exact: pos|exact: pos| |split=> //].
  by move=> x; rewrite -(value0 R) -value_le; apply: nn; rewrite mem_iota ltn_ord.
move=> u; have := b u; rewrite mem_iota ltn_ord => /(_ isT) /andP[du /allP e]; split=> // x.
by apply/eqP; rewrite -value_eq; apply: e; rewrite mem_iota ltn_ord.
Qed.

(** The model that a table stands for. *)
Definition meaning : finite_model R [finType of Theta] [finType of X].
Proof.
refine (@FiniteModel R _ _ (fun t : Theta => phi (prior M t))
  (fun (t : Theta) (x : X) => phi (likelihood M t x)) (Ordinal observed_lt)
  (fun t u : Theta => phi (proposal M t u)) (fun (t : Theta) (x : X) => phi (auxiliary M t x))
  (fun (t u : Theta) (x : X) => phi (between M t u x)) _ _ _ _ _ _ _).
- by move=> t; case: (row t).
- by move=> t x; case: (row t).
- by move=> t; case: (row t).
- by move=> t; case: (row t) => _ _ _ /density_sound.
- by move=> t; case: (row t) => _ _ _ _ [/density_sound].
- by move=> t u; case: (row t) => _ _ _ _ [_ /(_ u) [/density_sound]].
- by move=> t u x; case: (row t) => _ _ _ _ [_ /(_ u) []].
Defined.

(** ** Simulation *)
Definition sim S T (rel : S -> T -> Prop) (c : chance rationals S) (d : chance (reals R) T) :=
  forall (f : S -> Q) (g : T -> R), (forall x y, rel x y -> phi (f x) = g y) -> phi (c f) = d g.

Definition same_number (a : Q) (b : R) := phi a = b.
Definition same_index n (i : nat) (j : 'I_n) := i = j.
Definition same_ratio (r : ratio rationals) (s : ratio (reals R)) := omap phi r = s.

Lemma sim_ret S T (rel : S -> T -> Prop) x y : rel x y -> sim rel (ret x) (ret y).
Proof. by move=> xy f g; apply. Qed.

Lemma sim_bind S T S' T' (rel : S -> T -> Prop) (rel' : S' -> T' -> Prop) c d k l :
  sim rel c d -> (forall x y, rel x y -> sim rel' (k x) (l y)) -> sim rel' (bind c k) (bind d l).
Proof. by move=> cd kl f g fg; apply: cd => x y xy; apply: kl. Qed.

Lemma sim_draw n (w : nat -> Q) (v : 'I_n -> R) : (forall i : 'I_n, phi (w i) = v i) ->
  sim (@same_index n) (draw (N := rationals) (qsum n) w)
    (draw (N := reals R) (fun F : 'I_n -> reals R => \sum_i (F i : R)) v).
Proof. by move=> e f g fg; apply: value_sum => i; rewrite valueM e (fg i i). Qed.

Lemma sim_toss p p' : same_number p p' -> sim eq (toss (N := rationals) p) (toss (N := reals R) p').
Proof.
move=> e f g fg /=.
by rewrite valueD !valueM valueB value1 e (fg true true) // (fg false false).
Qed.

Lemma sim_iterated S T (rel : S -> T -> Prop) x y n s s' :
  rel x y -> (forall a b, rel a b -> sim rel (s a) (s' b)) ->
  sim rel (iterated x n s) (iterated y n s').
Proof.
move=> + ss; elim: n x y => [|n IH] x y xy; first exact: sim_ret.
by apply: sim_bind (ss _ _ xy) _ => a b; apply: IH.
Qed.

(** Ratios. *)
Lemma ratio_of_same n d : same_ratio (ratio_of (N := rationals) n d)
  (ratio_of (N := reals R) (phi n) (phi d)).
Proof.
by rewrite /same_ratio /ratio_of /= (value_eq R) value0; case: eqP => //= _; rewrite value_div.
Qed.
Lemma ratio_times_same r s x : same_ratio r s ->
  same_ratio (ratio_times r x) (ratio_times s (phi x : reals R)).
Proof. by case: r => [v|] <- //=; rewrite /same_ratio /= valueM. Qed.
Lemma capped_same r s : same_ratio r s -> phi (capped r) = capped s.
Proof. by case: r => [v|] <- /=; rewrite ?value_min value1. Qed.
Lemma count_same n : phi (count rationals n) = count (reals R) n.
Proof. by elim: n => [|n IH] /=; rewrite ?value0 // valueD value1 IH. Qed.

(** The model's own. *)
Local Notation W := (seen_by_programs meaning).
Lemma constant_same (t : Theta) : phi (normalizing_constant (m := M) t) = normalizing_constant (m := W) t.
Proof. exact: value_sum. Qed.
Lemma density_same (t : Theta) (x : X) : phi (density (m := M) t x) = density (m := W) t x.
Proof. by rewrite value_div constant_same. Qed.
Lemma flow_same (t u : Theta) : phi (flow (m := M) t u) = flow (m := W) t u.
Proof. by rewrite !valueM. Qed.
Lemma known_same (t u : Theta) : same_ratio (known_ratio (m := M) t u) (known_ratio (m := W) t u).
Proof. by rewrite /known_ratio -!flow_same; apply: ratio_of_same. Qed.
Lemma joint_same (t : Theta) : phi (joint (m := M) t) = joint (m := W) t.
Proof. by rewrite value_div valueM constant_same. Qed.
Lemma posterior_same (t : Theta) : phi (posterior (m := M) t) = post meaning t.
Proof. by rewrite value_div joint_same; congr (_ / _); apply: value_sum => u; rewrite joint_same. Qed.

Lemma sim_propose (t : Theta) : sim (@same_index _) (propose (m := M) t) (propose (m := W) t).
Proof. exact: sim_draw. Qed.
Lemma sim_point (t : Theta) : sim (@same_index _) (draw_point (m := M) t) (draw_point (m := W) t).
Proof. by apply: sim_draw => x; apply: density_same. Qed.

(** Arms. *)
Definition sim_arm (a : arm M) (b : arm W) :=
  forall t u : Theta, sim same_ratio (a t u) (b t u).

Lemma with_known_same (t u : Theta) r s : same_ratio r s ->
  same_ratio (with_known (m := M) t u r) (with_known (m := W) t u s).
Proof. by case: r => [v|] <- //=; apply: ratio_times_same; apply: known_same. Qed.

Lemma sim_true_ratio : sim_arm (@true_ratio _ M) (@true_ratio _ W).
Proof.
move=> t u; apply: sim_ret.
have <- : phi (over (normalizing_constant (m := M) t) (normalizing_constant (m := M) u)) =
    over (normalizing_constant (m := W) t) (normalizing_constant (m := W) u).
  by rewrite value_div !constant_same.
exact/ratio_times_same/known_same.
Qed.

Lemma sim_exchange : sim_arm (@exchange _ M) (@exchange _ W).
Proof.
move=> t u; apply: sim_bind (sim_point u) _ => ? w ->; apply: sim_ret.
exact/with_known_same/ratio_of_same.
Qed.

Lemma pseudo_same (g : nat -> nat -> Q) (h : Theta -> X -> R) (t u : Theta) (y z : X) :
  (forall (s : Theta) (x : X), phi (g s x) = h s x) ->
  same_ratio (pseudo_marginal_ratio (m := M) g t y u z) (pseudo_marginal_ratio (m := W) h t y u z).
Proof.
by move=> e; apply: with_known_same; rewrite -!e /= -!valueM; apply: ratio_of_same.
Qed.

Lemma sim_mpmc : sim_arm (@mpmc _ M) (@mpmc _ W).
Proof.
move=> t u; apply: (sim_bind (rel := @same_index _)); first exact: sim_draw.
move=> ? y ->; apply: sim_bind (sim_point u) _ => ? z ->; apply: sim_ret.
exact: pseudo_same.
Qed.

Lemma sim_bridge : sim_arm (@bridge _ M) (@bridge _ W).
Proof.
move=> t u; apply: (sim_bind (rel := @same_index _)); first exact: sim_draw.
move=> ? y ->; apply: sim_bind (sim_point u) _ => ? z ->; apply: sim_ret.
exact: pseudo_same.
Qed.

Lemma sim_noisy n : sim_arm (noisy (m := M) n) (noisy (m := W) n).
Proof.
move=> t u; apply: (sim_bind (rel := same_number)).
  apply: sim_iterated => [|s _ <-]; first exact: value0.
  apply: sim_bind (sim_point u) _ => ? w ->; apply: sim_ret.
  by rewrite /same_number /= valueD value_div.
move=> s _ <-; apply: sim_ret.
have <- : phi (over (n := rationals) s (count rationals n)) =
    over (n := reals R) (phi s) (count (reals R) n) by rewrite value_div count_same.
exact/ratio_times_same/known_same.
Qed.

Lemma sim_double_metropolis n : sim_arm (double_metropolis (m := M) n) (double_metropolis (m := W) n).
Proof.
move=> t u; apply: (sim_bind (rel := @same_index _)); last first.
  by move=> ? w ->; apply/sim_ret/with_known_same/ratio_of_same.
apply: sim_iterated => // ? x ->; apply: (sim_bind (rel := @same_index _)).
  by apply: sim_draw => i; rewrite value_div value1; congr (_ / _); apply: value_sum => j; apply: value1.
move=> ? y ->; apply: (sim_bind (rel := eq)); first exact/sim_toss/capped_same/ratio_of_same.
by move=> accepted _ <-; apply: sim_ret; case: accepted.
Qed.

Lemma mean_same a b (t u : Theta) : sim_arm a b ->
  phi (mean_acceptance a t u) = mean_acceptance b t u.
Proof. by move=> ab; apply: ab => r s; apply: capped_same. Qed.

(** Kernels that accept by one arm, and the pseudo-marginal one. *)
Lemma sim_randomized a b (t : Theta) : sim_arm a b ->
  sim (@same_index _) (randomized_step a t) (randomized_step b t).
Proof.
move=> ab; apply: sim_bind (sim_propose t) _ => ? u ->; apply: (sim_bind (rel := eq)).
  apply: (sim_bind (rel := same_number)); last by move=> p _ <-; apply: sim_toss.
  by apply: sim_bind (ab t u) _ => r s rs; apply/sim_ret/capped_same.
by move=> c _ <-; apply: sim_ret; case: c.
Qed.

Definition same_state (s : nat * nat) (s' : Theta * X) := s = (s'.1 : nat, s'.2 : nat).
Lemma sim_pseudo_marginal (s : Theta * X) :
  sim same_state (pseudo_marginal_step (m := M) (s.1 : nat, s.2 : nat))
    (pseudo_marginal_step (m := W) s).
Proof.
apply: sim_bind (sim_propose s.1) _ => ? u ->; apply: sim_bind (sim_point u) _ => ? z ->.
apply: (sim_bind (rel := eq)).
  by apply/sim_toss/capped_same/pseudo_same.
by move=> c _ <-; apply: sim_ret; case: c.
Qed.

(** Decisions. *)
Definition sim_seeing (a : seeing M) (b : seeing W) :=
  forall t u : Theta, sim same_number (a t u) (b t u).
Definition same_looks (l : seq (Q * Q)) (l' : seq (R * R)) :=
  map (fun p => (phi p.1, phi p.2)) l = l'.

Lemma sim_drawn a b : sim_arm a b -> sim_seeing (drawn a) (drawn b).
Proof.
by move=> ab t u; apply: sim_bind (ab t u) _ => r s rs; apply/sim_ret/capped_same.
Qed.

Fixpoint all_sim (s : seq (seeing M)) (s' : seq (seeing W)) : Prop :=
  match s, s' with
  | [::], [::] => True
  | a :: r, b :: r' => sim_seeing a b /\ all_sim r r'
  | _, _ => False
  end.

Lemma sim_looks s s' (t u : Theta) : all_sim s s' -> sim same_looks (looks s t u) (looks s' t u).
Proof.
elim: s s' => [|a s IH] [|b s'] //=; first by move=> _; apply: sim_ret.
case=> ab /IH ss; apply: (sim_bind (rel := fun p p' => (phi p.1, phi p.2) = p')).
  apply: sim_bind (ab t u) _ => p _ <-; apply: sim_bind (ab u t) _ => r _ <-.
  by apply: sim_ret; rewrite /= value_min.
by move=> p _ <-; apply: sim_bind ss _ => l _ <-; apply: sim_ret.
Qed.

Lemma largest_same (s : seq Q) : largest (N := rationals) s = largest (N := reals R) (map phi s).
Proof.
rewrite /largest size_map; apply: eq_in_filter => i; rewrite mem_iota add0n => /andP[_ lt].
by rewrite all_map (nth_map q0) //; apply: eq_all => a /=; rewrite (value_le R).
Qed.

Lemma sim_best tie (s : seq Q) :
  sim eq (best (N := rationals) tie s) (best (N := reals R) tie (map phi s)).
Proof.
move=> f g fg; rewrite /best largest_same; case: tie; [exact: fg|exact: fg|].
case: ifP => _; first exact: fg.
rewrite value_div count_same; congr (_ / _); elim: (largest _) => [|i l IH] /=.
  exact: value0.
by rewrite valueD IH (fg i i).
Qed.

Definition same_decision (d : nat * Q) (d' : nat * R) := (d.1, phi d.2) = d'.
Lemma sim_decide tie s s' (t u : Theta) : all_sim s s' ->
  sim same_decision (decide tie s t u) (decide tie s' t u).
Proof.
move=> /(sim_looks t u) ss; apply: sim_bind ss _ => l _ <-.
apply: (sim_bind (rel := eq)).
  have -> : map fst (map (fun p => (phi p.1, phi p.2)) l) = map phi (map fst l).
    by rewrite -!map_comp.
  exact: sim_best.
move=> i _ <-; apply: sim_ret; rewrite /same_decision /=; congr (_, _).
rewrite -map_comp; have [lt|ge] := ltnP i (size l).
  by rewrite !(nth_map (q0, q0)).
by rewrite !nth_default ?size_map // value0.
Qed.

Lemma paper_draws_sim : all_sim (map (@drawn _ M) (paper_arms M)) (map (@drawn _ W) (paper_arms W)).
Proof. by split; [|split=> //]; apply: sim_drawn; [exact: sim_mpmc|exact: sim_exchange]. Qed.
End Meaning.
