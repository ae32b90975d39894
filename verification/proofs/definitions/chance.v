(** Numbers, acceptance ratios and programs that draw.

    Everything below is written once, for any kind of number, as the Rust code is
    (src/numbers/number.rs, src/numbers/ratio.rs, src/chance/mod.rs). With the
    elements of a real field it is what the theorems are about; with the
    rationals of [executable/rationals.v] it is a program that runs. *)
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(** What densities are computed with: the trait Number. *)
Record numbers := Numbers {
  number :> Type;
  zero : number;
  one : number;
  plus : number -> number -> number;
  minus : number -> number -> number;
  times : number -> number -> number;
  over : number -> number -> number;
  smaller : number -> number -> number;
  vanishes : number -> bool;
  at_most : number -> number -> bool }.

Section Ratio.
Variable N : numbers.

(** An acceptance ratio is a number, or infinite ([None]): anything over zero.
    A ratio over zero accepts, which is Hastings' convention. *)
Definition ratio : Type := option N.
Definition ratio_of (numerator denominator : N) : ratio :=
  if vanishes denominator then None else Some (over numerator denominator).
Definition ratio_times (r : ratio) (factor : N) : ratio :=
  if r is Some value then Some (times value factor) else None.
(** min{ratio, 1}. *)
Definition capped (r : ratio) : N :=
  if r is Some value then smaller value (one N) else one N.

(** n as a number. *)
Fixpoint count (n : nat) : N := if n is k.+1 then plus (count k) (one N) else zero N.
Definition total (s : seq N) : N := foldr (@plus N) (zero N) s.
End Ratio.

(** A program that draws is known by its means: [c f] is the expectation of
    f(outcome). Enumerating a program computes exactly that. *)
Section Chance.
Variable N : numbers.
Definition chance (T : Type) : Type := (T -> N) -> N.

Definition ret T (x : T) : chance T := fun f => f x.
Definition bind S T (c : chance S) (next : S -> chance T) : chance T :=
  fun f => c (fun x => next x f).
(** A draw from a density; [sum] sums over the space. *)
Definition draw T (sum : (T -> N) -> N) (density : T -> N) : chance T :=
  fun f => sum (fun x => times (density x) (f x)).
(** A coin that shows true with probability p. *)
Definition toss (p : N) : chance bool :=
  fun f => plus (times p (f true)) (times (minus (one N) p) (f false)).
(** The same step so many times. *)
Fixpoint iterated S (start : S) (n : nat) (step : S -> chance S) : chance S :=
  if n is k.+1 then bind (step start) (fun s => iterated s k step) else ret start.
End Chance.

Arguments ret {N T} x f /.
Arguments bind {N S T} c next f /.
Arguments draw {N T} sum density f /.
Arguments toss {N} p f /.
Arguments iterated {N S} start n step f.
Arguments total {N} s.
(** As `let x = c?;` in the Rust code. *)
Notation "'let*' x := c 'in' next" := (bind c (fun x => next))
  (at level 200, x name, c at level 200, next at level 200).
