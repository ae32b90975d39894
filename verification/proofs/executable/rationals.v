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
Definition of_integer (z : BinNums.Z) : R := (int_of_Z z)%:~R.
Definition value_of (a : Q) : R := of_integer (Qnum a) / of_integer (Zpos (Qden a)).
Local Notation phi := value_of.

Lemma integerD a b : of_integer (Z.add a b) = of_integer a + of_integer b.
Proof. by rewrite /of_integer -[Z.add a b]/(a + b) raddfD /= rmorphD. Qed.
Lemma integerM a b : of_integer (Z.mul a b) = of_integer a * of_integer b.
Proof. by rewrite /of_integer -[Z.mul a b]/(a * b) rmorphM /= rmorphM. Qed.
Lemma integerN a : of_integer (Z.opp a) = - of_integer a.
Proof. by rewrite /of_integer -[Z.opp a]/(- a) raddfN /= rmorphN. Qed.
Lemma integer_gt0 p : 0 < of_integer (Zpos p).
Proof. by rewrite /of_integer ltr0z /= ltz_nat; apply/ssrnat.ltP/Pos2Nat.is_pos. Qed.
Lemma integer_neq0 p : of_integer (Zpos p) != 0.
Proof. by rewrite lt0r_neq0 ?integer_gt0. Qed.

Lemma integer_le a b : (of_integer a <= of_integer b) = Z.leb a b.
Proof.
have up a' b' : Z.lt a' b' -> of_integer a' < of_integer b'.
  move=> lt; have [p ->] : exists p, b' = Z.add a' (Zpos p).
    by exists (Z.to_pos (Z.sub b' a')); lia.
  by rewrite integerD ltr_addl integer_gt0.
apply/idP/idP => [|/Z.leb_le h].
  apply: contraLR => h; rewrite -ltNge; apply: up.
  by apply Z.nle_gt => /Z.leb_le k; rewrite k in h.
have [->//|ne] := eqVneq a b; apply/ltW/up.
by move/eqP: ne; lia.
Qed.

Lemma value_eq a b : Qeq_bool a b = (phi a == phi b).
Proof.
rewrite /phi eqr_div ?integer_neq0 // -!integerM.
have inj : injective of_integer by move=> x y /intr_inj /(can_inj int_of_ZK).
rewrite (inj_eq inj); apply/idP/eqP => [/Qeq_bool_eq //|h]; exact: Qeq_eq_bool.
Qed.

Lemma value_red a : phi (Qred a) = phi a.
Proof. by apply/eqP; rewrite -value_eq; apply/Qeq_eq_bool/Qred_correct. Qed.

Lemma value_le a b : Qle_bool a b = (phi a <= phi b).
Proof.
rewrite /phi ler_pdivr_mulr ?integer_gt0 // mulrAC ler_pdivl_mulr ?integer_gt0 //.
by rewrite -!integerM integer_le.
Qed.

Lemma value0 : phi q0 = 0. Proof. by rewrite /phi /of_integer /= mul0r. Qed.
Lemma value1 : phi q1 = 1. Proof. by rewrite /phi /of_integer /= divr1. Qed.

Lemma valueD a b : phi (qadd a b) = phi a + phi b.
Proof. by rewrite value_red /phi /= Pos2Z.inj_mul integerD !integerM addf_div ?integer_neq0. Qed.
Lemma valueM a b : phi (qmul a b) = phi a * phi b.
Proof. by rewrite value_red /phi /= Pos2Z.inj_mul !integerM mulf_div. Qed.
Lemma valueB a b : phi (qsub a b) = phi a - phi b.
Proof.
rewrite value_red -[phi (Qminus a b)]value_red -/(qadd a (Qopp b)) valueD; congr (_ + _).
by rewrite /phi /Qopp /= integerN mulNr.
Qed.
Lemma valueV a : phi (Qinv a) = (phi a)^-1.
Proof.
case: a => -[|p|p] d; rewrite /phi /Qinv /= ?invf_div //.
  by rewrite (_ : of_integer Z0 = 0) // mul0r invr0 mulr0.
by rewrite -!Pos2Z.opp_pos !integerN invrN mulrN mulNr.
Qed.
Lemma value_div a b : phi (qdiv a b) = phi a / phi b.
Proof. by rewrite value_red -[phi (Qdiv a b)]value_red -/(qmul a (Qinv b)) valueM valueV. Qed.
Lemma value_min a b : phi (qmin a b) = Num.min (phi a) (phi b).
Proof. by rewrite /qmin value_le minElt leNgt; case: ltP => //= ab; case: ltgtP ab => // ->. Qed.

Lemma value_sum n (F : nat -> Q) (G : 'I_n -> R) :
  (forall i : 'I_n, phi (F i) = G i) -> phi (qsum n F) = \sum_i G i.
Proof.
move=> e; rewrite -(eq_bigr _ (fun i _ => e i)) -(big_mkord xpredT (fun i => phi (F i))).
rewrite /index_iota subn0 /qsum; elim: (iota 0 n) => [|i s IH] /=.
  by rewrite big_nil value0.
by rewrite big_cons valueD IH.
Qed.
End Value.
