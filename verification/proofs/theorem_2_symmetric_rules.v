(** Theorem 2: a decision rule D: Θ×Θ → {1, 2} is valid if and only if it is
    symmetric where it matters.

    [theorem_2_any_ratios]: for any two valid ratios, D is valid exactly if
    D(θ, θ') = D(θ', θ) wherever q(θ, θ') ≠ 0 and r_1(θ, θ') ≠ r_2(θ, θ').
    [theorem_2]: for MPMC and SVE, exactly if it is symmetric on the printed K.
    [constant_rules] (Example 2): D ≡ 1 and D ≡ 2 are valid, and Algorithm 5 with
    them is MPMC and SVE.
    [theorem_2_printed_K_is_too_large]: for arbitrary valid ratios the printed K
    asks for more than validity needs, where a move is never proposed.

    Used: the flow π q r_i of each arm is the same in both directions, so that the
    flow back of the arm D(θ', θ) is its flow forth. D is valid at θ, θ' exactly if
    the arms D(θ, θ') and D(θ', θ) have the same flow forth. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From peskun.definitions Require Import chance models arms rules kernels.
From peskun Require Import finite_models algorithm_1_metropolis_hastings lemma_1_mpmc_detailed_balance
  lemma_2_sve_detailed_balance.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section AnyRatios.
Variables (R : realFieldType) (Theta : finType) (pi : Theta -> R) (q : Theta -> Theta -> R).
Variables (r1 r2 : Theta -> Theta -> R).
Implicit Type D : Theta -> Theta -> bool.        (* true is the first ratio *)

(** r_D. *)
Definition by_rule D t u := if D t u then r1 t u else r2 t u.
(** K as printed, and where the move is ever proposed. *)
Definition K t u := (r1 t u != r2 t u) || (r1 u t != r2 u t).
Definition K_proposed t u := (q t u != 0) && (r1 t u != r2 t u).

Hypothesis pi_gt0 : forall t, 0 < pi t.
Hypotheses (valid_1 : valid pi q r1) (valid_2 : valid pi q r2).

Lemma valid_at D t u : pi t * q t u * by_rule D t u = pi u * q u t * by_rule D u t <->
  (K_proposed t u -> D t u = D u t).
Proof.
have -> : pi u * q u t * by_rule D u t = pi t * q t u * (if D u t then r1 t u else r2 t u).
  by rewrite /by_rule; case: (D u t); [apply: valid_1|apply: valid_2].
have scale (a b : R) : (pi t * q t u * a == pi t * q t u * b) = (q t u == 0) || (a == b).
  by rewrite -subr_eq0 -mulrBr !mulf_eq0 gt_eqF // subr_eq0.
rewrite (rwP eqP) scale /by_rule /K_proposed.
by case: (D t u); case: (D u t); rewrite ?eqxx ?orbT // ?[r2 t u == _]eq_sym;
  case: (q t u == 0); case: (r1 t u == r2 t u); split=> // /(_ isT).
Qed.

Theorem theorem_2_any_ratios D :
  valid pi q (by_rule D) <-> (forall t u, K_proposed t u -> D t u = D u t).
Proof. by split=> h t u; apply/valid_at; apply: h. Qed.

(** Where the ratios agree on every move that is never proposed, K is one of the
    two conditions above for θ, θ' or for θ', θ. *)
Lemma theorem_2_printed D : (forall t u, q t u = 0 -> r1 t u = r2 t u) ->
  valid pi q (by_rule D) <-> (forall t u, K t u -> D t u = D u t).
Proof.
move=> unproposed; have proposed t u : K_proposed t u = (r1 t u != r2 t u).
  by rewrite /K_proposed; case: (eqVneq (q t u) 0) => // /unproposed ->; rewrite eqxx.
rewrite theorem_2_any_ratios; split=> sym t u; rewrite ?proposed => k.
  by case/orP: k; rewrite -proposed => /sym.
by apply: sym; rewrite /K k.
Qed.
End AnyRatios.

Section Paper.
Variables (R : realFieldType) (Theta X : finType) (m : finite_model R Theta X).

Theorem theorem_2 (D : Theta -> Theta -> bool) :
  let r1 := r_ (@mpmc _ m) in let r2 := r_ (@exchange _ m) in
  valid (post m) (prop m) (fun t u => if D t u then r1 t u else r2 t u) <->
  (forall t u, r1 t u != r2 t u \/ r1 u t != r2 u t -> D t u = D u t).
Proof.
have same t u : prop m t u = 0 -> r_ (@mpmc _ m) t u = r_ (@exchange _ m) t u.
  by move=> q0; rewrite sve_unproposed // r_mpmcE pseudo_unproposed // aux_sum.
have [there back] := theorem_2_printed (post_gt0 m) (mpmc_valid m) (sve_valid m) D same.
by split=> [v t u /orP|sym]; [apply: there|apply: back => t u /orP; apply: sym].
Qed.

(** [value] is what a rule that looks at draws would say of them. *)
Theorem constant_rules (D : bool) (value : R) :
  let arm := if D then @mpmc _ m else @exchange _ m in
  let bandit := bandit_step Fresh (paper_arms m) (always (m := m) (if D then 0%N else 1%N) value) in
  [/\ valid (post m) (prop m) (by_rule (r_ (@mpmc _ m)) (r_ (@exchange _ m)) (fun _ _ => D)),
      forall t u, chain bandit t u = chain (randomized_step arm) t u &
      right_chain (post m) (chain bandit)].
Proof.
split; first by apply/(theorem_2_any_ratios (post_gt0 m) (mpmc_valid m) (sve_valid m)).
  by case: D.
by case: D; [exact: lemma_1|exact: lemma_2].
Qed.
End Paper.

(** Two states that are never left: any rule is valid, for any ratios that accept
    staying. *)
Theorem theorem_2_printed_K_is_too_large (R : realFieldType) :
  let pi (t : bool) : R := 2%:R^-1 in let q (t u : bool) : R := (t == u)%:R in
  let r1 (t u : bool) : R := 1 in let r2 (t u : bool) : R := (t == u)%:R in
  exists D : bool -> bool -> bool,
  [/\ valid pi q r1, valid pi q r2, valid pi q (by_rule r1 r2 D) &
      exists t u, K r1 r2 t u /\ D t u != D u t].
Proof.
move=> pi q r1 r2; have any r : valid pi q r by move=> [] [] //; rewrite /q /= mulr0 !mul0r.
by exists (fun t _ => t); split=> //; exists true, false; rewrite /K /r1 /r2 /= oner_eq0.
Qed.
