(** What is sampled: src/models/mod.rs. *)
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq.
From peskun.definitions Require Import chance.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(** A doubly intractable model. The two sums run over Θ and over X. *)
Record model (N : numbers) := Model {
  parameter : eqType;
  point : Type;
  over_parameters : (parameter -> N) -> N;
  over_points : (point -> N) -> N;
  observed : point;                                  (* the data x *)
  prior : parameter -> N;                            (* π(θ), up to a constant *)
  likelihood : parameter -> point -> N;              (* f_θ(x), unnormalized *)
  proposal : parameter -> parameter -> N;            (* q(θ, θ') *)
  auxiliary : parameter -> point -> N;               (* π(y|x, θ) *)
  between : parameter -> parameter -> point -> N }.  (* the law halfway between *)

Arguments over_parameters {N} m.
Arguments over_points {N} m.
Arguments observed {N} m.
Arguments prior {N} m.
Arguments likelihood {N} m.
Arguments proposal {N} m.
Arguments auxiliary {N} m.
Arguments between {N} m.

Section Model.
Variables (N : numbers) (m : model N).
Implicit Types (from to : parameter m).

(** Z(θ) and p_θ. *)
Definition normalizing_constant (t : parameter m) := over_points m (likelihood m t).
Definition density t x := over (likelihood m t x) (normalizing_constant t).

Definition propose from : chance N (parameter m) := draw (over_parameters m) (proposal m from).
Definition draw_point t : chance N (point m) := draw (over_points m) (density t).
Definition draw_auxiliary t : chance N (point m) := draw (over_points m) (auxiliary m t).
Definition draw_between from to : chance N (point m) := draw (over_points m) (between m from to).

(** π(θ') q(θ', θ) f_θ'(x) / π(θ) q(θ, θ') f_θ(x): the part that is known. *)
Definition flow from to :=
  times (times (prior m from) (likelihood m from (observed m))) (proposal m from to).
Definition known_ratio from to : ratio N := ratio_of (flow to from) (flow from to).

(** π(θ|x). *)
Definition joint (t : parameter m) := over (times (prior m t) (likelihood m t (observed m))) (normalizing_constant t).
Definition posterior (t : parameter m) := over (joint t) (over_parameters m joint).
End Model.
