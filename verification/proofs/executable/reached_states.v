(** Which states are reached from which, and what follows for stationary laws.

    [reached_is_sound]: what the search finds is connected.
    [closed_is_sound]: a set that no step leaves is never left.
    [only_one_stationary_law]: a state that is reached from everywhere makes the
    stationary law the only one. *)
From Coq Require Import ZArith QArith.
From mathcomp Require Import all_ssreflect all_algebra.
From peskun Require Import finite_models section_1_stationary_laws.
From peskun.executable Require Import rationals simulation checker.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Close Scope Q_scope.
Local Open Scope ring_scope.

Section Search.
Variables (n : nat) (P : nat -> nat -> Q).
Definition steps i j := ~~ Qeq_bool (P i j) q0.
(** Found from these states within so many rounds. *)
Fixpoint found rounds (seen : seq nat) : seq nat :=
  if rounds is r.+1 then
    found r [seq j <- iota 0 n | (j \in seen) || has (fun i => steps i j) seen]
  else seen.
Definition reaches i j := j \in found n [:: i].
(** No step leads out of a set. *)
Definition is_closed (set : seq nat) :=
  all (fun i => every n (fun j => steps i j ==> (j \in set))) set.
End Search.

Section Sound.
Variables (R : realFieldType) (n : nat) (P : nat -> nat -> Q).
Local Notation M := (matrix R (n := n) P).
Definition can_step (i j : 'I_n) : bool := M i j != 0.

Lemma stepsE (i j : 'I_n) : steps P i j = can_step i j.
Proof. by rewrite /steps (value_eq R) value0. Qed.

Theorem reached_is_sound rounds (seen : seq nat) (j : 'I_n) : all (fun i => i < n)%N seen ->
  (j : nat) \in found n P rounds seen ->
  exists2 i : 'I_n, (i : nat) \in seen & connect can_step i j.
Proof.
elim: rounds seen => [|r IH] seen lt /=; first by move=> h; exists j.
case/IH => [|i]; first by apply/allP => k; rewrite mem_filter mem_iota => /andP[_ /andP[]].
rewrite mem_filter => /andP[/orP[h|/hasP[k ks st]] _] c; first by exists i.
have kn : (k < n)%N by apply: (allP lt).
exists (Ordinal kn) => //; apply: connect_trans c; apply: connect1.
by rewrite -stepsE.
Qed.

Lemma reachesP (i j : 'I_n) : reaches n P i j -> connect can_step i j.
Proof.
case/reached_is_sound => [|k]; first by rewrite /= ltn_ord.
by rewrite inE => /eqP /val_inj ->.
Qed.

Lemma closed_step (set : seq nat) (i j : 'I_n) : is_closed n P set ->
  (i : nat) \in set -> can_step i j -> (j : nat) \in set.
Proof. by move=> /allP h /h /everyP /(_ j) /implyP; rewrite stepsE. Qed.

Theorem closed_is_sound (set : seq nat) (i j : 'I_n) : is_closed n P set ->
  (i : nat) \in set -> connect can_step i j -> (j : nat) \in set.
Proof.
move=> cl + /connectP[p + ->]; elim: p i => [|k p IH] i //= is_ /andP[st pt].
by apply: IH pt; apply: closed_step st.
Qed.
End Sound.

(** ** Stationary laws *)
Section Stationary.
Variables (R : realFieldType) (S : finType) (P : S -> S -> R).
Hypothesis sP : stochastic P.
Local Notation step := (fun s s' => P s s' != 0).

Lemma mass_is_carried (p : S -> R) s r : (forall s, 0 <= p s) -> invariant p P ->
  connect step s r -> 0 < p s -> 0 < p r.
Proof.
move=> p0 ip /connectP[l + ->]; elim: l s => [|k l IH] s //= /andP[st pt] ps.
apply: IH pt _; rewrite -ip (bigD1 s) //= ltr_paddr //.
  by apply: sumr_ge0 => t _; rewrite mulr_ge0 //; case: sP.
by rewrite mulr_gt0 // lt_def st; case: sP => ->.
Qed.

Variable root : S.
Hypothesis reached : forall s, connect step s root.

Lemma below_at_root (mu nu : S -> R) : is_probability mu -> is_probability nu ->
  invariant mu P -> invariant nu P -> mu root <= nu root -> mu =1 nu.
Proof.
move=> [mu0 mu1] [nu0 nu1] im inu le.
pose d s := mu s - nu s; pose m s := `|d s|.
have id : invariant d P.
  by move=> u; under eq_bigr do rewrite /d mulrBl; rewrite sumrB im inu.
have imm : invariant m P := absolute_value_invariant sP id.
pose p s := m s + d s.
have p0 s : 0 <= p s by rewrite /p /m -ler_subl_addr sub0r -normrN ler_norm.
have ip : invariant p P.
  by move=> u; under eq_bigr do rewrite /p mulrDl; rewrite big_split /= imm id.
have z s : p s = 0.
  apply/eqP; rewrite eq_le p0 andbT leNgt; apply/negP => /(mass_is_carried p0 ip (reached s)).
  by rewrite /p /m ler0_norm ?addNr ?ltxx // /d subr_le0.
have dle s : 0 <= nu s - mu s.
  rewrite -opprB -/(d s); have /eqP := z s; rewrite /p addr_eq0 => /eqP <-.
  exact: normr_ge0.
have : \sum_s (nu s - mu s) = 0 by rewrite sumrB nu1 mu1 subrr.
move/eqP; rewrite psumr_eq0 => [/allP h s|//].
by have := h s; rewrite mem_index_enum subr_eq0 => /(_ isT) /eqP.
Qed.

Theorem only_one_stationary_law (mu nu : S -> R) : is_probability mu -> is_probability nu ->
  invariant mu P -> invariant nu P -> mu =1 nu.
Proof.
move=> pm pn im inu; have [le|/ltW le] := leP (mu root) (nu root).
  exact: below_at_root.
by move=> s; rewrite (below_at_root pn pm).
Qed.
End Stationary.
