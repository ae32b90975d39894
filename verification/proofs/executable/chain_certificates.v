(** Certificates against a chain (src/guide/certificates/README.md): what is accepted is
    so of the target and the matrix in the file.

    [file_is_sound]: they are a law and a stochastic matrix, and the paths that
    are listed from a state draw its row.
    [imbalance_is_sound]: the two flows are those stated, and the chain is not
    reversible; [imbalance_of_rows_is_sound], with paths from two states only: nor
    is any chain with these two rows.
    [drift_is_sound]: the masses are those stated, and the target not invariant.
    [stationary_is_sound]: the law is invariant, no other is, and its distance
    from the target is the one stated.
    [reducible_is_sound]: closed classes are closed and connected, what is left for
    good is, and the chain does not reach a state of positive target from a state
    that it gets to.
    [periodic_is_sound]: the sets of a cycle are visited in turn, so that returns
    take multiples of their number. *)
From Coq Require Import ZArith QArith.
From mathcomp Require Import all_ssreflect all_algebra.
From peskun.definitions Require Import chance.
From peskun Require Import finite_models peskun_theorem.
From peskun.executable Require Import rationals simulation checker listed_paths reached_states.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Close Scope Q_scope.
Local Open Scope ring_scope.

(** A file on a chain: its target, its matrix, and the paths from every state
    unless its subject is the matrix itself. *)
Record chain_file := ChainFile {
  target : seq Q;
  file_matrix : seq (seq Q);
  listed : option (seq (nat * seq path)) }.

Definition differ a b := ~~ Qeq_bool a b.
Definition lists_rows n (P : nat -> nat -> Q) (rows : seq (nat * seq path)) :=
  (map fst rows == iota 0 n) && every n (fun i => give n (nth (0%N, [::]) rows i).2 (P i)).
Definition is_file (f : chain_file) :=
  let n := size (target f) in
  [&& square (target f) (file_matrix f), is_density n (vector (target f)),
      is_stochastic n (entry (file_matrix f)) &
      if listed f is Some rows then lists_rows n (entry (file_matrix f)) rows else true].

(** π(i) P(i, j). *)
Definition flow_between (f : chain_file) i j := qmul (vector (target f) i) (entry (file_matrix f) i j).
Definition shows_imbalance (f : chain_file) from to forward backward :=
  [&& is_file f, (from < size (target f))%N, (to < size (target f))%N,
      Qeq_bool (flow_between f from to) forward, Qeq_bool (flow_between f to from) backward &
      differ forward backward].
(** The same where paths from the two states are listed, the first of them from
    [from], and there is no matrix. *)
Definition shows_imbalance_of_rows (pi : seq Q) (there back : seq path) from to forward backward :=
  let n := size pi in
  [&& is_density n (vector pi), are_all n there && are_all n back, (from < n)%N && (to < n)%N,
      Qeq_bool (qmul (vector pi from) (mass there to)) forward,
      Qeq_bool (qmul (vector pi to) (mass back from)) backward & differ forward backward].

Definition shows_drift (f : chain_file) state into out :=
  let n := size (target f) in
  [&& is_file f, (state < n)%N, Qeq_bool (qsum n (fun i => flow_between f i state)) into,
      Qeq_bool (vector (target f) state) out & differ into out].

Definition qdistance a b := if Qle_bool a b then qsub b a else qsub a b.
Definition shows_stationary (f : chain_file) (law : seq Q) distance :=
  let n := size (target f) in let P := entry (file_matrix f) in
  [&& is_file f, size law == n, is_density n (vector law), preserves n (vector law) P &
  [&& has (fun r => every n (fun i => reaches n P i r)) (iota 0 n),
      Qeq_bool (qsum n (fun i => qdistance (vector law i) (vector (target f) i)))
        (qadd distance distance) & differ distance q0]].

(** Closed, and every state of it is reached from every other. *)
Definition is_class n P (set : seq nat) :=
  [&& set != [::], is_closed n P set & all (fun i => all (reaches n P i) set) set].
(** Every state that is reached from one of positive target gets into these. *)
Definition are_entered n pi P (classes : seq nat) :=
  let inside := found n P n [seq i <- iota 0 n | positive (pi i)] in
  [&& all (fun i => positive (pi i) ==> (i \in inside)) (iota 0 n), is_closed n P inside &
      all (fun i => has (reaches n P i) classes) inside].
