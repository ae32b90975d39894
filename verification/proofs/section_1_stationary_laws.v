(** Section 1: the stationary law of an approximate algorithm "may not even
    exist". On a finite space it does.

    [stationary_law_exists]: a stochastic matrix on a finite set with a state has
    an invariant probability, whatever it was meant to leave invariant.

    Used: I − P takes constants to 0, so it is singular and some c ≠ 0 has
    c = c P. Then |c| ≤ |c| P entry by entry, with equal sums, hence |c| = |c| P. *)
From mathcomp Require Import all_ssreflect all_algebra.
From peskun Require Import finite_models.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Stationary.
Variables (R : realFieldType) (S : finType) (P : S -> S -> R).
Hypothesis sP : stochastic P.

(** Mass is neither made nor lost by a step. *)
Lemma mass_kept (c : S -> R) : \sum_u \sum_s c s * P s u = \sum_s c s.
Proof.
rewrite exchange_big; apply: eq_bigr => s _ /=.
by rewrite -mulr_sumr; case: sP => _ ->; rewrite mulr1.
Qed.

Lemma absolute_value_invariant (c : S -> R) : invariant c P -> invariant (fun s => `|c s|) P.
Proof.
move=> inv; have [p0 _] := sP.
have gain u : 0 <= \sum_s `|c s| * P s u - `|c u|.
  rewrite subr_ge0 -[in leLHS]inv; apply: le_trans (ler_norm_sum _ _ _) _.
  by apply: ler_sum => s _; rewrite normrM (ger0_norm (p0 s u)).
have : \sum_u (\sum_s `|c s| * P s u - `|c u|) == 0 by rewrite sumrB mass_kept subrr.
rewrite psumr_eq0 // => /allP none u.
by have := none u (mem_index_enum u); rewrite subr_eq0 => /eqP.
Qed.

Lemma invariant_vector (some : S) : exists2 c, invariant c P & exists s, c s != 0.
Proof.
pose L := \matrix_(i, j) ((i == j)%:R - P (enum_val i) (enum_val j)) : 'M[R]_#|S|.
have sum_over (F : S -> R) : \sum_(i < #|S|) F (enum_val i) = \sum_s F s by rewrite -(big_enum_val F).
have row_of (F : 'I_#|S| -> R) i : \sum_j (j == i)%:R * F j = F i.
  by rewrite (bigD1 i) //= eqxx mul1r big1 ?addr0 // => j /negbTE ->; rewrite mul0r.
have singular : kermx L != 0.
  apply/negP; rewrite kermx_eq0 row_free_unit => unit.
  have /matrixP /(_ (enum_rank some) 0) : (const_mx 1 : 'cV[R]_#|S|) = 0.
    apply: (can_inj (mulKmx unit)); rewrite mulmx0; apply/colP => i; rewrite !mxE.
    under eq_bigr do rewrite !mxE mulr1 eq_sym -[_%:R]mulr1.
    rewrite sumrB row_of (sum_over (P (enum_val i))); case: sP => _ ->.
    exact: subrr.
  by rewrite !mxE => /eqP; rewrite oner_eq0.
case/rowV0Pn: singular => v /sub_kermxP vL vN0; exists (fun s => v 0 (enum_rank s)).
  move=> u; have /rowP /(_ (enum_rank u)) := vL; rewrite !mxE.
  under eq_bigr do rewrite mxE mulrBr mulrC; rewrite sumrB row_of => /eqP.
  rewrite subr_eq0 => /eqP ->; rewrite -sum_over; apply: eq_bigr => i _.
  by rewrite enum_valK enum_rankK.
case: (pickP (fun i => v 0 i != 0)) => [i vi|none]; first by exists (enum_val i); rewrite enum_valK.
by case/eqP: vN0; apply/rowP => i; rewrite mxE; apply/eqP/negbFE/none.
Qed.

Theorem stationary_law_exists (some : S) : exists mu, is_probability mu /\ invariant mu P.
Proof.
have [c inv [s cs]] := invariant_vector some; pose total := \sum_t `|c t|.
have total0 : 0 < total.
  rewrite lt0r sumr_ge0 ?andbT // psumr_eq0 // -has_predC; apply/hasP.
  by exists s; rewrite ?mem_index_enum //= normr_eq0.
exists (fun t => `|c t| / total); split; first split=> [t|].
- by rewrite divr_ge0 // ltW.
- by rewrite -mulr_suml divff // lt0r_neq0.
move=> u; rewrite -(absolute_value_invariant inv u) mulr_suml.
by apply: eq_bigr => t _; rewrite mulrAC.
Qed.
End Stationary.
