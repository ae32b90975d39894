(** Arms: randomized estimators of the acceptance ratio. The file of each in
    src/arms is named. *)
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq.
From peskun.definitions Require Import chance models.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Arms.
Variables (N : numbers) (m : model N).
Implicit Types (from to : parameter m).

Definition arm : Type := parameter m -> parameter m -> chance N (ratio N).

(** The known part of the ratio times an estimate of Z(θ)/Z(θ'); where that is
    over zero, the ratio is infinite. *)
Definition with_known from to (unknown : ratio N) : ratio N :=
  if unknown is Some weight then ratio_times (known_ratio from to) weight else None.

(** true_ratio.rs: Algorithm 1, which knows Z(θ)/Z(θ'). *)
Definition true_ratio : arm := fun from to =>
  ret (ratio_times (known_ratio from to)
         (over (normalizing_constant from) (normalizing_constant to))).

(** exchange.rs: Algorithm 4, w ~ p_θ'. *)
Definition exchange_ratio from to w : ratio N :=
  with_known from to (ratio_of (likelihood m from w) (likelihood m to w)).
Definition exchange : arm := fun from to =>
  let* w := draw_point to in
  ret (exchange_ratio from to w).

(** mpmc.rs: f_θ(y) π(y'|x, θ') / f_θ'(y') π(y|x, θ), with any density in the
    place of π. *)
Definition pseudo_marginal_ratio (auxiliary : parameter m -> point m -> N)
    from here to there : ratio N :=
  with_known from to (ratio_of
    (times (likelihood m from here) (auxiliary to there))
    (times (likelihood m to there) (auxiliary from here))).
(** Algorithm 3, y ~ π(·|x, θ) and y' ~ p_θ'. *)
Definition mpmc : arm := fun from to =>
  let* here := draw_auxiliary from in
  let* there := draw_point to in
  ret (pseudo_marginal_ratio (auxiliary m) from here to there).

(** bridge.rs: MPMC with the law halfway between θ and θ'. *)
Definition bridge : arm := fun from to =>
  let* here := draw_between from to in
  let* there := draw_point to in
  ret (pseudo_marginal_ratio (fun _ => between m from to) from here to there).

(** noisy.rs: the average of so many exchange ratios. *)
Definition noisy (ratios : nat) : arm := fun from to =>
  let* sum := iterated (zero N) ratios (fun sum =>
    let* w := draw_point to in
    ret (plus sum (over (likelihood m from w) (likelihood m to w)))) in
  ret (ratio_times (known_ratio from to) (over sum (count N ratios))).

(** double_metropolis.rs: the exchange ratio after so many steps of an inner chain
    from the data; a table model's is Metropolis with uniform proposals
    (metropolis_step in src/models/mod.rs). *)
Definition inner_step to (x : point m) : chance N (point m) :=
  let* proposed := draw (over_points m) (fun _ => over (one N) (over_points m (fun _ => one N))) in
  let* accepted := toss (capped (ratio_of (likelihood m to proposed) (likelihood m to x))) in
  ret (if accepted then proposed else x).
Definition double_metropolis (steps : nat) : arm := fun from to =>
  let* w := iterated (observed m) steps (inner_step to) in
  ret (exchange_ratio from to w).

(** r(θ, θ') = E min{â(θ, θ'), 1}: src/rules/means.rs. *)
Definition mean_acceptance (a : arm) from to : N := a from to (@capped N).
End Arms.
