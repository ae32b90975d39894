(** Theorem 2: a decision rule D: Θ×Θ → {1, 2} is valid if and only if it is
    symmetric where it matters.

    [theorem_2_any_ratios]: for any two valid ratios, D is valid exactly if
    D(θ, θ') = D(θ', θ) wherever q(θ, θ') ≠ 0 and r_1(θ, θ') ≠ r_2(θ, θ').
    [theorem_2]: for MPMC and SVE, exactly if it is symmetric on the printed K.
    [theorem_2_printed_K_is_too_large]: for arbitrary valid ratios the printed K
    asks for more than validity needs, where a move is never proposed. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From peskun.definitions Require Import chance models arms rules kernels.
From peskun Require Import finite_models algorithm_1_metropolis_hastings lemma_1_mpmc_detailed_balance
  lemma_2_sve_detailed_balance.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section AnyRatios.
Variables (R : realFieldType) (Theta : finType).
Variables (pi : Theta -> R) (q : Theta -> Theta -> R).
Hypotheses (pi_gt0 : forall t, 0 < pi t).
Variables (r1 r2 : Theta -> Theta -> R).
Hypotheses (v1 : valid pi q r1) (v2 : valid pi q r2).
Implicit Type D : Theta -> Theta -> bool.        (* true is the first ratio *)

(** r_D. *)
Definition by_rule D t u := if D t u then r1 t u else r2 t u.
(** K as printed, and where the move is ever proposed. *)
Definition K t u := (r1 t u != r2 t u) || (r1 u t != r2 u t).
Definition K_proposed t u := (q t u != 0) && (r1 t u != r2 t u).

Lemma flows_differ t u :
  (pi t * q t u * r1 t u != pi t * q t u * r2 t u) = K_proposed t u.
Proof.
rewrite /K_proposed -subr_eq0 -mulrBr mulf_eq0 negb_or subr_eq0 mulf_eq0.
by rewrite (negbTE (lt0r_neq0 (pi_gt0 t))).
Qed.

Theorem theorem_2_any_ratios D :
  valid pi q (by_rule D) <-> (forall t u, K_proposed t u -> D t u = D u t).
Proof.
split=> [vD t u | sym t u].
  rewrite -flows_differ => /eqP ne; move: (vD t u); rewrite /by_rule.
  case: (D t u); case: (D u t) => // e; case: ne; first by rewrite e v2.
  by rewrite e -v1.
have [k|] := boolP (K_proposed t u).
  by rewrite /by_rule (sym t u k); case: ifP => _; [apply: v1|apply: v2].
rewrite -flows_differ negbK => /eqP e.
have e' : pi u * q u t * r1 u t = pi u * q u t * r2 u t by rewrite -v1 -v2.
rewrite /by_rule; case: ifP => _; case: ifP => _.
- exact: v1.
- by rewrite -e'; apply: v1.
- by rewrite e'; apply: v2.
exact: v2.
Qed.

(** The printed K is right where all ratios agree on what is never proposed. *)
Lemma theorem_2_agreeing D : (forall t u, q t u = 0 -> r1 t u = r2 t u) ->
  valid pi q (by_rule D) <-> (forall t u, K t u -> D t u = D u t).
Proof.
move=> un; rewrite theorem_2_any_ratios.
have kk t u : r1 t u != r2 t u -> K_proposed t u.
  by move=> ne; rewrite /K_proposed ne andbT; apply: contraNneq ne => /un ->.
split=> sym t u; last by case/andP=> _ ne; apply: sym; rewrite /K ne.
by case/orP => /kk k; [|symmetry]; apply: sym.
Qed.
End AnyRatios.

Theorem theorem_2 (R : realFieldType) (Theta X : finType) (m : finite_model R Theta X)
    (D : Theta -> Theta -> bool) :
  let r1 := r_ (@mpmc _ m) in let r2 := r_ (@exchange _ m) in
  valid (post m) (prop m) (fun t u => if D t u then r1 t u else r2 t u) <->
  (forall t u, r1 t u != r2 t u \/ r1 u t != r2 u t -> D t u = D u t).
Proof.
move=> r1 r2; have := theorem_2_agreeing (post_gt0 m) (mpmc_valid m) (sve_valid m) D.
move=> /(_ _) ->; last first.
  move=> t u q0; rewrite sve_unproposed // r_mpmcE.
  by apply: pseudo_unproposed => //; apply: aux_sum.
by split=> sym t u k; apply: sym; apply/orP.
Qed.

Section TooLarge.
Variable R : realFieldType.
Let pi (t : bool) : R := 2%:R^-1.
Let q (t u : bool) : R := (t == u)%:R.
Let r1 (t u : bool) : R := 1.
Let r2 (t u : bool) : R := (t == u)%:R.

Theorem theorem_2_printed_K_is_too_large : exists D : bool -> bool -> bool,
  [/\ valid pi q r1, valid pi q r2, valid pi q (by_rule r1 r2 D) &
      exists t u, K r1 r2 t u /\ D t u != D u t].
Proof.
exists (fun t _ => t); split; try by move=> [] [] //; rewrite /q /= !mulr0 !mul0r.
by exists true, false; rewrite /K /r1 /r2 /= oner_eq0.
Qed.
End TooLarge.
