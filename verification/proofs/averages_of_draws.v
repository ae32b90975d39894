(** The max-min rule on the averages of k draws (src/rules/averages.rs), between
    Algorithm 5 (k = 1) and the rule on means.

    [averages_of_draws]: with fresh draws it is right for every k, any finite
    list of valid arms and any ties.
    [averages_are_unbiased]: for k > 0 the averages have the mean acceptances as
    means. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From peskun.definitions Require Import chance models arms rules kernels.
From peskun Require Import finite_models algorithm_1_metropolis_hastings algorithm_5_mabmc.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Averages.
Variables (R : realFieldType) (Theta X : finType) (m : finite_model R Theta X).

Lemma law_averaged k (a : arm m) : lawful a -> forall t u, is_law (averaged k a t u).
Proof.
move=> la t u; apply: law_bind => [|s]; last exact: law_ret.
by apply: law_iterated => s; apply: law_bind => [|r]; [exact: law_drawn|exact: law_ret].
Qed.

Lemma all_averages_lawful k (arms : seq (arm m)) :
  (forall i, lawful (nth (@true_ratio _ m) arms i)) -> all_lawful (map (averaged k) arms).
Proof.
elim: arms => //= a rest IH la; split; first exact: law_averaged (la 0%N).
by apply: IH => i; apply: (la i.+1).
Qed.

Theorem averages_of_draws k tie (arms : seq (arm m)) :
  (forall i, let a := nth (@true_ratio _ m) arms i in
     [/\ lawful a, (forall t u, 0 <= r_ a t u) & valid (post m) (prop m) (r_ a)]) ->
  right_chain (post m)
    (chain (bandit_step Fresh arms (decide tie (map (averaged k) arms)))).
Proof.
move=> ra; have la : all_lawful (map (averaged k) arms).
  by apply: all_averages_lawful => i; case: (ra i).
apply: algorithm_5_symmetric_in_law; try by move=> i; case: (ra i).
- by move=> t u; apply: law_decide.
by move=> t u f; apply: max_min_symmetric_in_law.
Qed.

Theorem averages_are_unbiased k (a : arm m) t u : lawful a ->
  averaged k.+1 a t u id = r_ a t u :> R.
Proof.
move=> la; have ld := law_drawn la.
have it n s : iterated (s : reals R) n (fun s => bind (drawn a t u) (fun r => ret (plus s r)))
    id = s + n%:R * r_ a t u :> R.
  elim: n s => [|n IH] s; first by rewrite mul0r addr0.
  rewrite [LHS](mean_ext (ld t u) (g := fun r => r + (s + n%:R * r_ a t u))); last first.
    move=> r; transitivity (s + r + n%:R * r_ a t u); first exact: IH.
    by rewrite -addrA addrCA.
  rewrite (mean_add (ld t u)) (mean_const (ld t u)) addrCA mulrSr mulrDl mul1r.
  by congr (_ + _); rewrite addrC.
have li : is_law (iterated (zero (reals R)) k.+1
    (fun s => bind (drawn a t u) (fun r => ret (plus s r)))).
  by apply: law_iterated => s; apply: law_bind => [|r]; [exact: ld|exact: law_ret].
transitivity ((k.+1%:R^-1 : R) * iterated (zero (reals R)) k.+1
    (fun s => bind (drawn a t u) (fun r => ret (plus s r))) id).
  rewrite -(mean_scale li); apply: (mean_ext li) => s.
  by rewrite /ret countE mulrC.
by rewrite it add0r mulKf // pnatr_eq0.
Qed.
End Averages.
