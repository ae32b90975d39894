(** The asymptotic variance of a reversible chain, without a limit.

    The asymptotic variance of f with mean 0 is v = 2<f, u> − <f, f>, where u
    solves the Poisson equation (I − P) u = f and <f, g> = Σ π f g.
    [variance_well_defined]: v is the same for all solutions;
    [path_variance]: the second moment of f(X_1) + … + f(X_n), computed along the
    paths of the stationary chain, is the sum of its covariances <f, P^|j−k| f>;
    [asymptotic_variance]: divided by n, that is within 4 M²/n of v, with M a
    bound of |u|. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From peskun Require Import finite_models.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Variance.
Variables (R : realFieldType) (Theta : finType) (pi : Theta -> R).
Hypothesis pi_ge0 : forall t, 0 <= pi t.
Implicit Types (f g u v : Theta -> R) (P Q : Theta -> Theta -> R).

Definition inner f g := \sum_t pi t * f t * g t.
Definition mean_after P f t := \sum_u P t u * f u.
Definition drift P f t := f t - mean_after P f t.                      (* (I − P) f *)
Definition poisson P f u := forall t, drift P u t = f t.
Definition variance f u := 2%:R * inner f u - inner f f.

Lemma innerC f g : inner f g = inner g f.
Proof. by apply: eq_bigr => t _; ring. Qed.

Lemma innerB f g h : inner f (fun t => g t - h t) = inner f g - inner f h.
Proof. by rewrite -sumrB; apply: eq_bigr => t _; ring. Qed.

Lemma eq_inner f f' g g' : f =1 f' -> g =1 g' -> inner f g = inner f' g'.
Proof. by move=> e e'; apply: eq_bigr => t _; rewrite e e'. Qed.

Section Reversible.
Variable P : Theta -> Theta -> R.
Hypotheses (P1 : forall t, \sum_u P t u = 1) (Prev : reversible pi P).

Lemma inner_after f g : inner f (mean_after P g) = inner (mean_after P f) g.
Proof.
transitivity (\sum_t \sum_u pi t * P t u * (f t * g u)).
  apply: eq_bigr => t _; rewrite mulr_sumr; apply: eq_bigr => u _; ring.
rewrite exchange_big /=; apply: eq_bigr => u _.
rewrite -mulrA mulr_suml mulr_sumr; apply: eq_bigr => t _.
by rewrite Prev; ring.
Qed.

Lemma inner_driftE f g : inner f (drift P g) = inner f g - inner f (mean_after P g).
Proof. exact: innerB. Qed.

Lemma inner_drift f g : inner f (drift P g) = inner (drift P f) g.
Proof.
by rewrite inner_driftE [RHS]innerC inner_driftE inner_after (innerC g f) (innerC g (mean_after P f)).
Qed.

(** The Dirichlet form. *)
Definition energy f := \sum_t \sum_u pi t * P t u * (f t - f u) ^+ 2.

Lemma dirichlet f : energy f = 2%:R * inner f (drift P f).
Proof.
have A : \sum_t \sum_u pi t * P t u * (f t * f t) = inner f f.
  apply: eq_bigr => t _; rewrite -[RHS]mulr1 -(P1 t) mulr_sumr.
  by apply: eq_bigr => u _; ring.
have B : \sum_t \sum_u pi t * P t u * (f u * f u) = inner f f.
  rewrite -A exchange_big /=; apply: eq_bigr => t _; apply: eq_bigr => u _.
  by rewrite Prev.
have C : \sum_t \sum_u pi t * P t u * (f t * f u) = inner f (mean_after P f).
  by apply: eq_bigr => t _; rewrite mulr_sumr; apply: eq_bigr => u _; ring.
transitivity (inner f f + inner f f - 2%:R * inner f (mean_after P f)); last first.
  by rewrite inner_driftE; ring.
rewrite -{1}A -B -C mulr_sumr -big_split -sumrB; apply: eq_bigr => t _ /=.
rewrite mulr_sumr -big_split -sumrB; apply: eq_bigr => u _ /=; ring.
Qed.
End Reversible.

(** The Poisson form does not depend on the solution. *)
Theorem variance_well_defined P f u v : reversible pi P -> poisson P f u -> poisson P f v ->
  variance f u = variance f v.
Proof.
move=> rev pu pv; rewrite /variance; congr (_ * _ - _).
rewrite -(eq_inner pv (frefl u)) -inner_drift // innerC.
exact: eq_inner.
Qed.

(** The variance of a sum of n steps from stationarity, by its covariances
    Cov(f(X_j), f(X_k)) = <f, P^|j−k| f>, exactly. *)
Section Sums.
Variable P : Theta -> Theta -> R.
Hypotheses (P0 : stochastic P) (Prev : reversible pi P) (pi1 : \sum_t pi t = 1).
Definition after k f := iter k (mean_after P) f.
Definition path_covariances f n :=
  \sum_(j < n) \sum_(k < n) inner f (after (maxn j k - minn j k) f).

Lemma path_covariances_rec f n : path_covariances f n.+1 =
  path_covariances f n + 2%:R * (\sum_(k < n.+1) inner f (after k f)) - inner f f.
Proof.
rewrite /path_covariances big_ord_recr /=.
under eq_bigr do rewrite big_ord_recr /=.
rewrite big_split /= -!addrA; congr (_ + _).
have rv : \sum_(i < n) inner f (after (maxn i n - minn i n) f) =
          \sum_(k < n.+1) inner f (after k f) - inner f f.
  rewrite [in RHS]big_ord_recl /= addrAC subrr add0r (reindex_inj rev_ord_inj) /=.
  apply: eq_bigr => i _; congr inner.
  have il : (n - i.+1 <= n)%N by rewrite leq_subr.
  by rewrite (maxn_idPr il) (minn_idPl il) subKn // lift0.
rewrite big_ord_recr /= maxnn minnn subnn /=.
have rv' : \sum_(i < n) inner f (after (maxn n i - minn n i) f) =
           \sum_(k < n.+1) inner f (after k f) - inner f f.
  by rewrite -rv; apply: eq_bigr => i _; rewrite maxnC minnC.
by rewrite rv rv' subrK mulr_natl mulr2n addrAC.
Qed.

(** The same from the law of the path itself: [second n t s] is
    E[(s + f(X_0) + … + f(X_{n−1}))² | X_0 = t]. *)
Fixpoint second f n t (s : R) : R :=
  if n is k.+1 then \sum_u P t u * second f k u (s + f t) else s ^+ 2.

Let first f n t := \sum_(k < n) after k f t.

Lemma first_rec f n t : first f n.+1 t = f t + mean_after P (first f n) t.
Proof.
rewrite /first big_ord_recl /=; congr (_ + _).
rewrite /mean_after; under [RHS]eq_bigr do rewrite mulr_sumr.
by rewrite exchange_big /=; apply: eq_bigr.
Qed.

Lemma second_shift f n t s :
  second f n t s = s ^+ 2 + 2%:R * s * first f n t + second f n t 0.
Proof.
case: P0 => _ p1; elim: n t s => [|n IH] t s.
  by rewrite /= /first big_ord0 expr0n /= mulr0 !addr0.
have lin a : \sum_u P t u * second f n u a =
    a ^+ 2 + 2%:R * a * mean_after P (first f n) t + \sum_u P t u * second f n u 0.
  under eq_bigr do rewrite IH.
  rewrite /mean_after mulr_sumr -[a ^+ 2 in RHS]mulr1 -(p1 t) mulr_sumr -!big_split /=.
  by apply: eq_bigr => u _; ring.
by rewrite /= (lin (s + f t)) (lin (0 + f t)) first_rec; ring.
Qed.

Theorem path_variance f n : \sum_t pi t * second f n t 0 = path_covariances f n.
Proof.
case: P0 => _ p1; elim: n => [|n IH].
  by rewrite /path_covariances big_ord0 big1 // => t _; rewrite /= expr0n mulr0.
rewrite path_covariances_rec -IH /= => {IH}.
have st t : \sum_u P t u * second f n u (0 + f t) =
    f t ^+ 2 + 2%:R * f t * mean_after P (first f n) t + mean_after P (fun k : Theta => second f n k 0) t.
  rewrite add0r; under eq_bigr do rewrite second_shift.
  rewrite /mean_after mulr_sumr -[f t ^+ 2 in RHS]mulr1 -(p1 t) mulr_sumr -!big_split /=.
  by apply: eq_bigr => u _; ring.
under eq_bigr do rewrite st mulrDr.
rewrite big_split /= addrC [RHS]addrAC -addrA; congr (_ + _).
  rewrite /mean_after; under eq_bigr do rewrite mulr_sumr.
  rewrite exchange_big /=; apply: eq_bigr => u _.
  under eq_bigr do rewrite mulrA Prev mulrAC.
  by rewrite -mulr_sumr p1 mulr1.
rewrite big_ord_recl /= -/(inner f f).
have -> : \sum_(i < n) inner f (after (lift ord0 i) f) = inner f (mean_after P (first f n)).
  under eq_bigr do rewrite lift0.
  rewrite /inner exchange_big /=; apply: eq_bigr => t _.
  rewrite -mulr_sumr /mean_after; congr (_ * _).
  under [RHS]eq_bigr do rewrite mulr_sumr.
  by rewrite exchange_big.
have -> : \sum_t pi t * (f t ^+ 2 + 2%:R * f t * mean_after P (first f n) t) =
    inner f f + 2%:R * inner f (mean_after P (first f n)).
  rewrite /inner mulr_sumr -big_split /=; apply: eq_bigr => t _; ring.
by ring.
Qed.

Lemma sum_after f u n : poisson P f u ->
  \sum_(k < n) inner f (after k f) = inner f u - inner f (after n u).
Proof.
move=> pu; have step k t : after k f t = after k u t - after k.+1 u t.
  elim: k t => [|k IH] t; first by rewrite /= -pu.
  rewrite /= {1}/mean_after; under eq_bigr do rewrite IH mulrBr.
  by rewrite sumrB.
elim: n => [|n IH]; first by rewrite big_ord0 subrr.
by rewrite big_ord_recr /= IH (eq_inner (frefl f) (step n)) innerB addrA subrK.
Qed.

(** Exactly: no limit, no assumption on the spectrum. *)
Theorem path_covariances_exact f u n : poisson P f u ->
  path_covariances f n =
  n%:R * variance f u - 2%:R * (inner u (mean_after P u) - inner u (after n.+1 u)).
Proof.
move=> pu; elim: n => [|n IH].
  by rewrite /path_covariances big_ord0 mul0r subrr mulr0 subr0.
rewrite path_covariances_rec IH (sum_after _ pu).
have -> : inner f (after n.+1 u) = inner u (after n.+1 u) - inner u (after n.+2 u).
  by rewrite -(eq_inner pu (frefl _)) -inner_drift // inner_driftE.
rewrite /variance -addn1 natrD mulrDl mul1r /variance.
move: (inner u (after (n + 1) u)) (inner u (after (n + 1).+1 u)) => x y.
by rewrite ?addn1; ring.
Qed.

Lemma after_bound u M k t : (forall s, `|u s| <= M) -> `|after k u t| <= M.
Proof.
case: P0 => p0 p1 uM; elim: k t => [|k IH] t //=.
rewrite /mean_after (le_trans (ler_norm_sum _ _ _)) //.
rewrite -[M]mul1r -(p1 t) mulr_suml; apply: ler_sum => s _.
by rewrite normrM ger0_norm // ler_wpmul2l.
Qed.

Lemma inner_bound u v M : (forall s, `|u s| <= M) -> (forall s, `|v s| <= M) ->
  `|inner u v| <= M ^+ 2.
Proof.
move=> uM vM; rewrite (le_trans (ler_norm_sum _ _ _)) //.
rewrite -[_ ^+ 2]mul1r -pi1 mulr_suml; apply: ler_sum => s _.
by rewrite -mulrA !normrM ger0_norm // ler_wpmul2l // expr2 ler_pmul.
Qed.

(** n · Var(mean of n steps) is within 4M²/n of the Poisson form. *)
Theorem asymptotic_variance f u M n : poisson P f u -> (forall s, `|u s| <= M) ->
  `|path_covariances f n.+1 / n.+1%:R - variance f u| <= 4%:R * M ^+ 2 / n.+1%:R.
Proof.
move=> pu uM; have n0 : (0 : R) < n.+1%:R by rewrite ltr0n.
have -> : path_covariances f n.+1 / n.+1%:R - variance f u =
    - 2%:R * (inner u (mean_after P u) - inner u (after n.+2 u)) / n.+1%:R.
  rewrite (path_covariances_exact _ pu); move: (n.+1%:R) n0 => N N0.
  by field; rewrite lt0r_neq0.
rewrite normrM [`|_^-1|]gtr0_norm ?invr_gt0 // ler_pmul2r ?invr_gt0 //.
rewrite normrM normrN normr_nat.
have -> : 4%:R * M ^+ 2 = 2%:R * (M ^+ 2 + M ^+ 2) by ring.
rewrite ler_wpmul2l ?ler0n // (le_trans (ler_norm_sub _ _)) //.
by rewrite ler_add // inner_bound // => s; [apply: (@after_bound u M 1)|apply: after_bound].
Qed.
End Sums.
End Variance.