Definition shows_reducible (f : chain_file) (classes : seq (seq nat)) (left : seq nat) :=
  let n := size (target f) in let P := entry (file_matrix f) in let pi := vector (target f) in
  [&& is_file f, all (fun i => i < n)%N (flatten classes ++ left), uniq (flatten classes ++ left),
      all (is_class n P) classes &
  [&& all (fun i => positive (pi i) && has (reaches n P i) (flatten classes)) left,
      all (fun set => has (fun j => positive (pi j) || has (fun i => reaches n P i j) left) set) classes,
      are_entered n pi P (flatten classes),
      all (fun i => positive (pi i) ==> (i \in flatten classes ++ left)) (iota 0 n) &
      (left != [::]) || (1 < size classes)%N]].

(** The sets of one cycle, each of whose steps lead to the next one. *)
Definition turns n P (cycle : seq (seq nat)) :=
  all (fun a => all (fun i => every n (fun j =>
    steps P i j ==> (j \in nth [::] cycle (a.+1 %% size cycle)))) (nth [::] cycle a))
    (iota 0 (size cycle)).
Definition shows_periodic (f : chain_file) (period : nat) (cycles : seq (seq (seq nat))) :=
  let n := size (target f) in let P := entry (file_matrix f) in
  [&& is_file f, all (fun i => i < n)%N (flatten (flatten cycles)), uniq (flatten (flatten cycles)),
      all (fun cycle => (cycle != [::]) && all (fun set => set != [::]) cycle) cycles &
  [&& all (turns n P) cycles, all (fun cycle => is_class n P (flatten cycle)) cycles,
      are_entered n (vector (target f)) P (flatten (flatten cycles)),
      period == foldr lcmn 1%N (map size cycles) & (1 < period)%N]].

Section Sound.
Variables (R : realFieldType) (f : chain_file).
Local Notation phi := (value_of R).
Local Notation n := (size (target f)).
Local Notation pi := (law R (n := n) (vector (target f))).
Local Notation P := (matrix R (n := n) (entry (file_matrix f))).
Local Notation step := (can_step R (n := n) (entry (file_matrix f))).

Lemma is_densityP m (w : nat -> Q) : is_density m w -> is_probability (law R (n := m) w).
Proof. by case/(density_sound R). Qed.

Theorem file_is_sound : is_file f ->
  [/\ is_probability pi, stochastic P & forall rows, listed f = Some rows ->
    forall i : 'I_n, exists paths, [/\ nth (0%N, [::]) rows i = (i : nat, paths),
      is_law (follow R paths) &
      forall j : 'I_n, follow R paths (fun s => (s == j)%:R : R) = P i j :> R]].
Proof.
case/and4P=> _ /is_densityP dpi /(stochastic_is_decided R) sP l; split=> // rows e i.
move: l; rewrite e => /andP[/eqP froms /everyP /(_ i) g].
exists (nth (0%N, [::]) rows i).2; split.
- have lt : (i < size rows)%N by rewrite -(size_map fst) froms size_iota.
  rewrite [LHS]surjective_pairing; congr (_, _).
  by rewrite -(nth_map _ 0%N) // froms nth_iota.
- by case/andP: (g) => /(paths_are_a_law R).
exact: paths_give_the_row.
Qed.

Lemma flow_value (i j : 'I_n) : phi (flow_between f i j) = pi i * P i j.
Proof. exact: valueM. Qed.

Lemma apart a b : differ a b = (phi a != phi b).
Proof. by rewrite /differ (value_eq R). Qed.

Theorem imbalance_is_sound from to forward backward :
  shows_imbalance f from to forward backward ->
  (exists i j : 'I_n, [/\ i = from :> nat, j = to :> nat, pi i * P i j = phi forward,
    pi j * P j i = phi backward & phi forward != phi backward]) /\ ~ reversible pi P.
Proof.
case/and5P=> _ lt lt' a /andP[b]; rewrite apart => d.
pose i := Ordinal lt; pose j := Ordinal lt'.
have a' : pi i * P i j = phi forward by rewrite -flow_value; apply/eqP; rewrite -value_eq.
have b' : pi j * P j i = phi backward by rewrite -flow_value; apply/eqP; rewrite -value_eq.
split; first by exists i, j.
by move=> rev; case/eqP: d; rewrite -a' -b'.
Qed.

Theorem drift_is_sound state into out : shows_drift f state into out ->
  (exists i : 'I_n, [/\ i = state :> nat, \sum_s pi s * P s i = phi into, pi i = phi out &
    phi into != phi out]) /\ ~ invariant pi P.
