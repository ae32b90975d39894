(** Rationals that compute, and what they stand for in any real field.

    [value_of] maps a rational to the field; the lemmas say that it commutes with
    everything the programs do with numbers. *)
From Coq Require Import ZArith QArith Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring ssrZ.
From peskun.definitions Require Import chance.
From peskun Require Import finite_models.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Close Scope Q_scope.

(** Always in lowest terms. *)
Definition qadd a b := Qred (Qplus a b).
Definition qsub a b := Qred (Qminus a b).
Definition qmul a b := Qred (Qmult a b).
Definition qdiv a b := Qred (Qdiv a b).
Definition qmin a b := if Qle_bool a b then a else b.
Definition q0 := Qmake Z0 1.
Definition q1 := Qmake (Zpos 1) 1.
Definition rationals : numbers :=
  @Numbers Q q0 q1 qadd qsub qmul qdiv qmin (fun a => Qeq_bool a q0) Qle_bool.
(** The sum of F 0, …, F (n − 1). *)
Definition qsum n (F : nat -> Q) : Q := foldr (fun i s => qadd (F i) s) q0 (iota 0 n).

Local Open Scope ring_scope.
Section Value.
Variable R : realFieldType.
(** Integers first: a ring morphism that keeps signs, hence the order. *)
Definition of_integer : {rmorphism BinNums.Z -> R} := [rmorphism of intmul 1 \o int_of_Z].
Definition value_of (a : Q) : R := of_integer (Qnum a) / of_integer (Zpos (Qden a)).
Local Notation phi := value_of.

Lemma integer_gt0 p : 0 < of_integer (Zpos p).
Proof. by rewrite /= ltr0z ltz_nat; apply/ssrnat.ltP/Pos2Nat.is_pos. Qed.
Lemma integer_neq0 p : of_integer (Zpos p) != 0.
Proof. exact/lt0r_neq0/integer_gt0. Qed.

Lemma integer_ge0 z : (0 <= of_integer z) = Z.leb Z0 z.
Proof.
case: z => [|p|p]; rewrite ?rmorph0 ?lexx //; first by rewrite ltW ?integer_gt0.
by rewrite -[Zneg p]/(- Zpos p) rmorphN oppr_ge0 leNgt integer_gt0.
Qed.

Lemma integer_le a b : (of_integer a <= of_integer b) = Z.leb a b.
Proof.
rewrite -subr_ge0 -rmorphB integer_ge0 -[b - a]/(Z.add b (Z.opp a)).
by apply/idP/idP => /Z.leb_le le; apply/Z.leb_le; lia.
Qed.

(** Numerator times denominator, crosswise. *)
Lemma value_le a b : Qle_bool a b = (phi a <= phi b).
Proof.
rewrite ler_pdivr_mulr ?integer_gt0 // mulrAC ler_pdivl_mulr ?integer_gt0 // -!rmorphM.
by rewrite integer_le.
Qed.

Lemma value_eq a b : Qeq_bool a b = (phi a == phi b).
Proof.
rewrite eq_le -!value_le; apply/idP/andP => [/Qeq_bool_eq|[/Qle_bool_iff le /Qle_bool_iff ge]].
  by rewrite /Qeq /Qle_bool => ->; split; apply/Z.leb_le/Z.le_refl.
exact/Qeq_eq_bool/Qle_antisym.
Qed.

Lemma value_same a b : Qeq a b -> phi a = phi b.
Proof. by move=> /Qeq_eq_bool; rewrite value_eq => /eqP. Qed.
Lemma value_red a : phi (Qred a) = phi a.
Proof. exact/value_same/Qred_correct. Qed.

Lemma value0 : phi q0 = 0. Proof. by rewrite /phi rmorph0 mul0r. Qed.
Lemma value1 : phi q1 = 1. Proof. by rewrite /phi divff ?integer_neq0. Qed.

Lemma valueD a b : phi (qadd a b) = phi a + phi b.
Proof. by rewrite value_red /phi addf_div ?integer_neq0 // -!rmorphM -rmorphD. Qed.
Lemma valueM a b : phi (qmul a b) = phi a * phi b.
Proof. by rewrite value_red /phi mulf_div -!rmorphM. Qed.
(** A difference plus what was taken away, and a quotient times its divisor. *)
Lemma valueB a b : phi (qsub a b) = phi a - phi b.
Proof.
apply: (addIr (phi b)); rewrite subrK -valueD; apply: value_same.
rewrite /qadd /qsub !Qred_correct /Qminus -Qplus_assoc (Qplus_comm (Qopp b)) Qplus_opp_r.
exact: Qplus_0_r.
Qed.
Lemma value_div a b : phi (qdiv a b) = phi a / phi b.
Proof.
have [b0|bN0] := eqVneq (phi b) 0.
  rewrite b0 invr0 mulr0 -value0; apply: value_same.
  have /Qeq_bool_eq b0' : Qeq_bool b q0 by rewrite value_eq b0 value0.
  by rewrite /qdiv Qred_correct b0' /Qdiv Qmult_0_r.
apply: (mulfI bN0); rewrite [RHS]mulrC divfK // -valueM; apply: value_same.
rewrite /qmul /qdiv !Qred_correct; apply: Qmult_div_r => b0.
by rewrite (value_same b0) value0 eqxx in bN0.
Qed.
Lemma value_min a b : phi (qmin a b) = Num.min (phi a) (phi b).
Proof. by rewrite /qmin value_le; case: leP. Qed.

Lemma value_sum n (F : nat -> Q) (G : 'I_n -> R) :
  (forall i : 'I_n, phi (F i) = G i) -> phi (qsum n F) = \sum_i G i.
Proof.
have fold s : phi (foldr (fun i t => qadd (F i) t) q0 s) = \sum_(i <- s) phi (F i).
  by elim: s => [|i s IH]; rewrite ?big_nil ?value0 // big_cons -IH -valueD.
move=> FG; rewrite /qsum fold -[n in iota 0 n]subn0 -/(index_iota 0 n) big_mkord.
exact: eq_bigr.
Qed.
End Value.
