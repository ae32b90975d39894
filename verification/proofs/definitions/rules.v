(** Choosing an arm by the max-min rule on draws (src/rules/draws.rs) or on
    averages of draws (src/rules/averages.rs), with ties as in src/rules/tie.rs.
    Arms are counted from 0. *)
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq.
From peskun.definitions Require Import chance models arms.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Inductive tie_break := First | Last | Coin.

Section Rules.
Variables (N : numbers) (m : model N).
Implicit Types (from to : parameter m).

(** The positions of the largest scores, and the law of the chosen one. Without
    scores it is 0, which stands for no arm. *)
Definition largest (scores : seq N) : seq nat :=
  let highest i := all (fun s => at_most s (nth (zero N) scores i)) scores in
  filter highest (iota 0 (size scores)).
Definition best (tie : tie_break) (scores : seq N) : chance N nat :=
  let arms := largest scores in
  match tie with
  | First => ret (head 0 arms)
  | Last => ret (last 0 arms)
  | Coin => fun f =>
      if nilp arms then f 0 else over (total [seq f i | i <- arms]) (count N (size arms))
  end.

(** What is drawn of an arm: one acceptance min{â, 1}, or the average of some. *)
Definition seeing : Type := parameter m -> parameter m -> chance N N.
Definition drawn (a : arm m) : seeing := fun from to =>
  let* estimate := a from to in
  ret (capped estimate).
Definition averaged (draws : nat) (a : arm m) : seeing := fun from to =>
  let* sum := iterated (zero N) draws (fun sum =>
    let* acceptance := drawn a from to in
    ret (plus sum acceptance)) in
  ret (over sum (count N draws)).

(** An arm's score, the smaller of both directions, and its value forward. *)
Definition look (seen : seeing) from to : chance N (N * N) :=
  let* forward := seen from to in
  let* reverse := seen to from in
  ret (smaller forward reverse, forward).
Fixpoint looks (seens : seq seeing) from to : chance N (seq (N * N)) :=
  if seens is seen :: rest then
    let* first := look seen from to in
    let* others := looks rest from to in
    ret (first :: others)
  else ret [::].

(** The chosen arm, and the acceptance that decided for it. *)
Definition decide (tie : tie_break) (seens : seq seeing) from to : chance N (nat * N) :=
  let* seen := looks seens from to in
  let* chosen := best tie (map fst seen) in
  ret (chosen, nth (zero N) (map snd seen) chosen).

(** constant.rs: always the same arm, whatever value is given with it. *)
Definition always (chosen : nat) (value : N) from to : chance N (nat * N) := ret (chosen, value).
End Rules.
