(** The algorithms as steps: src/kernels. *)
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq.
From peskun.definitions Require Import chance models arms rules.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Kernels.
Variables (N : numbers) (m : model N).

(** randomized.rs: propose, estimate the ratio, accept. *)
Definition attempt (a : arm m) from to : chance N bool :=
  let* acceptance := drawn a from to in
  toss acceptance.
Definition randomized_step (a : arm m) from : chance N (parameter m) :=
  let* to := propose from in
  let* accepted := attempt a from to in
  ret (if accepted then to else from).

(** pseudo_marginal.rs: Algorithm 2 on Θ×X. *)
Definition pseudo_marginal_step (state : parameter m * point m)
    : chance N (parameter m * point m) :=
  let* to := propose state.1 in
  let* there := draw_point to in
  let* accepted := toss (capped (pseudo_marginal_ratio (auxiliary m) state.1 state.2 to there)) in
  ret (if accepted then (to, there) else state).

(** bandit.rs: Algorithm 5 in its three readings. [chooses] chooses an arm, and
    says by which acceptance it was chosen. *)
Inductive bandit_reading := Fresh | Repropose | Reuse.
Definition bandit_step (reading : bandit_reading) (arms : seq (arm m))
    (chooses : parameter m -> parameter m -> chance N (nat * N)) from : chance N (parameter m) :=
  let* to := propose from in
  let* decision := chooses from to in
  let* to := (if reading is Repropose then propose from else ret to) in
  let* accepted := (if reading is Reuse then toss decision.2
               else attempt (nth (@true_ratio N m) arms decision.1) from to) in
  ret (if accepted then to else from).

(** Algorithm 5 as printed, with the arms MPMC and SVE. *)
Definition paper_arms : seq (arm m) := [:: @mpmc N m; @exchange N m].
Definition mabmc reading tie :=
  bandit_step reading paper_arms (decide tie (map (@drawn N m) paper_arms)).

(** P(from, to): the probability that the step ends in [to]. *)
Definition transition (S : Type) (same : S -> S -> bool) (step : S -> chance N S) from to : N :=
  step from (fun state => if same state to then one N else zero N).
End Kernels.