Proof.
case/and5P=> _ lt a b; rewrite apart => d; pose i := Ordinal lt.
have a' : \sum_s pi s * P s i = phi into.
  rewrite -(value_sum (F := fun s => flow_between f s i)); last by move=> s; rewrite flow_value.
  by apply/eqP; rewrite -value_eq.
have b' : pi i = phi out by apply/eqP; rewrite -value_eq.
split; first by exists i.
by move=> inv; case/eqP: d; rewrite -a' -b'.
Qed.

Lemma distance_value a b : phi (qdistance a b) = `|phi a - phi b|.
Proof.
rewrite /qdistance (value_le R); case: leP => h; rewrite valueB.
  by rewrite distrC ger0_norm // subr_ge0.
by rewrite ger0_norm // subr_ge0 ltW.
Qed.

Theorem stationary_is_sound (mu : seq Q) distance : shows_stationary f mu distance ->
  let m := law R (n := n) (vector mu) in
  [/\ is_probability m, invariant m P,
      forall nu, is_probability nu -> invariant nu P -> nu =1 m,
      \sum_i `|m i - pi i| = phi distance *+ 2 & ~ invariant pi P].
Proof.
case/and5P=> file _ /is_densityP dm /(invariance_is_decided R) im.
case/and3P=> /hasP[r rn /everyP to] dist; rewrite apart value0 => nz.
have [dpi sP _] := file_is_sound file; move: rn; rewrite mem_iota => /andP[_ rn].
have all_to (s : 'I_n) : connect step s (Ordinal rn) by apply: (@reachesP R _ _ s (Ordinal rn)); apply: to.
have only nu : is_probability nu -> invariant nu P -> nu =1 law R (n := n) (vector mu).
  by move=> pn inu; apply: (only_one_stationary_law sP all_to).
have e : \sum_(i < n) `|law R (n := n) (vector mu) i - pi i| = phi distance *+ 2.
  rewrite mulr2n -valueD; move: dist; rewrite (value_eq R) => /eqP <-; apply: esym.
  by apply: value_sum => i; rewrite distance_value.
split=> // inv; case/negP: nz; move: e; rewrite big1 => [/eqP|i _]; last first.
  by rewrite (only pi) // subrr normr0.
by rewrite eq_sym mulrn_eq0.
Qed.

Lemma entered_sound (classes : seq nat) : are_entered n (vector (target f)) (entry (file_matrix f)) classes ->
  all (fun i => i < n)%N classes ->
  forall s t : 'I_n, 0 < pi s -> connect step s t ->
  exists2 c : 'I_n, (c : nat) \in classes & connect step t c.
Proof.
case/and3P=> /allP pos cl /allP into lt s t; rewrite /law -(value0 R) => ps st.
have: (s : nat) \in iota 0 n by rewrite mem_iota ltn_ord.
move/pos/implyP; rewrite /positive (value_le R) -ltNge => /(_ ps) si.
have /hasP[c cc /[dup] tc] := into _ (closed_is_sound cl si st).
have cn : (c < n)%N by apply: (allP lt).
by move=> _; exists (Ordinal cn) => //; apply: reachesP.
Qed.

Lemma positiveP a : positive a = (0 < phi a).
Proof. by rewrite /positive (value_le R) value0 ltNge. Qed.

Lemma class_sound (set : seq nat) : is_class n (entry (file_matrix f)) set ->
  forall i j : 'I_n, (i : nat) \in set -> connect step i j = ((j : nat) \in set).
Proof.
case/and3P=> _ cl /allP co i j is_; apply/idP/idP; first exact: closed_is_sound.
by move=> js; apply: reachesP; have /allP := co _ is_; apply.
Qed.

Theorem reducible_is_sound classes left : shows_reducible f classes left ->
  [/\ forall set (i j : 'I_n), set \in classes -> (i : nat) \in set ->
        connect step i j = ((j : nat) \in set),
      forall i : 'I_n, (i : nat) \in left ->
        0 < pi i /\ exists2 j : 'I_n, connect step i j & ~~ connect step j i,
      forall s t : 'I_n, 0 < pi s -> connect step s t ->
        exists2 c : 'I_n, (c : nat) \in flatten classes & connect step t c,
      exists s t u : 'I_n, [/\ 0 < pi s, connect step s t, 0 < pi u & ~~ connect step t u] &
      ~ irreducible P].
Proof.
case/and5P=> _ lt un /allP cls /and5P[/allP lf /allP sup ent _ two].
have le i : i \in flatten classes ++ left -> (i < n)%N by move: i; apply/allP.
have A set (i j : 'I_n) : set \in classes -> (i : nat) \in set ->
    connect step i j = ((j : nat) \in set) by move=> /cls h; apply: class_sound.
have B (i : 'I_n) : (i : nat) \in left ->
    0 < pi i /\ exists2 j : 'I_n, connect step i j & ~~ connect step j i.
  move=> il; case/andP: (lf _ il); rewrite positiveP => pi0 /hasP[j jc ij]; split=> //.
  have jn : (j < n)%N by apply: le; rewrite mem_cat jc.
  exists (Ordinal jn); first exact: reachesP.
  case/flattenP: jc => set sc js; rewrite (A set) //; apply/negP => is_.
  move: un; rewrite cat_uniq => /and3P[_ /hasPn /(_ _ il) /negP no _]; apply: no.
  by apply/flattenP; exists set.
have D : exists s t u : 'I_n, [/\ 0 < pi s, connect step s t, 0 < pi u & ~~ connect step t u].
  case: (left) lt un lf sup two B le => [|l left'] lt un' lf' sup' two B le; last first.
    have ln : (l < n)%N by apply: le; rewrite mem_cat inE eqxx orbT.
    have [|pl [j lj jl]] := B (Ordinal ln); first by rewrite inE eqxx.
    by exists (Ordinal ln), j, (Ordinal ln).
  case: (classes) un' cls sup' two A le => [|c1 [|c2 cs]] //= un' cls' sup' _ A le.
  have pick c : c \in c1 :: c2 :: cs -> exists2 i : 'I_n, (i : nat) \in c & 0 < pi i.
    move=> cc; have /hasP[j jc] := sup' _ cc; rewrite orbF positiveP => pj.
    have jn : (j < n)%N.
      apply: le; rewrite cats0; have := cc; rewrite !inE => /or3P[/eqP <-|/eqP <-|h];
        rewrite ?mem_cat ?jc ?orbT //.
      by rewrite (_ : j \in flatten cs) ?orbT //; apply/flattenP; exists c.
    by exists (Ordinal jn).
  have [|i ic pi1] := pick c1; first by rewrite inE eqxx.
  have [|j jc pj] := pick c2; first by rewrite !inE eqxx orbT.
  exists i, i, j; split=> //; rewrite (A c1) ?inE ?eqxx //; apply/negP => jc1.
  move: un'; rewrite cats0 cat_uniq => /and3P[_ /hasPn no _].
  by have := no (j : nat); rewrite mem_cat jc => /(_ isT) /negP; apply.
split=> //; first by apply: entered_sound => //; apply/allP => i ic; apply: le; rewrite mem_cat ic.
by case: D => s [t [u [_ _ _ /negP no]]] irr; apply: no; apply: irr.
Qed.

Lemma turn (cycle : seq (seq nat)) a (i j : 'I_n) : turns n (entry (file_matrix f)) cycle ->
  (a < size cycle)%N -> (i : nat) \in nth [::] cycle a -> step i j ->
  (j : nat) \in nth [::] cycle (a.+1 %% size cycle).
Proof.
move=> /allP /(_ a) h lt ia st; move: h; rewrite mem_iota => /(_ lt) /allP /(_ _ ia).
by move/everyP=> /(_ j) /implyP; rewrite (stepsE R); apply.
Qed.

Lemma visited_in_turn (cycle : seq (seq nat)) a (i : 'I_n) p : turns n (entry (file_matrix f)) cycle ->
  (a < size cycle)%N -> (i : nat) \in nth [::] cycle a -> path.path step i p ->
  (last i p : nat) \in nth [::] cycle ((a + size p) %% size cycle).
Proof.
move=> tu; elim: p a i => [|k p IH] a i lt ia /=; first by rewrite addn0 modn_small.
case/andP=> st pt; have lt' : (a.+1 %% size cycle < size cycle)%N by rewrite ltn_mod (leq_ltn_trans _ lt).
have := IH _ _ lt' (turn tu lt ia st) pt.
by rewrite modnDml addSnnS.
Qed.

Theorem periodic_is_sound period cycles : shows_periodic f period cycles ->
  [/\ forall cycle a (i : 'I_n) p, cycle \in cycles -> (a < size cycle)%N ->
        (i : nat) \in nth [::] cycle a -> path.path step i p ->
        (last i p : nat) \in nth [::] cycle ((a + size p) %% size cycle) /\
        (last i p = i -> size cycle %| size p)%N,
      forall cycle (i j : 'I_n), cycle \in cycles -> (i : nat) \in flatten cycle ->
        connect step i j = ((j : nat) \in flatten cycle),
      forall s t : 'I_n, 0 < pi s -> connect step s t ->
        exists2 c : 'I_n, (c : nat) \in flatten (flatten cycles) & connect step t c,
      period = foldr lcmn 1%N (map size cycles) &
      exists2 cycle, cycle \in cycles & (1 < size cycle)%N].
Proof.
case/and5P=> _ lt un _ /and5P[/allP tu /allP cls ent /eqP per one]; split=> //.
- move=> cycle a i p cc al ia pt; have v := visited_in_turn (tu _ cc) al ia pt; split=> // e.
  rewrite e in v; set b := ((a + size p) %% size cycle)%N in v.
  have bl : (b < size cycle)%N by rewrite ltn_mod (leq_ltn_trans _ al).
  have ucy : uniq (flatten cycle).
    elim: (cycles) cc un => //= c cs IH; rewrite inE flatten_cat cat_uniq.
    by case/orP=> [/eqP <-|/IH h] /and3P[u1 _ u2] //; apply: h.
  have ab : a = b.
    move: al bl ia v ucy; move: (a) (b) => {b}; elim: (cycle) => //= c cs IH [|x] [|y] //=.
    + move=> _ yl ic iy; rewrite cat_uniq => /and3P[_ /hasPn no _].
      have /no /negP[] // : (i : nat) \in flatten cs.
      by apply/flattenP; exists (nth [::] cs y) => //; apply: mem_nth.
    + move=> xl _ ix ic; rewrite cat_uniq => /and3P[_ /hasPn no _].
      have /no /negP[] // : (i : nat) \in flatten cs.
      by apply/flattenP; exists (nth [::] cs x) => //; apply: mem_nth.
    by move=> xl yl ix iy; rewrite cat_uniq => /and3P[_ _ u]; rewrite (IH x y).
  have : (a + size p = a + 0 %[mod size cycle])%N by rewrite addn0 [in RHS]modn_small // -/b -ab.
  by move/eqP; rewrite eqn_modDl mod0n.
- by move=> cycle i j /cls h; apply: class_sound.
- exact: entered_sound.
apply/hasP; apply: contraLR one => /hasPn no; rewrite per -leqNgt.
elim: (cycles) no => //= c cs IH no.
have c1 : (size c <= 1)%N by rewrite leqNgt; apply: no; rewrite inE eqxx.
have s1 : (foldr lcmn 1%N (map size cs) <= 1)%N by apply: IH => x xs; apply: no; rewrite inE xs orbT.
by move: c1 s1; case: (size c) (foldr _ _ _) => [|[|?]] [|[|?]].
Qed.
End Sound.

(** Paths from two states only: the rest of the matrix may be anything. *)
Theorem imbalance_of_rows_is_sound (R : realFieldType) (pi : seq Q) there back from to forward backward :
  shows_imbalance_of_rows pi there back from to forward backward ->
  let n := size pi in let p := law R (n := n) (vector pi) in
  [/\ is_probability p, is_law (follow R there), is_law (follow R back) &
  exists i j : 'I_n, [/\ i = from :> nat, j = to :> nat &
    forall P : 'I_n -> 'I_n -> R,
    (forall k : 'I_n, P i k = follow R there (fun s => (s == k)%:R : R)) ->
    (forall k : 'I_n, P j k = follow R back (fun s => (s == k)%:R : R)) ->
    [/\ p i * P i j = value_of R forward, p j * P j i = value_of R backward,
        value_of R forward != value_of R backward & ~ reversible p P]]].
Proof.
case/and5P=> /(is_densityP R) dpi /andP[t b] /andP[lt lt'] a /andP[c d]; split=> //.
- exact: paths_are_a_law t.
- exact: paths_are_a_law b.
exists (Ordinal lt), (Ordinal lt'); split=> // P there_ back_.
move: a c d; rewrite (apart R) !(value_eq R) !valueM -!follow_mass => /eqP a /eqP c d.
have a' : law R (vector pi) (Ordinal lt) * P (Ordinal lt) (Ordinal lt') = value_of R forward.
  by rewrite there_.
have c' : law R (vector pi) (Ordinal lt') * P (Ordinal lt') (Ordinal lt) = value_of R backward.
  by rewrite back_.
by split=> // rev; case/eqP: d; rewrite -a' -c'.
Qed.
