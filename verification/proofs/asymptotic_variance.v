(** The asymptotic variance of a reversible chain, without a limit.

    Write <f, g> for Σ π f g, the covariance under the target of functions with
    mean 0. The asymptotic variance of f is v = 2<f, u> − <f, f>, where u solves
    the Poisson equation (I − P) u = f.
    [variance_well_defined]: v is the same for all solutions;
    [path_variance]: the second moment of f(X_1) + … + f(X_n) over the paths of
    the stationary chain is the sum of its covariances <f, P^|j−k| f>;
    [path_covariances_exact]: that sum is n v and two covariances of u;
    [asymptotic_variance]: divided by n it is within 4 M²/n of v, with M a bound
    of |u|.

    Used: a stationary step (X, Y) has the law π(x) P(x, y), which reversibility
    makes symmetric; everything else are means over such a step, and sums that
    telescope by the Poisson equation. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From peskun Require Import finite_models.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Variance.
Variables (R : realFieldType) (Theta : finType) (pi : Theta -> R).
Implicit Types (f g h u : Theta -> R) (P : Theta -> Theta -> R).

Definition covariance f g := \sum_x pi x * (f x * g x).
(** E[g(Y) | X = x], and how far g is from it. *)
Definition next P g x := \sum_y P x y * g y.
Definition drift P g x := g x - next P g x.
Definition poisson P f u := forall x, drift P u x = f x.
Definition variance f u := 2%:R * covariance f u - covariance f f.

(** ** One stationary step *)
(** E F(X, Y). *)
Definition over_step P (F : Theta -> Theta -> R) :=
  \sum_(xy : Theta * Theta) pi xy.1 * P xy.1 xy.2 * F xy.1 xy.2.

Lemma covariance_next P f g : covariance f (next P g) = over_step P (fun x y => f x * g y).
Proof.
rewrite /over_step -(pair_bigA _ (fun x y => pi x * P x y * (f x * g y))).
by apply: eq_bigr => x _; rewrite !mulr_sumr; apply: eq_bigr => y _; ring.
Qed.

Lemma covarianceC f g : covariance f g = covariance g f.
Proof. by apply: eq_bigr => x _; rewrite [f x * _]mulrC. Qed.

Lemma covariance_ext f g h : g =1 h -> covariance f g = covariance f h.
Proof. by move=> gh; apply: eq_bigr => x _; rewrite gh. Qed.

Lemma covarianceB f g h : covariance f (fun x => g x - h x) = covariance f g - covariance f h.
Proof. by rewrite -sumrB; apply: eq_bigr => x _; rewrite !mulrBr. Qed.

Section Reversible.
Variable P : Theta -> Theta -> R.
Hypotheses (rows : forall x, \sum_y P x y = 1) (rev : reversible pi P).

(** (X, Y) and (Y, X) have the same law. *)
Lemma over_step_reversed F : over_step P (fun x y => F y x) = over_step P F.
Proof.
have turned : involutive (fun xy : Theta * Theta => (xy.2, xy.1)) by case.
by rewrite /over_step (reindex_inj (inv_inj turned)); apply: eq_bigr => xy _ /=; rewrite rev.
Qed.

Lemma over_step_left f g : over_step P (fun x _ => f x * g x) = covariance f g.
Proof.
rewrite /over_step -(pair_bigA _ (fun x y => pi x * P x y * (f x * g x))).
by apply: eq_bigr => x _; rewrite -mulr_suml -mulr_sumr rows mulr1.
Qed.

Lemma next_self_adjoint f g : covariance f (next P g) = covariance (next P f) g.
Proof.
rewrite [RHS]covarianceC !covariance_next -over_step_reversed.
by apply: eq_bigr => xy _; rewrite [f _ * _]mulrC.
Qed.

(** Twice <g, (I − P) h> is E (g(X) − g(Y)) (h(X) − h(Y)). *)
Lemma covariance_drift g h :
  2%:R * covariance g (drift P h) = over_step P (fun x y => (g x - g y) * (h x - h y)).
Proof.
rewrite covarianceB covariance_next -over_step_left mulrBr !mulr_natl !mulr2n.
rewrite -{2}[over_step P (fun x _ => _)]over_step_reversed.
rewrite -{2}[over_step P (fun x y => g x * h y)]over_step_reversed /over_step -!big_split -sumrB.
by apply: eq_bigr => xy _ /=; ring.
Qed.

Lemma drift_self_adjoint g h : covariance g (drift P h) = covariance h (drift P g).
Proof. by rewrite !covarianceB next_self_adjoint ![covariance h _]covarianceC. Qed.
End Reversible.

Theorem variance_well_defined P f u v : reversible pi P -> poisson P f u -> poisson P f v ->
  variance f u = variance f v.
Proof.
move=> rev solves_u solves_v; rewrite /variance [covariance f u]covarianceC [covariance f v]covarianceC.
rewrite -(covariance_ext _ solves_v) -(covariance_ext v solves_u).
by rewrite drift_self_adjoint.
Qed.

(** ** Sums along a path *)
Section Sums.
Variable P : Theta -> Theta -> R.
Hypotheses (chain : stochastic P) (rev : reversible pi P).

(** E[g(X_k) | X_0 = x], and E[F(X_0, …, X_{n−1}) | X_0 = x]. *)
Definition after k g := iter k (next P) g.
Fixpoint path_mean n x (F : seq Theta -> R) : R :=
  if n is k.+1 then next P (fun y => path_mean k y (fun path => F (x :: path))) x else F [::].

Definition apart j k := (j - k + (k - j))%N.                       (* |j − k| *)
Definition path_covariances f n := \sum_(j < n) \sum_(k < n) covariance f (after (apart j k) f).

(** Entries of a square that depend on |j − k| only, summed by the larger of
    both indices. *)
Lemma sum_by_lags (c : nat -> R) n : \sum_(j < n) \sum_(k < n) c (apart j k) =
  \sum_(j < n) (2%:R * (\sum_(k < j.+1) c k) - c 0%N).
Proof.
elim: n => [|n IH]; first by rewrite !big_ord0.
rewrite [RHS]big_ord_recr /= -{}IH [LHS]big_ord_recr /=.
under eq_bigr do rewrite big_ord_recr /=.
rewrite big_split /= -addrA; congr (_ + _).
have edge : \sum_(j < n) c (apart j n) = (\sum_(k < n.+1) c k) - c 0%N.
  rewrite big_ord_recl [c _ + _]addrC addrK (reindex_inj rev_ord_inj); apply: eq_bigr => i _ /=.
  by congr c; rewrite /apart subKn // (eqP (leq_subr _ _ : (n - i.+1 - n == 0)%N)).
rewrite [\sum_(k < n.+1) c (apart n k)]big_ord_recr /= [apart n n]/apart subnn addn0.
rewrite [X in _ + (X + _)](eq_bigr (fun j : 'I_n => c (apart j n))); last by move=> j _; rewrite /apart addnC.
by rewrite edge; move: (\sum_(k < n.+1) _) => total; ring.
Qed.

Lemma path_covariances_by_lags f n : path_covariances f n =
  \sum_(j < n) (2%:R * (\sum_(k < j.+1) covariance f (after k f)) - covariance f f).
Proof. exact: (sum_by_lags (fun k => covariance f (after k f))). Qed.

Lemma next_linear (a : R) g h x : next P (fun y => a * g y + h y) x = a * next P g x + next P h x.
Proof. by rewrite /next mulr_sumr -big_split; apply: eq_bigr => y _ /=; ring. Qed.

Lemma next_const (a : R) x : next P (fun=> a) x = a.
Proof. by case: chain => _ p1; rewrite /next -mulr_suml p1 mul1r. Qed.

Lemma next_ext g h x : g =1 h -> next P g x = next P h x.
Proof. by move=> gh; apply: eq_bigr => y _; rewrite gh. Qed.

Lemma path_mean_ext n x F G : F =1 G -> path_mean n x F = path_mean n x G.
Proof. by elim: n x F G => [|n IH] x F G FG //=; apply: next_ext => y; apply: IH => ?; apply: FG. Qed.

Lemma path_mean_linear n x (a : R) F G :
  path_mean n x (fun path => a * F path + G path) = a * path_mean n x F + path_mean n x G.
Proof.
elim: n x F G => [//|n IH] x F G /=; rewrite -next_linear.
by apply: next_ext => y; rewrite -IH.
Qed.

Lemma path_mean_const n x (a : R) : path_mean n x (fun=> a) = a.
Proof.
elim: n x => [//|n IH] x /=; rewrite -[RHS](next_const _ x).
by apply: next_ext => y; apply: IH.
Qed.

(** The sum of f along a path, and its mean. *)
Let total f (path : seq Theta) := \sum_(x <- path) f x.

Lemma mean_total f n x : path_mean n x (total f) = \sum_(k < n) after k f x.
Proof.
elim: n x => [|n IH] x; first by rewrite big_ord0 /= /total big_nil.
have sums : next P (fun y => \sum_(k < n) after k f y) x = \sum_(k < n) after k.+1 f x.
  by rewrite /next; under eq_bigr do rewrite mulr_sumr; rewrite exchange_big.
rewrite big_ord_recl /= -sums -[f x in RHS](next_const _ x) addrC -[next P _ x in RHS]mul1r -next_linear.
apply: next_ext => y; rewrite -IH -[f x in RHS](path_mean_const n y) -path_mean_linear.
by apply: path_mean_ext => path; rewrite /total big_cons mul1r addrC.
Qed.

(** (f(x) + S)² = f(x)² + 2 f(x) S + S², and the mean of S² under the target does
    not change by a step. *)
Theorem path_variance f n :
  \sum_x pi x * path_mean n x (fun path => (\sum_(y <- path) f y) ^+ 2) = path_covariances f n.
Proof.
rewrite path_covariances_by_lags; elim: n => [|n IH].
  by rewrite big_ord0 big1 // => x _; rewrite /= big_nil expr0n mulr0.
rewrite big_ord_recr /= -{}IH.
pose S2 y := path_mean n y (fun path => total f path ^+ 2).
pose S1 y := path_mean n y (total f).
have first x : path_mean n.+1 x (fun path => total f path ^+ 2) =
    f x * f x + (2%:R * f x * next P S1 x + next P S2 x).
  rewrite -next_linear -[f x * f x](next_const _ x) -[next P (fun=> _) x]mul1r -next_linear.
  apply: next_ext => y; rewrite mul1r -path_mean_linear -[f x * f x](path_mean_const n y).
  rewrite -[path_mean n y _ in RHS]mul1r -path_mean_linear.
  by apply: path_mean_ext => path; rewrite /total big_cons; ring.
rewrite (eq_bigr _ (fun x _ => congr1 ( *%R (pi x)) (first x))); under eq_bigr do rewrite !mulrDr.
rewrite !big_split /= addrCA addrA addrC; congr (_ + _).
  have [_ p1] := chain; have inv := reversible_invariant p1 rev.
  under eq_bigr do rewrite mulr_sumr; rewrite exchange_big /=; apply: eq_bigr => y _.
  by rewrite -[pi y in RHS]inv mulr_suml; apply: eq_bigr => x _; rewrite mulrA.
have -> : \sum_x pi x * (2%:R * f x * next P S1 x) = 2%:R * covariance f (next P S1).
  by rewrite mulr_sumr; apply: eq_bigr => x _; ring.
have -> : covariance f (next P S1) = \sum_(k < n) covariance f (after k.+1 f).
  rewrite /covariance exchange_big /=; apply: eq_bigr => x _; rewrite -!mulr_sumr; congr (_ * (_ * _)).
  rewrite /next; under eq_bigr do rewrite /S1 mean_total mulr_sumr.
  by rewrite exchange_big.
by rewrite big_ord_recl /= -/(covariance f f); ring.
Qed.

(** ** With the Poisson equation *)
Lemma after_ext k g h : g =1 h -> after k g =1 after k h.
Proof. by move=> gh; elim: k => [//|k IH] x; apply: next_ext. Qed.

Lemma afterB k g h x : after k (fun y => g y - h y) x = after k g x - after k h x.
Proof.
elim: k x => [//|k IH] x /=; rewrite /next -sumrB; apply: eq_bigr => y _.
by rewrite -mulrBr -IH.
Qed.

(** <g, P^k f> = <g, P^k u> − <g, P^(k+1) u>, so that sums over k telescope. *)
Lemma sum_of_lags f g u n : poisson P f u ->
  \sum_(k < n) covariance g (after k f) = covariance g u - covariance g (after n u).
Proof.
move=> solves; rewrite -[RHS]opprB -(telescope_sumr (fun k => covariance g (after k u)) (leq0n n)).
rewrite big_mkord -sumrN; apply: eq_bigr => k _; rewrite opprB -covarianceB.
apply: covariance_ext => x; rewrite [after k.+1 u x]/after iterSr -/(after k _ x) -afterB.
by apply: after_ext => y; rewrite -solves.
Qed.

Lemma after_self_adjoint k f g : covariance f (after k g) = covariance (after k f) g.
Proof.
elim: k f => [//|k IH] f; rewrite [after k.+1 f]/after iterSr -/(after k _) -IH.
by rewrite /after iterS next_self_adjoint.
Qed.

Theorem path_covariances_exact f u n : poisson P f u ->
  path_covariances f n =
  n%:R * variance f u - 2%:R * (covariance u (next P u) - covariance u (after n.+1 u)).
Proof.
move=> solves; rewrite path_covariances_by_lags.
have lag k : covariance f (after k.+1 u) = covariance (next P u) (after k f).
  by rewrite /after iterSr after_self_adjoint covarianceC.
under eq_bigr do rewrite (sum_of_lags _ _ solves) lag mulrBr addrAC.
rewrite sumrB sumr_const card_ord -mulr_natl -mulr_sumr (sum_of_lags _ _ solves).
by rewrite -[covariance (next P u) (after n u)]next_self_adjoint // [covariance (next P u) u]covarianceC.
Qed.

(** ** How fast *)
Lemma mean_bound (w g : Theta -> R) M : (forall x, 0 <= w x) -> \sum_x w x = 1 ->
  (forall x, `|g x| <= M) -> `|\sum_x w x * g x| <= M.
Proof.
move=> w0 w1 gM; apply: le_trans (ler_norm_sum _ _ _) _.
rewrite -[leRHS]mul1r -w1 mulr_suml; apply: ler_sum => x _.
by rewrite normrM (ger0_norm (w0 x)) ler_wpmul2l.
Qed.

Hypotheses (pi_ge0 : forall x, 0 <= pi x) (pi1 : \sum_x pi x = 1).

Theorem asymptotic_variance f u M n : poisson P f u -> (forall s, `|u s| <= M) ->
  `|path_covariances f n.+1 / n.+1%:R - variance f u| <= 4%:R * M ^+ 2 / n.+1%:R.
Proof.
move=> solves uM; have [p0 p1] := chain.
have afterM k x : `|after k u x| <= M by elim: k x => [|k IH] x //=; apply: mean_bound.
have covM k : `|covariance u (after k u)| <= M ^+ 2.
  by apply: mean_bound => // x; rewrite normrM expr2 ler_pmul.
have N0 : 0 < n.+1%:R :> R by rewrite ltr0n.
rewrite (path_covariances_exact _ solves) -[covariance u (next P u)]/(covariance u (after 1 u)).
rewrite mulrBl [_ * variance f u]mulrC mulfK ?lt0r_neq0 // addrAC subrr sub0r normrN normrM.
rewrite [`|_^-1|]gtr0_norm ?invr_gt0 // ler_pmul2r ?invr_gt0 // normrM normr_nat.
have -> : 4%:R * M ^+ 2 = 2%:R * (M ^+ 2 + M ^+ 2) by ring.
by rewrite ler_pmul2l ?ltr0n // (le_trans (ler_norm_sub _ _)) // ler_add.
Qed.
End Sums.
End Variance.
