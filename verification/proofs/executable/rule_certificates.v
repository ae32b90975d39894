(** Certificates of best rules (src/guide/certificates/README.md). The flows of arms and
    draws in the file are taken as they stand there; that they are those of the
    model is what `peskun replay` derives.

    [best_rule_is_sound]: the chain in the file is right, and moves as often as
    stated.
    [best_over_draws_is_sound]: between every two states the flow is attained by a
    rule over the outcomes in the file in both directions, and no valid rule over
    them has a larger one ([certificate_is_sound] and [certified_rule_is_best]), so
    that none moves more often.
    [bayes_is_sound]: the same for rules that look at the move alone;
    [means_are_of_the_paths]: whose mean acceptances are those of the listed paths. *)
From Coq Require Import ZArith QArith.
From mathcomp Require Import all_ssreflect all_algebra.
From peskun Require Import finite_models best_over_draws.
From peskun.executable Require Import rationals simulation checker listed_paths.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Close Scope Q_scope.
Local Open Scope ring_scope.

(** ** The chain of a best rule *)
Record rule_file := RuleFile { rule_target : seq Q; rule_table : seq (seq Q); moves : Q }.

(** All pairs θ < θ', in order. *)
Definition pairs_of n := [seq (i, j) | i <- iota 0 n, j <- iota i.+1 (n - i.+1)].
Definition flows_agree (f : rule_file) (flows : seq (nat * nat * Q)) :=
  let n := size (rule_target f) in
  [&& checker (rule_target f) (rule_table f), map fst flows == pairs_of n,
      all (fun e : nat * nat * Q => let: (i, j, flow) := e in
        Qeq_bool (qmul (vector (rule_target f) i) (entry (rule_table f) i j)) flow) flows &
      Qeq_bool (qsum n (fun i => qsum n (fun j => if i == j then q0 else
        qmul (vector (rule_target f) i) (entry (rule_table f) i j)))) (moves f)].

(** ** The draws of all arms *)
Record outcome_row := OutcomeRow {
  acceptances : seq Q; outcome_chance : Q; arm_chances : seq Q; dual_bound : Q }.
Record direction := Direction {
  pair_weight : Q; outcome_rows : seq outcome_row; draw_paths : seq path }.
Record best_pair := BestPair {
  best_from : nat; best_to : nat; best_flow : Q; multiplier : Q;
  best_forward : direction; best_backward : direction }.

Definition no_outcome := OutcomeRow [::] q0 [::] q0.
Definition row_at (d : direction) w := nth no_outcome (outcome_rows d) w.
Definition is_share a := Qle_bool q0 a && Qle_bool a q1.
Definition is_direction (arms : nat) (d : direction) :=
  let m := size (outcome_rows d) in
  [&& Qle_bool q0 (pair_weight d), give m (draw_paths d) (fun w => outcome_chance (row_at d w)) &
      every m (fun w => [&& positive (outcome_chance (row_at d w)),
        size (acceptances (row_at d w)) == arms, size (arm_chances (row_at d w)) == arms,
        all is_share (acceptances (row_at d w)) &
        is_density arms (vector (arm_chances (row_at d w)))])].
Definition attained arms (d : direction) :=
  qmul (pair_weight d) (qsum (size (outcome_rows d)) (fun w => qmul (outcome_chance (row_at d w))
    (qsum arms (fun i => qmul (vector (arm_chances (row_at d w)) i) (vector (acceptances (row_at d w)) i))))).
Definition is_bounded arms part (d : direction) :=
  every (size (outcome_rows d)) (fun w => every arms (fun i =>
    Qle_bool (qmul (qmul (qmul part (pair_weight d)) (outcome_chance (row_at d w)))
      (vector (acceptances (row_at d w)) i)) (dual_bound (row_at d w)))).
Definition dual_total (d : direction) := qsum (size (outcome_rows d)) (fun w => dual_bound (row_at d w)).
Definition is_best_pair (arms : nat) (p : best_pair) :=
  [&& is_direction arms (best_forward p), is_direction arms (best_backward p),
      Qeq_bool (attained arms (best_forward p)) (best_flow p),
      Qeq_bool (attained arms (best_backward p)) (best_flow p) &
  [&& is_bounded arms (qsub q1 (multiplier p)) (best_forward p),
      is_bounded arms (multiplier p) (best_backward p) &
      Qeq_bool (qadd (dual_total (best_forward p)) (dual_total (best_backward p))) (best_flow p)]].
Definition shows_best (f : rule_file) (arms : nat) (pairs : seq best_pair) :=
  flows_agree f [seq (best_from p, best_to p, best_flow p) | p <- pairs] &&
  all (is_best_pair arms) pairs.

(** ** Mean acceptances *)
Record arm_draws := ArmDraws { arm_outcomes : seq Q; arm_paths : seq path }.
Record mean_direction := MeanDirection {
  mean_weight : Q; means : seq Q; arm_lists : seq arm_draws }.
Record bayes_pair := BayesPair {
  bayes_from : nat; bayes_to : nat; bayes_flow : Q; taken : nat;
  bayes_forward : mean_direction; bayes_backward : mean_direction }.

Definition mean_of (a : arm_draws) :=
  qtotal [seq qmul (share p) (vector (arm_outcomes a) (ends p)) | p <- arm_paths a].
Definition is_arm (a : arm_draws) :=
  let m := size (arm_outcomes a) in
  [&& all is_share (arm_outcomes a), are_all m (arm_paths a) &
      every m (fun j => positive (mass (arm_paths a) j))].
Definition is_mean_direction (arms : nat) (d : mean_direction) :=
  [&& Qle_bool q0 (mean_weight d), size (means d) == arms, size (arm_lists d) == arms,
      all is_arm (arm_lists d) &
      every arms (fun i => Qeq_bool (mean_of (nth (ArmDraws [::] [::]) (arm_lists d) i)) (vector (means d) i))].
Definition arm_flow (d : mean_direction) i := qmul (mean_weight d) (vector (means d) i).
Definition is_bayes_pair (arms : nat) (p : bayes_pair) :=
  [&& is_mean_direction arms (bayes_forward p), is_mean_direction arms (bayes_backward p),
      (taken p < arms)%N,
      every arms (fun i => Qeq_bool (arm_flow (bayes_forward p) i) (arm_flow (bayes_backward p) i) &&
        Qle_bool (arm_flow (bayes_forward p) i) (bayes_flow p)) &
      Qeq_bool (arm_flow (bayes_forward p) (taken p)) (bayes_flow p)].
Definition shows_bayes (f : rule_file) (arms : nat) (pairs : seq bayes_pair) :=
  flows_agree f [seq (bayes_from p, bayes_to p, bayes_flow p) | p <- pairs] &&
  all (is_bayes_pair arms) pairs.

(** Numbers have no equality that decides membership. *)
Lemma all_In (T : Type) (b : pred T) s x : all b s -> List.In x s -> b x.
Proof. by elim: s => //= y s IH /andP[h /IH t] [<-|/t]. Qed.
Lemma In_map (T U : Type) (g : T -> U) s y : List.In y (map g s) -> exists2 x, List.In x s & y = g x.
Proof.
elim: s => //= x s IH [<-|/IH[z zs ->]]; first by exists x; [left|].
by exists z; [right|].
Qed.
Lemma mem_fst (T : eqType) (U : Type) (s : seq (T * U)) x : x \in map fst s -> exists a, List.In (x, a) s.
Proof.
elim: s => //= -[y a] s IH; rewrite inE => /orP[/eqP ->|/IH[b bs]]; first by exists a; left.
by exists b; right.
Qed.

Section Rule.
Variables (R : realFieldType) (f : rule_file).
Local Notation phi := (value_of R).
Local Notation n := (size (rule_target f)).
Local Notation pi := (law R (n := n) (vector (rule_target f))).
Local Notation P := (matrix R (n := n) (entry (rule_table f))).

Lemma mem_pairs (i j : nat) : ((i, j) \in pairs_of n) = (i < j < n)%N.
Proof.
apply/allpairsPdep/idP => [[x [y [+ + [-> ->]]]]|/andP[ij jn]].
  rewrite !mem_iota => /andP[_ xn] /andP[xy]; rewrite subnKC // => yn.
  by rewrite xy.
have i_n := ltn_trans ij jn.
by exists i, j; rewrite !mem_iota subnKC // ij jn i_n.
Qed.

Variable flows : seq (nat * nat * Q).
Hypothesis ok : flows_agree f flows.

Theorem best_rule_is_sound : right_chain pi P /\
  \sum_i \sum_(j | j != i) pi i * P i j = phi (moves f).
Proof.
case/and4P: ok => /(checker_is_sound R) rc _ _; rewrite (value_eq R) => /eqP <-; split=> //.
apply: esym; apply: value_sum => i; rewrite big_mkcond; apply: value_sum => j.
by rewrite -val_eqE /= eq_sym; case: eqP; rewrite ?value0 ?valueM.
Qed.

Lemma listed_flow (i j : 'I_n) : (i < j)%N ->
  exists2 a, List.In (i : nat, j : nat, a) flows & phi a = pi i * P i j.
Proof.
case/and4P: ok => _ /eqP e each _ ij.
have : (i : nat, j : nat) \in map fst flows by rewrite e mem_pairs ij ltn_ord.
case/mem_fst=> a m; exists a => //.
by have := all_In each m; rewrite (value_eq R) valueM => /eqP.
Qed.

(** Whatever has at most the listed flow in both directions moves at most as often. *)
Lemma moves_bound (F : 'I_n -> 'I_n -> R) :
  (forall (i j : 'I_n) a, List.In (i : nat, j : nat, a) flows -> F i j <= phi a /\ F j i <= phi a) ->
  \sum_i \sum_(j | j != i) F i j <= phi (moves f).
Proof.
move=> h; have [[_ rev _] <-] := best_rule_is_sound.
apply: ler_sum => i _; apply: ler_sum => j ne.
have [lt|gt|e] := ltngtP i j; last by case/eqP: ne; apply: val_inj.
  by have [a m <-] := listed_flow lt; case: (h i j a m).
by have [a m e] := listed_flow gt; rewrite rev -e; case: (h j i a m).
Qed.
End Rule.

(** One direction with the draws of all arms, as [best_over_draws] has it. *)
Section Side.
Variables (R : realFieldType) (arms : nat) (d : direction).
Local Notation phi := (value_of R).
Local Notation m := (size (outcome_rows d)).
Hypothesis ok : is_direction arms d.

Definition side_of : side R [finType of 'I_arms].
Proof.
refine (@Side R _ [finType of 'I_m] (phi (pair_weight d))
  (fun w : 'I_m => phi (outcome_chance (row_at d w)))
  (fun (i : 'I_arms) (w : 'I_m) => phi (vector (acceptances (row_at d w)) i)) _ _).
- by case/and3P: ok => h _ _; rewrite -(value0 R) -value_le.
- move=> w; case/and3P: ok => _ _ /everyP /(_ w) /and5P[+ _ _ _ _].
  by rewrite /positive (value_le R) value0 -ltNge => /ltW.
Defined.

Definition listed_choice : choice side_of := fun w i => phi (vector (arm_chances (row_at d w)) i).

Lemma listed_is_choice : is_choice listed_choice.
Proof.
by case/and3P: ok => _ _ /everyP h; split=> w; case/and5P: (h w) => _ _ _ _ /(density_sound R)[].
Qed.

Lemma attained_value : phi (attained arms d) = flow_of listed_choice.
Proof.
rewrite /attained valueM; congr (_ * _); apply: value_sum => w; rewrite valueM; congr (_ * _).
by apply: value_sum => i; rewrite valueM.
Qed.

Lemma dual_value : phi (dual_total d) = \sum_(w : outcome side_of) phi (dual_bound (row_at d w)).
Proof. exact: value_sum. Qed.

Lemma bounded_value part : is_bounded arms part d ->
  bounds (s := side_of) (phi part) (fun w => phi (dual_bound (row_at d w))).
Proof. by move=> /everyP h w i; have /everyP /(_ i) := h w; rewrite (value_le R) !valueM. Qed.
End Side.
Arguments side_of R {arms d} ok.
Arguments listed_choice R {arms d} ok w i.
Arguments bounded_value R {arms d} ok {part}.

Section Best.
Variables (R : realFieldType) (arms : nat).
Local Notation phi := (value_of R).

Lemma best_pair_is_sound (p : best_pair) (ok : is_best_pair arms p)
    (there : is_direction arms (best_forward p)) (back : is_direction arms (best_backward p)) :
  [/\ is_choice (listed_choice R there), is_choice (listed_choice R back),
      flow_of (listed_choice R there) = phi (best_flow p),
      flow_of (listed_choice R back) = phi (best_flow p) &
      forall (d : choice (side_of R there)) (d' : choice (side_of R back)),
      is_choice d -> is_choice d' -> flow_of d = flow_of d' -> flow_of d <= phi (best_flow p)].
Proof.
case/and5P: ok => _ _ a b /and3P[u u' e].
have a' : flow_of (listed_choice R there) = phi (best_flow p).
  by rewrite -attained_value; apply/eqP; rewrite -value_eq.
split=> //; [exact: listed_is_choice|exact: listed_is_choice| |].
  by rewrite -attained_value; apply/eqP; rewrite -value_eq.
move=> d d'; rewrite -a'.
apply: (certified_rule_is_best (multiplier := phi (multiplier p))
  (u := fun w : outcome (side_of R there) => phi (dual_bound (row_at (best_forward p) w)))
  (u' := fun w : outcome (side_of R back) => phi (dual_bound (row_at (best_backward p) w)))).
- by have := bounded_value R there u; rewrite valueB value1.
- exact: bounded_value.
by rewrite a' -!dual_value -valueD; apply/esym/eqP; rewrite -value_eq.
Qed.

(** F is the flow of a valid rule over the draws in the file. *)
Definition rule_over_draws (S : Type) (index : S -> nat) (pairs : seq best_pair) (F : S -> S -> R) :=
  forall (i j : S) p, List.In p pairs -> best_from p = index i -> best_to p = index j ->
  forall (there : is_direction arms (best_forward p)) (back : is_direction arms (best_backward p)),
  exists (d : choice (side_of R there)) (d' : choice (side_of R back)),
  [/\ is_choice d, is_choice d', F i j = flow_of d, F j i = flow_of d' & F i j = F j i].

Theorem best_over_draws_is_sound (f : rule_file) (pairs : seq best_pair) :
  shows_best f arms pairs ->
  let n := size (rule_target f) in
  let pi := law R (n := n) (vector (rule_target f)) in
  let P := matrix R (n := n) (entry (rule_table f)) in
  [/\ right_chain pi P,
      \sum_i \sum_(j | j != i) pi i * P i j = phi (moves f),
      rule_over_draws (@nat_of_ord n) pairs (fun i j => pi i * P i j) &
      forall F, rule_over_draws (@nat_of_ord n) pairs F ->
        \sum_i \sum_(j | j != i) F i j <= phi (moves f)].
Proof.
case/andP=> fl al n pi P; have [rc mv] := best_rule_is_sound R fl.
split=> //.
  move=> i j p pp ei ej there back.
  have [c c' a b _] := best_pair_is_sound (all_In al pp) there back.
  exists (listed_choice R there), (listed_choice R back).
  have e : pi i * P i j = phi (best_flow p).
    have /and4P[_ _ + _] := fl; rewrite all_map => h; have := all_In h pp.
    by rewrite /= ei ej (value_eq R) valueM => /eqP.
  have rev : pi i * P i j = pi j * P j i by case: rc => _ rev _; apply: rev.
  by split=> //; [rewrite a|rewrite b -e rev].
move=> F rF; apply: (moves_bound fl (F := F)) => i j a listed.
have [p pp [ei ej ->]] := In_map listed.
have bp := all_In al pp; have /and5P[there back _ _ _] := bp.
have [d [d' [cd cd' e e' eq]]] := rF i j p pp (esym ei) (esym ej) there back.
have [_ _ _ _ best] := best_pair_is_sound bp there back.
by rewrite -eq e; split; apply: (best d d') => //; rewrite -e -e'.
Qed.
End Best.

(** A direction known by mean acceptances: one outcome. *)
Section Means.
Variables (R : realFieldType) (arms : nat).
Local Notation phi := (value_of R).

Section Side.
Variable d : mean_direction.
Hypothesis ok : is_mean_direction arms d.
Definition mean_side : side R [finType of 'I_arms].
Proof.
refine (@Side R _ [finType of unit] (phi (mean_weight d)) (fun _ => 1)
  (fun (i : 'I_arms) _ => phi (vector (means d) i)) _ _) => [|_]; last exact: ler01.
by case/and5P: ok => h _ _ _ _; rewrite -(value0 R) -value_le.
Defined.

Lemma mean_flow (c : choice mean_side) :
  flow_of c = \sum_(i < arms) c tt i * phi (arm_flow d i).
Proof.
rewrite /flow_of (bigD1 (tt : outcome mean_side)) //= [X in _ + X]big1 //.
rewrite addr0 mul1r mulr_sumr.
by apply: eq_bigr => i _; rewrite valueM mulrCA.
Qed.

Definition take_arm (k : 'I_arms) : choice mean_side := fun _ i => (i == k)%:R.
Lemma take_arm_flow k : flow_of (take_arm k) = phi (arm_flow d k).
Proof.
rewrite mean_flow (bigD1 k) //= /take_arm eqxx mul1r big1 ?addr0 // => l /negbTE ->.
exact: mul0r.
Qed.

(** The means are those of the programs that follow the listed paths. *)
Theorem means_are_of_the_paths (i : 'I_arms) :
  let a := nth (ArmDraws [::] [::]) (arm_lists d) i in
  is_law (follow R (arm_paths a)) /\
  follow R (arm_paths a) (fun w => phi (vector (arm_outcomes a) w)) = phi (vector (means d) i) :> R.
Proof.
move=> a; case/and5P: ok => _ _ /eqP sz each /everyP /(_ i) /=; rewrite -/a (value_eq R) => /eqP <-.
have : is_arm a by apply: (all_nthP _ each); rewrite sz.
case/and3P=> _ /(paths_are_a_law R) l _; split=> //.
by rewrite /mean_of value_total big_map; apply: eq_bigr => p _; rewrite valueM.
Qed.
End Side.

Lemma bayes_pair_is_sound (p : bayes_pair) (ok : is_bayes_pair arms p)
    (there : is_mean_direction arms (bayes_forward p))
    (back : is_mean_direction arms (bayes_backward p)) :
  [/\ exists i : 'I_arms, [/\ i = taken p :> nat,
        phi (arm_flow (bayes_forward p) i) = phi (bayes_flow p) &
        phi (arm_flow (bayes_backward p) i) = phi (bayes_flow p)],
      forall d : choice (mean_side there), is_choice d -> flow_of d <= phi (bayes_flow p) &
      forall d : choice (mean_side back), is_choice d -> flow_of d <= phi (bayes_flow p)].
Proof.
case/and5P: ok => _ _ lt /everyP each at_.
have same (i : 'I_arms) : phi (arm_flow (bayes_forward p) i) = phi (arm_flow (bayes_backward p) i).
  by case/andP: (each i) => h _; apply/eqP; rewrite -value_eq.
have below (i : 'I_arms) : phi (arm_flow (bayes_forward p) i) <= phi (bayes_flow p).
  by case/andP: (each i) => _; rewrite (value_le R).
split.
- have e : phi (arm_flow (bayes_forward p) (Ordinal lt)) = phi (bayes_flow p).
    by apply/eqP; rewrite -value_eq.
  by exists (Ordinal lt); split=> //; rewrite -same.
- move=> d [d0 d1]; rewrite mean_flow -[leRHS]mul1r -(d1 tt) mulr_suml.
  by apply: ler_sum => i _; rewrite ler_wpmul2l.
move=> d [d0 d1]; rewrite mean_flow -[leRHS]mul1r -(d1 tt) mulr_suml.
by apply: ler_sum => i _; rewrite ler_wpmul2l // -same.
Qed.

(** F is the flow of a rule that looks at the move alone, valid or not. *)
Definition rule_over_moves (S : Type) (index : S -> nat) (pairs : seq bayes_pair) (F : S -> S -> R) :=
  forall (i j : S) p, List.In p pairs -> bayes_from p = index i -> bayes_to p = index j ->
  forall (there : is_mean_direction arms (bayes_forward p))
    (back : is_mean_direction arms (bayes_backward p)),
  exists (d : choice (mean_side there)) (d' : choice (mean_side back)),
  [/\ is_choice d, is_choice d', F i j = flow_of d & F j i = flow_of d'].

Theorem bayes_is_sound (f : rule_file) (pairs : seq bayes_pair) : shows_bayes f arms pairs ->
  let n := size (rule_target f) in
  let pi := law R (n := n) (vector (rule_target f)) in
  let P := matrix R (n := n) (entry (rule_table f)) in
  [/\ right_chain pi P,
      \sum_i \sum_(j | j != i) pi i * P i j = phi (moves f),
      rule_over_moves (@nat_of_ord n) pairs (fun i j => pi i * P i j) &
      forall F, rule_over_moves (@nat_of_ord n) pairs F ->
        \sum_i \sum_(j | j != i) F i j <= phi (moves f)].
Proof.
case/andP=> fl al n pi P; have [rc mv] := best_rule_is_sound R fl.
split=> //.
  move=> i j p pp ei ej there back.
  have [[k [_ a b]] _ _] := bayes_pair_is_sound (all_In al pp) there back.
  have e : pi i * P i j = phi (bayes_flow p).
    have /and4P[_ _ + _] := fl; rewrite all_map => h; have := all_In h pp.
    by rewrite /= ei ej (value_eq R) valueM => /eqP.
  have rev : pi i * P i j = pi j * P j i by case: rc => _ rev _; apply: rev.
  exists (@take_arm _ there k), (@take_arm _ back k); split.
  - exact: (take_is_choice (fun=> k)).
  - exact: (take_is_choice (fun=> k)).
  - by rewrite take_arm_flow a.
  by rewrite take_arm_flow b -e rev.
move=> F rF; apply: (moves_bound fl (F := F)) => i j a listed.
have [p pp [ei ej ->]] := In_map listed.
have bp := all_In al pp; have /and5P[there back _ _ _] := bp.
have [d [d' [cd cd' -> ->]]] := rF i j p pp (esym ei) (esym ej) there back.
by have [_ best best'] := bayes_pair_is_sound bp there back; split; [apply: best|apply: best'].
Qed.
End Means.
