(** Who holds by pairs and weights does not lose. *)

From Coq Require Import NArith List Bool Lia Arith FinFun.
Import ListNotations.
Require Import Rules Pairs Sets.
Open Scope N_scope.

Section game.

Variable g : game.

(** ** How many cells *)

Lemma cells_once : NoDup (cells g).
Proof.
  apply NoDup_filter. unfold up_to. apply Injective_map_NoDup; [| apply seq_NoDup]. intros a b E. apply Nat2N.inj. exact E.
Qed.

Definition less_of (s c : N) : N := N.ldiff s (N.shiftl 1 c).

Lemma has_less s c d : has (less_of s c) d = has s d && negb (c =? d).
Proof. unfold less_of. rewrite has_ldiff, has_bit. reflexivity. Qed.

Lemma same_filter (s t : N) cs : (forall d, In d cs -> has s d = has t d) -> filter (has s) cs = filter (has t) cs.
Proof. intros H. apply filter_ext_in. exact H. Qed.

Lemma count_less_from s c cs : NoDup cs ->
  (length (filter (has s) cs) <= S (length (filter (has (less_of s c)) cs)))%nat
  /\ (In c cs -> has s c = true -> length (filter (has s) cs) = S (length (filter (has (less_of s c)) cs))).
Proof.
  induction cs as [| d cs IH]; intros ND; simpl; [split; [lia | intros []] |].
  inversion ND as [| ? ? OUT ND']. subst. specialize (IH ND'). destruct IH as [IH1 IH2].
  rewrite has_less. destruct (N.eqb_spec c d) as [E | NE].
  - subst d. rewrite andb_false_r.
    assert (SAME : filter (has s) cs = filter (has (less_of s c)) cs).
    { apply same_filter. intros d D. rewrite has_less. destruct (N.eqb_spec c d) as [E | NE]; [subst; contradiction |].
      rewrite andb_true_r. reflexivity. }
    destruct (has s c); simpl; rewrite SAME; split; try lia; intros; congruence.
  - rewrite andb_true_r. destruct (has s d); simpl; (split; [lia |]).
    + intros [E | I] H; [congruence |]. rewrite (IH2 I H). reflexivity.
    + intros [E | I] H; [congruence |]. apply IH2; assumption.
Qed.

Lemma count_less s c : (count g s <= S (count g (less_of s c)))%nat.
Proof. apply count_less_from, cells_once. Qed.

Lemma count_less_eq s c : has (board g) c = true -> has s c = true -> count g s = S (count g (less_of s c)).
Proof. intros B H. apply count_less_from; [apply cells_once | apply cells_spec, B | exact H]. Qed.

Lemma count_empty s : (forall c, has s c = false) -> count g s = O.
Proof.
  intros H. unfold count. replace (filter (has s) (cells g)) with (@nil N); [reflexivity |].
  induction (cells g) as [| c cs IH]; [reflexivity |]. simpl. rewrite H. exact IH.
Qed.

Lemma count_all s : (count g s <= length (cells g))%nat.
Proof. unfold count. induction (cells g) as [| c cs IH]; [reflexivity |]. simpl. destruct (has s c); simpl; lia. Qed.

(** ** Weights *)

Variable most : nat.
Notation one := (2 ^ N.of_nat most).
Notation weight := (weight (cells g) most).

Definition total (ls : list N) : N := sum (weigh (cells g) most ls).

Definition on (c : N) (ls : list N) : list N := filter (fun l => has l c) ls.
Definition off (c : N) (ls : list N) : list N := filter (fun l => negb (has l c)) ls.

Definition cool (ls : list N) : Prop := forall c, total ls + total (on c ls) < one.

Lemma weight_less l c : weight (less_of l c) <= 2 * weight l.
Proof.
  unfold Pairs.weight. rewrite <- N.pow_succ_r'. apply N.pow_le_mono_r; [discriminate |]. pose proof (count_less l c).
  change (size (cells g)) with (count g). lia.
Qed.

Lemma weight_empty l : (forall c, has l c = false) -> weight l = one.
Proof. intros H. unfold Pairs.weight. change (size (cells g) l) with (count g l). rewrite count_empty by exact H. rewrite Nat.sub_0_r. reflexivity. Qed.

Lemma total_in l ls : In l ls -> weight l <= total ls.
Proof.
  induction ls as [| l' ls IH]; [intros [] |]. unfold total in *. simpl. intros [<- | I]; [lia |]. specialize (IH I). lia.
Qed.

Lemma total_split c ls : total ls = total (on c ls) + total (off c ls).
Proof.
  unfold on, off. induction ls as [| l ls IH]; [reflexivity |]. unfold total in *. simpl. destruct (has l c); simpl; lia.
Qed.

Lemma total_off b ls : total (off b ls) <= total ls.
Proof. rewrite (total_split b ls). lia. Qed.

Lemma on_off c b ls : on c (off b ls) = off b (on c ls).
Proof.
  unfold on, off. induction ls as [| l ls IH]; [reflexivity |]. simpl.
  destruct (has l b) eqn:B, (has l c) eqn:C; simpl; rewrite ?B, ?C; simpl; rewrite IH; reflexivity.
Qed.

Lemma cool_off b ls : cool ls -> cool (off b ls).
Proof.
  intros C c. specialize (C c). rewrite on_off. pose proof (total_off b ls). pose proof (total_off b (on c ls)). lia.
Qed.

(** A mark of the opponent's at most doubles what the lines through it weigh. *)
Lemma total_less c ls : total (map (fun l => less_of l c) ls) <= total ls + total (on c ls).
Proof.
  induction ls as [| l ls IH]; [simpl; lia |]. unfold total, on in *. simpl.
  destruct (has l c) eqn:H; simpl.
  - pose proof (weight_less l c). lia.
  - assert (E : less_of l c = l); [| rewrite E; lia].
    apply same_set. intros d. rewrite has_less. destruct (N.eqb_spec c d) as [E | NE]; [subst; rewrite H; reflexivity | apply andb_true_r].
Qed.

Lemma heaviest (f : N -> N) cs : cs <> [] -> exists b, In b cs /\ forall c, In c cs -> f c <= f b.
Proof.
  induction cs as [| c cs IH]; [congruence |]. intros _. destruct cs as [| d cs].
  - exists c. split; [left; reflexivity |]. intros c' [<- | []]. lia.
  - destruct IH as [b [I M]]; [discriminate |]. destruct (N.le_gt_cases (f c) (f b)) as [L | L].
    + exists b. split; [right; exact I |]. intros c' [<- | I']; [exact L | apply M, I'].
    + exists c. split; [left; reflexivity |]. intros c' [<- | I']; [lia | specialize (M c' I'); lia].
Qed.

(** The prover marks the cell with the greatest weight. *)
Lemma cool_down ls : total ls < one -> (forall l, In l ls -> inside l (board g) = true) -> ls <> [] ->
  exists b l, In l ls /\ has l b = true /\ cool (off b ls).
Proof.
  intros W I NE.
  assert (FULL : forall l, In l ls -> exists c, has l c = true).
  { intros l L. apply not_empty. intros E. assert (X : weight l = one) by (apply weight_empty; intros c; rewrite E; reflexivity).
    pose proof (total_in l ls L). lia. }
  assert (CELLS : cells g <> []).
  { destruct ls as [| l ls]; [congruence |]. destruct (FULL l (or_introl eq_refl)) as [c C]. intros E.
    specialize (I l (or_introl eq_refl)). rewrite inside_spec in I. specialize (I c C). apply cells_spec in I. rewrite E in I. exact I. }
  destruct (heaviest (fun c => total (on c ls)) (cells g) CELLS) as [b [B MAX]].
  assert (MAX' : forall c, total (on c ls) <= total (on b ls)).
  { intros c. destruct (has (board g) c) eqn:BC; [apply MAX, cells_spec, BC |].
    replace (on c ls) with (@nil N); [unfold total at 1; simpl; lia |]. unfold on. symmetry.
    clear - I BC. induction ls as [| l ls IH]; [reflexivity |]. simpl. destruct (has l c) eqn:H.
    - specialize (I l (or_introl eq_refl)). rewrite inside_spec in I. rewrite (I c H) in BC. discriminate.
    - apply IH. intros l' L'. apply I. right. exact L'. }
  destruct ls as [| l0 ls0] eqn:LS; [congruence |]. rewrite <- LS in *.
  destruct (FULL l0) as [c0 C0]; [rewrite LS; left; reflexivity |].
  assert (POS : 0 < total (on b ls)).
  { apply N.lt_le_trans with (total (on c0 ls)); [| apply MAX'].
    apply N.lt_le_trans with (weight l0).
    - unfold Pairs.weight. apply N.neq_0_lt_0, N.pow_nonzero. discriminate.
    - apply total_in. unfold on. apply filter_In. split; [rewrite LS; left; reflexivity | exact C0]. }
  destruct (on b ls) as [| l1 ls1] eqn:ON; [unfold total in POS; simpl in POS; lia |].
  assert (L1 : In l1 (on b ls)) by (rewrite ON; left; reflexivity). unfold on in L1. apply filter_In in L1.
  exists b, l1. split; [apply L1 |]. split; [apply L1 |].
  intros c. rewrite on_off. rewrite <- ON in *. pose proof (MAX' c). pose proof (total_split b ls). pose proof (total_off b (on c ls)). lia.
Qed.

(** ** What is kept true while the prover holds *)

(** Pairs are two cells; a share is a region and the lines that count there, each as its cells that the opponent lacks there. *)
Record shared (own other : N) (pairs : list (N * N)) (shares : list (N * list N)) : Prop := {
  apart : forall c, has own c = true -> has other c = true -> False;
  covered : forall l, In l (lines g) ->
    (exists c, has l c = true /\ has own c = true)
    \/ (exists a b, In (a, b) pairs /\ has l a = true /\ has l b = true)
    \/ (exists r ls s, In (r, ls) shares /\ In s ls /\ forall d, has s d = true -> has l d = true /\ has other d = false);
  pair_free : forall a b, In (a, b) pairs -> a <> b
    /\ has (board g) a = true /\ has own a = false /\ has other a = false
    /\ has (board g) b = true /\ has own b = false /\ has other b = false;
  share_free : forall r ls s d, In (r, ls) shares -> In s ls -> has s d = true ->
    has r d = true /\ has (board g) d = true /\ has own d = false /\ has other d = false;
  pairs_apart : forall a b a' b' c, In (a, b) pairs -> In (a', b') pairs -> (c = a \/ c = b) -> (c = a' \/ c = b') -> a = a' /\ b = b';
  pair_share_apart : forall a b r ls, In (a, b) pairs -> In (r, ls) shares -> has r a = false /\ has r b = false;
  shares_apart : forall r ls r' ls' c, In (r, ls) shares -> In (r', ls') shares -> has r c = true -> has r' c = true ->
    r = r' /\ ls = ls'
}.

Definition all_cool (shares : list (N * list N)) : Prop := forall r ls, In (r, ls) shares -> cool ls.

Definition pairs_off (b : N) (pairs : list (N * N)) : list (N * N) :=
  filter (fun pair => negb (fst pair =? b) && negb (snd pair =? b)) pairs.
Definition shares_off (b : N) (shares : list (N * list N)) : list (N * list N) := map (fun one => (fst one, off b (snd one))) shares.
Definition shares_less (c : N) (shares : list (N * list N)) : list (N * list N) :=
  map (fun one => (fst one, map (fun l => less_of l c) (snd one))) shares.

Lemma in_pairs_off b pairs x y : In (x, y) (pairs_off b pairs) <-> In (x, y) pairs /\ x <> b /\ y <> b.
Proof. unfold pairs_off. rewrite filter_In, andb_true_iff, !negb_true_iff, !N.eqb_neq. simpl. tauto. Qed.

Lemma in_shares_off b shares r ls : In (r, ls) (shares_off b shares) <-> exists ls0, In (r, ls0) shares /\ ls = off b ls0.
Proof.
  unfold shares_off. rewrite in_map_iff. split.
  - intros [[r' ls0] [E I]]. simpl in E. inversion E. subst. exists ls0. auto.
  - intros [ls0 [I ->]]. exists (r, ls0). auto.
Qed.

Lemma in_shares_less c shares r ls : In (r, ls) (shares_less c shares) <->
  exists ls0, In (r, ls0) shares /\ ls = map (fun l => less_of l c) ls0.
Proof.
  unfold shares_less. rewrite in_map_iff. split.
  - intros [[r' ls0] [E I]]. simpl in E. inversion E. subst. exists ls0. auto.
  - intros [ls0 [I ->]]. exists (r, ls0). auto.
Qed.

Lemma in_off b ls s : In s (off b ls) <-> In s ls /\ has s b = false.
Proof. unfold off. rewrite filter_In, negb_true_iff. tauto. Qed.

(** The prover marks any free cell. *)
Lemma prover_marks own other pairs shares b : shared own other pairs shares ->
  has own b = false -> has other b = false -> shared (N.setbit own b) other (pairs_off b pairs) (shares_off b shares).
Proof.
  intros H O T. split.
  - intros c. rewrite has_setbit, orb_true_iff, N.eqb_eq. intros [<- | A] B; [congruence | apply (apart _ _ _ _ H c A B)].
  - intros l L. destruct (has l b) eqn:LB; [left; exists b; rewrite has_setbit, N.eqb_refl; auto |].
    destruct (covered _ _ _ _ H l L) as [[c [C1 C2]] | [[x [y [I [X Y]]]] | [r [ls [s [I [J K]]]]]]].
    + left. exists c. rewrite has_setbit, C2, orb_true_r. auto.
    + right. left. exists x, y. rewrite in_pairs_off. split; [split; [exact I |] | auto]. split; intros ->; congruence.
    + right. right. exists r, (off b ls), s. rewrite in_shares_off, in_off. split; [exists ls; auto |]. split; [split; [exact J |] | exact K].
      destruct (has s b) eqn:E; [| reflexivity]. apply K in E. destruct E as [E _]. congruence.
  - intros x y I. apply in_pairs_off in I. destruct I as [I [NX NY]]. destruct (pair_free _ _ _ _ H x y I) as [A [B [C [D [E [F G]]]]]].
    rewrite !has_setbit. apply not_eq_sym, N.eqb_neq in NX. apply not_eq_sym, N.eqb_neq in NY. rewrite NX, NY. auto 10.
  - intros r ls s d I J D. apply in_shares_off in I. destruct I as [ls0 [I ->]]. apply in_off in J. destruct J as [J NB].
    destruct (share_free _ _ _ _ H r ls0 s d I J D) as [A [B [C E]]]. rewrite has_setbit.
    destruct (N.eqb_spec b d) as [-> | _]; [congruence | auto].
  - intros x y x' y' c I I'. apply in_pairs_off in I. apply in_pairs_off in I'. apply (pairs_apart _ _ _ _ H); tauto.
  - intros x y r ls I J. apply in_pairs_off in I. apply in_shares_off in J. destruct J as [ls0 [J _]].
    apply (pair_share_apart _ _ _ _ H x y r ls0); tauto.
  - intros r ls r' ls' c I I' R R'. apply in_shares_off in I. apply in_shares_off in I'.
    destruct I as [l0 [I ->]], I' as [l0' [I' ->]]. destruct (shares_apart _ _ _ _ H r l0 r' l0' c I I' R R') as [<- <-]. auto.
Qed.

(** The opponent marks a free cell that is in no pair. *)
Lemma opponent_marks own other pairs shares c : shared own other pairs shares ->
  has own c = false -> has other c = false -> (forall a b, In (a, b) pairs -> c <> a /\ c <> b) ->
  shared own (N.setbit other c) pairs (shares_less c shares).
Proof.
  intros H O T NP. split.
  - intros d D. rewrite has_setbit, orb_true_iff, N.eqb_eq. intros [<- | A]; [congruence | apply (apart _ _ _ _ H d D A)].
  - intros l L. destruct (covered _ _ _ _ H l L) as [A | [A | [r [ls [s [I [J K]]]]]]]; [auto | auto |].
    right. right. exists r, (map (fun l => less_of l c) ls), (less_of s c). rewrite in_shares_less.
    split; [exists ls; auto |]. split; [apply (in_map (fun l => less_of l c)), J |].
    intros d. rewrite has_less, andb_true_iff, negb_true_iff, has_setbit. intros [D ->]. apply K, D.
  - intros x y I. destruct (pair_free _ _ _ _ H x y I) as [A [B [C [D [E [F G]]]]]]. destruct (NP x y I) as [NX NY].
    rewrite !has_setbit. apply N.eqb_neq in NX. apply N.eqb_neq in NY. rewrite NX, NY. auto 10.
  - intros r ls s d I J D. apply in_shares_less in I. destruct I as [ls0 [I ->]]. apply in_map_iff in J. destruct J as [s0 [<- J]].
    rewrite has_less, andb_true_iff, negb_true_iff in D. destruct D as [D ND].
    destruct (share_free _ _ _ _ H r ls0 s0 d I J D) as [A [B [C E]]]. rewrite has_setbit, ND. auto.
  - apply (pairs_apart _ _ _ _ H).
  - intros x y r ls I J. apply in_shares_less in J. destruct J as [ls0 [J _]]. apply (pair_share_apart _ _ _ _ H x y r ls0); tauto.
  - intros r ls r' ls' d I I' R R'. apply in_shares_less in I. apply in_shares_less in I'.
    destruct I as [l0 [I ->]], I' as [l0' [I' ->]]. destruct (shares_apart _ _ _ _ H r l0 r' l0' d I I' R R') as [<- <-]. auto.
Qed.

Lemma all_cool_off b shares : all_cool shares -> all_cool (shares_off b shares).
Proof. intros C r ls I. apply in_shares_off in I. destruct I as [ls0 [I ->]]. apply cool_off, (C r ls0 I). Qed.

Lemma less_same (c : N) ls : (forall s, In s ls -> has s c = false) -> map (fun l => less_of l c) ls = ls.
Proof.
  intros H. rewrite <- (map_id ls) at 2. apply map_ext_in. intros s I. apply same_set. intros d. rewrite has_less.
  destruct (N.eqb_spec c d) as [<- | _]; [rewrite (H s I); reflexivity | apply andb_true_r].
Qed.

(** The opponent cannot complete a line. *)
Lemma no_line own other pairs shares c : shared own other pairs shares -> all_cool shares ->
  has own c = false -> completes g (N.setbit other c) c = false.
Proof.
  intros H C O. destruct (completes g (N.setbit other c) c) eqn:X; [exfalso | reflexivity].
  apply completes_spec in X. destruct X as [l [L [LC J]]]. rewrite inside_spec in J.
  assert (J' : forall d, has l d = true -> d <> c -> has other d = true).
  { intros d D NE. specialize (J d D). rewrite has_setbit, orb_true_iff, N.eqb_eq in J. destruct J as [J | J]; [congruence | exact J]. }
  destruct (covered _ _ _ _ H l L) as [[d [D1 D2]] | [[x [y [I [X Y]]]] | [r [ls [s [I [S K]]]]]]].
  - destruct (N.eq_dec d c) as [-> | NE]; [congruence |]. apply (apart _ _ _ _ H d D2), J'; assumption.
  - destruct (pair_free _ _ _ _ H x y I) as [A [_ [_ [D [_ [_ G]]]]]].
    destruct (N.eq_dec x c) as [-> | NE]; [| rewrite (J' x X NE) in D; discriminate].
    rewrite (J' y Y) in G; [discriminate |]. congruence.
  - assert (ONLY : forall d, has s d = true -> d = c).
    { intros d D. apply K in D. destruct D as [D1 D2]. destruct (N.eq_dec d c) as [E | NE]; [exact E |].
      rewrite (J' d D1 NE) in D2. discriminate. }
    specialize (C r ls I c). pose proof (total_in s ls S) as W.
    destruct (has s c) eqn:SC.
    + assert (W' : weight s <= total (on c ls)) by (apply total_in; unfold on; apply filter_In; auto).
      pose proof (weight_less s c) as D. rewrite weight_empty in D; [lia |].
      intros d. rewrite has_less. destruct (N.eqb_spec c d) as [<- | NE]; [apply andb_false_r |].
      destruct (has s d) eqn:SD; [rewrite (ONLY d SD) in NE; congruence | reflexivity].
    + rewrite weight_empty in W; [lia |]. intros d. destruct (has s d) eqn:SD; [| reflexivity].
      rewrite (ONLY d SD) in SD. congruence.
Qed.

(** To each mark of the opponent's there is an answer, as long as a cell is free. *)
Lemma answer_exists own other pairs shares c : shared own other pairs shares -> all_cool shares ->
  has own c = false -> has other c = false ->
  (exists d, has (board g) d = true /\ has own d = false /\ has (N.setbit other c) d = false) ->
  exists b pairs' shares', has (board g) b = true /\ has own b = false /\ has (N.setbit other c) b = false
    /\ shared (N.setbit own b) (N.setbit other c) pairs' shares' /\ all_cool shares'.
Proof.
  intros H C O T [d [DB [DO DT]]].
  destruct (existsb (fun pair => (fst pair =? c) || (snd pair =? c)) pairs) eqn:P.
  - (* The other cell of the pair. *)
    apply existsb_exists in P. destruct P as [[x y] [I E]]. simpl in E. rewrite orb_true_iff, !N.eqb_eq in E.
    assert (PARTNER : exists b, b <> c /\ has (board g) b = true /\ has own b = false /\ has other b = false
      /\ (c = x \/ c = y) /\ (b = x \/ b = y)).
    { destruct (pair_free _ _ _ _ H x y I) as [N' [A1 [A2 [A3 [B1 [B2 B3]]]]]].
      destruct E as [E | E]; [exists y | exists x]; subst; repeat split; auto. }
    destruct PARTNER as [b [NE [B1 [B2 [B3 [CX BX]]]]]].
    pose proof (prover_marks _ _ _ _ b H B2 B3) as H1.
    assert (OUT : forall r ls, In (r, ls) (shares_off b shares) -> forall s, In s ls -> has s c = false).
    { intros r ls J s S. destruct (has s c) eqn:SC; [exfalso | reflexivity].
      apply in_shares_off in J. destruct J as [ls0 [J ->]]. apply in_off in S. destruct S as [S _].
      destruct (share_free _ _ _ _ H r ls0 s c J S SC) as [R _]. destruct (pair_share_apart _ _ _ _ H x y r ls0 I J) as [RX RY].
      destruct CX; subst; congruence. }
    exists b, (pairs_off b pairs), (shares_less c (shares_off b shares)).
    split; [exact B1 |]. split; [exact B2 |]. split; [rewrite has_setbit, B3, orb_false_r; apply N.eqb_neq; auto |]. split.
    + apply opponent_marks; auto.
      * rewrite has_setbit, O, orb_false_r. apply N.eqb_neq. exact NE.
      * intros x' y' I'. apply in_pairs_off in I'. destruct I' as [I' [NX NY]].
        split; intros ->; destruct (pairs_apart _ _ _ _ H x y _ _ _ I I' CX) as [<- <-]; auto; destruct BX; subst; congruence.
    + intros r ls J. apply in_shares_less in J. destruct J as [ls0 [J ->]]. rewrite less_same by (apply (OUT r ls0 J)).
      apply (all_cool_off b shares C r ls0 J).
  - assert (NP : forall a b, In (a, b) pairs -> c <> a /\ c <> b).
    { intros a b I. split; intros E;
        (assert (X : existsb (fun pair => (fst pair =? c) || (snd pair =? c)) pairs = true); [| congruence]);
        apply existsb_exists; exists (a, b); (split; [exact I |]); simpl; rewrite E, N.eqb_refl, ?orb_true_r; reflexivity. }
    pose proof (opponent_marks _ _ _ _ c H O T NP) as H1.
    assert (ANY : all_cool (shares_less c shares) -> exists b pairs' shares', has (board g) b = true /\ has own b = false
      /\ has (N.setbit other c) b = false /\ shared (N.setbit own b) (N.setbit other c) pairs' shares' /\ all_cool shares').
    { intros C1. exists d, (pairs_off d pairs), (shares_off d (shares_less c shares)). split; [exact DB |]. split; [exact DO |].
      split; [exact DT |]. split; [apply prover_marks; assumption | apply all_cool_off, C1]. }
    destruct (existsb (fun one => existsb (fun l => has l c) (snd one)) shares) eqn:S.
    + (* The heaviest cell of the share. *)
      apply existsb_exists in S. destruct S as [[r ls] [I S]]. simpl in S. apply existsb_exists in S. destruct S as [s [S SC]].
      assert (RC : has r c = true) by apply (share_free _ _ _ _ H r ls s c I S SC).
      set (ls1 := map (fun l => less_of l c) ls).
      assert (I1 : In (r, ls1) (shares_less c shares)) by (apply in_shares_less; exists ls; auto).
      assert (WARM : total ls1 < one).
      { apply N.le_lt_trans with (total ls + total (on c ls)); [apply total_less | apply (C r ls I)]. }
      assert (REST : forall r' ls', In (r', ls') (shares_less c shares) -> (r' = r /\ ls' = ls1) \/ cool ls').
      { intros r' ls' J. apply in_shares_less in J. destruct J as [ls0 [J ->]].
        destruct (existsb (fun l => has l c) ls0) eqn:X.
        - left. apply existsb_exists in X. destruct X as [s' [S' SC']].
          destruct (share_free _ _ _ _ H r' ls0 s' c J S' SC') as [RC' _].
          destruct (shares_apart _ _ _ _ H r' ls0 r ls c J I RC' RC) as [-> ->]. auto.
        - right. rewrite less_same; [apply (C r' ls0 J) |]. intros s' S'. destruct (has s' c) eqn:SC'; [| reflexivity].
          assert (Y : existsb (fun l => has l c) ls0 = true); [| congruence]. apply existsb_exists. exists s'. auto. }
      assert (IN : forall l, In l ls1 -> inside l (board g) = true).
      { intros l L. apply inside_spec. intros e E. apply (share_free _ _ _ _ H1 r ls1 l e I1 L E). }
      destruct (cool_down ls1 WARM IN) as [b [l [L [LB COOL]]]].
      { unfold ls1. intros E. apply map_eq_nil in E. rewrite E in S. exact S. }
      destruct (share_free _ _ _ _ H1 r ls1 l b I1 L LB) as [RB [B1 [B2 B3]]].
      exists b, (pairs_off b pairs), (shares_off b (shares_less c shares)). split; [exact B1 |]. split; [exact B2 |].
      split; [exact B3 |]. split; [apply prover_marks; assumption |].
      intros r' ls' J. apply in_shares_off in J. destruct J as [ls0 [J ->]].
      destruct (REST r' ls0 J) as [[-> ->] | X]; [exact COOL | apply cool_off, X].
    + apply ANY. intros r ls I. apply in_shares_less in I. destruct I as [ls0 [I ->]]. rewrite less_same; [apply (C r ls0 I) |].
      intros s J. destruct (has s c) eqn:SC; [| reflexivity].
      assert (X : existsb (fun one => existsb (fun l => has l c) (snd one)) shares = true); [| congruence].
      apply existsb_exists. exists (r, ls0). split; [exact I |]. apply existsb_exists. exists s. auto.
Qed.

(** ** The game to its end *)

Definition free_cells (p : position) : nat := count g (N.ldiff (board g) (taken p)).

Lemma free_cell p : valid g p -> taken p <> board g -> exists c, has (board g) c = true /\ has (taken p) c = false.
Proof.
  intros V NE. destruct (N.eq_dec (N.ldiff (board g) (taken p)) 0) as [E | E].
  - exfalso. apply NE. apply same_set. intros c. apply eq_true_iff_eq. split; [apply V |]. intros B.
    destruct (has (taken p) c) eqn:T; [reflexivity |].
    assert (X : has (N.ldiff (board g) (taken p)) c = false) by (rewrite E; reflexivity). rewrite has_ldiff, B, T in X. discriminate.
  - apply not_empty in E. destruct E as [c C]. rewrite has_ldiff, andb_true_iff, negb_true_iff in C. exists c. exact C.
Qed.

Lemma free_less p c : has (board g) c = true -> has (taken p) c = false -> free_cells p = S (free_cells (play p c)).
Proof.
  intros B T. unfold free_cells. rewrite (count_less_eq _ c B) by (rewrite has_ldiff, B, T; reflexivity). f_equal. f_equal.
  apply same_set. intros d. rewrite has_less, !has_ldiff, taken_play, has_setbit.
  destruct (has (board g) d), (c =? d), (has (taken p) d); reflexivity.
Qed.

Lemma taken_parts p c : has (taken p) c = false <-> has (own p) c = false /\ has (other p) c = false.
Proof. rewrite has_taken. apply orb_false_iff. Qed.

Lemma legal_free p c : legal g p c = true -> has (board g) c = true /\ has (own p) c = false /\ has (other p) c = false.
Proof. rewrite legal_spec, taken_parts. tauto. Qed.

(** Each move leaves the prover without a loss: then the prover holds. *)
Lemma good_draw n p c : completes g (if mine p then own (play p c) else other (play p c)) c = false ->
  (taken (play p c) <> board g -> secures g Holds n (play p c)) -> good g Holds n p c.
Proof.
  intros C H. unfold good, result_of. rewrite C. destruct (taken (play p c) =? board g) eqn:E; [reflexivity |].
  apply H. apply N.eqb_neq. exact E.
Qed.

Section plain.

Hypothesis no_falls : falls g = false.
Hypothesis no_misere : misere g = false.

Lemma legal_later p c : taken p <> 0 -> has (board g) c = true -> has (taken p) c = false -> legal g p c = true.
Proof. intros Z B T. apply legal_spec. rewrite no_falls. tauto. Qed.

Lemma taken_not_empty p c : taken (play p c) <> 0.
Proof.
  intros E. assert (X : has (taken (play p c)) c = false) by (rewrite E; reflexivity).
  rewrite taken_play, has_setbit, N.eqb_refl in X. discriminate.
Qed.

(** The prover's marks hurt nobody. *)
Lemma good_mark n p b : mine p = true -> (taken (play p b) <> board g -> secures g Holds n (play p b)) -> good g Holds n p b.
Proof.
  intros M H. destruct (completes g (if mine p then own (play p b) else other (play p b)) b) eqn:C; [| apply good_draw; assumption].
  unfold good, result_of. rewrite C, M, no_misere. reflexivity.
Qed.

Lemma shared_holds n : forall own other pairs shares, let p := Position own other false in
  shared own other pairs shares -> all_cool shares -> valid g p -> (exists c, legal g p c = true) -> (free_cells p <= n)%nat ->
  secures g Holds n p.
Proof.
  induction n as [n IH] using lt_wf_ind. intros own other pairs shares p H C V [c0 L0] F.
  assert (POS : exists n', n = S n').
  { destruct (legal_free p c0 L0) as [B0 T0]. rewrite <- taken_parts in T0. rewrite (free_less p c0 B0 T0) in F. destruct n as [| n']; [lia | eauto]. }
  destruct POS as [n' ->]. apply (secures_other g Holds n' p c0); [reflexivity | exact L0 |].
  intros c L. destruct (legal_free p c L) as [B [O T]]. simpl in O, T.
  apply good_draw; [apply (no_line own other pairs shares c H C O) |].
  intros NF. pose proof (valid_play g p c V L) as V1. set (q := play p c) in *.
  destruct (free_cell q V1 NF) as [d [DB DT]]. apply taken_parts in DT.
  destruct (answer_exists own other pairs shares c H C O T (ex_intro _ d (conj DB DT))) as [b [pairs' [shares' [BB [BO [BT [H' C']]]]]]].
  assert (BFREE : has (taken q) b = false) by (apply taken_parts; split; assumption).
  assert (LB : legal g q b = true) by (apply legal_later; auto; apply taken_not_empty).
  rewrite (free_less p c) in F by (try (apply taken_parts; split); assumption). fold q in F. rewrite (free_less q b BB BFREE) in F.
  destruct n' as [| n'']; [lia |]. apply (secures_own g Holds n'' q b); [reflexivity | exact LB |].
  apply good_mark; [reflexivity |]. intros NF2. pose proof (valid_play g q b V1 LB) as V2.
  destruct (free_cell _ V2 NF2) as [e [EB ET]].
  apply (IH n'') with (pairs := pairs') (shares := shares'); [lia | exact H' | exact C' | exact V2 | | change (free_cells (play q b) <= n'')%nat; lia].
  exists e. apply legal_later; auto. apply (taken_not_empty q b).
Qed.

End plain.

(** Marks on all lines. *)

Hypothesis supported : falls g = true -> forall c, has (board g) c = true -> has (floor g) c = true
  \/ (0 < c /\ has (board g) (c - 1) = true).

Lemma lowest_free p c : has (board g) c = true -> has (taken p) c = false -> exists d, has (board g) d = true /\ has (taken p) d = false
  /\ (falls g = false \/ has (floor g) d = true \/ (0 < d /\ has (taken p) (d - 1) = true)).
Proof.
  destruct (falls g) eqn:FG; [| intros B T; exists c; auto].
  induction c as [| c IH] using N.peano_ind; intros B T; destruct (supported eq_refl _ B) as [S | [S1 S2]].
  - exists 0. auto.
  - lia.
  - exists (N.succ c). auto.
  - replace (N.succ c - 1) with c in S2 by lia. destruct (has (taken p) c) eqn:TC.
    + exists (N.succ c). split; [exact B |]. split; [exact T |]. right. right. replace (N.succ c - 1) with c by lia. auto.
    + apply IH; auto.
Qed.

Definition dead (p : position) : Prop := (forall c, has (own p) c = true -> has (other p) c = true -> False)
  /\ (closed g = 0 \/ taken p <> 0)
  /\ forall l, In l (lines g) -> exists c, has l c = true /\ has (if misere g then other p else own p) c = true.

Lemma dead_play p c : dead p -> has (taken p) c = false -> dead (play p c).
Proof.
  intros [A [Z D]] T. apply taken_parts in T. destruct T as [T1 T2]. split; [| split].
  - intros d. unfold play. destruct (mine p); simpl; rewrite has_setbit, orb_true_iff, N.eqb_eq.
    + intros [<- | X] Y; [congruence | apply (A d X Y)].
    + intros Y [<- | X]; [congruence | apply (A d Y X)].
  - right. apply taken_not_empty.
  - intros l L. destruct (D l L) as [d [D1 D2]]. exists d. split; [exact D1 |]. unfold play.
    destruct (mine p), (misere g); simpl; rewrite ?has_setbit, ?D2, ?orb_true_r; auto.
Qed.

Lemma dead_good n p c : dead p -> has (taken p) c = false ->
  (taken (play p c) <> board g -> secures g Holds n (play p c)) -> good g Holds n p c.
Proof.
  intros [A [Z D]] T H. apply taken_parts in T. destruct T as [T1 T2].
  destruct (completes g (if mine p then own (play p c) else other (play p c)) c) eqn:C; [| apply good_draw; assumption].
  unfold good, result_of. rewrite C.
  destruct (mine p) eqn:M, (misere g) eqn:MS; try reflexivity; exfalso;
    apply completes_spec in C; destruct C as [l [L [LC J]]]; rewrite inside_spec in J; destruct (D l L) as [d [D1 D2]];
    specialize (J d D1); unfold play in J; rewrite M in J; simpl in J; rewrite has_setbit, orb_true_iff, N.eqb_eq in J;
    (destruct J as [<- | J]; [congruence |]); eauto.
Qed.

Lemma dead_holds n : forall p, dead p -> valid g p -> taken p <> board g -> (free_cells p <= n)%nat -> secures g Holds n p.
Proof.
  induction n as [| n IH]; intros p D V NF F.
  - destruct (free_cell p V NF) as [c [B T]]. rewrite (free_less p c B T) in F. lia.
  - assert (STEP : forall c, legal g p c = true -> good g Holds n p c).
    { intros c L. destruct (legal_free p c L) as [B T]. rewrite <- taken_parts in T. apply dead_good; [exact D | exact T |].
      intros NF1. rewrite (free_less p c B T) in F.
      apply IH; [apply dead_play; assumption | apply valid_play; assumption | exact NF1 | lia]. }
    destruct (free_cell p V NF) as [c [B T]]. destruct (lowest_free p c B T) as [d [DB [DT DF]]].
    assert (L : legal g p d = true).
    { apply legal_spec. split; [exact DB |]. split; [exact DT |]. split; [exact DF |]. destruct D as [_ [[Z | Z] _]]; [right | left; exact Z].
      rewrite Z. reflexivity. }
    destruct (mine p) eqn:M; [apply (secures_own g Holds n p d) | apply (secures_other g Holds n p d)]; auto.
Qed.

End game.

(** ** What the checker tests *)

Lemma meets_spec s t : meets s t = true <-> exists c, has s c = true /\ has t c = true.
Proof.
  unfold meets. rewrite negb_true_iff, N.eqb_neq. split.
  - intros H. apply not_empty in H. destruct H as [c C]. unfold has in C. rewrite N.land_spec, andb_true_iff in C. exists c. exact C.
  - intros [c [A B]] E. assert (X : has (N.land s t) c = false) by (rewrite E; reflexivity).
    unfold has in X, A, B. rewrite N.land_spec, A, B in X. discriminate.
Qed.

Lemma sum_on g most c ls : sum (filter (fun x => has (snd x) c) (weigh (cells g) most ls)) = total g most (on c ls).
Proof.
  unfold total, on. induction ls as [| l ls IH]; [reflexivity |]. simpl. destruct (has l c); simpl; rewrite IH; reflexivity.
Qed.

Lemma is_cool_cool g most ls : (forall l, In l ls -> inside l (board g) = true) -> is_cool (cells g) most ls = true -> cool g most ls.
Proof.
  unfold is_cool. cbv zeta. rewrite andb_true_iff, forallb_forall, N.ltb_lt. intros I [W H] c.
  destruct (has (board g) c) eqn:B.
  - apply cells_spec in B. specialize (H c B). apply N.ltb_lt in H. rewrite <- sum_on. exact H.
  - replace (on c ls) with (@nil N); [unfold total; simpl; lia |]. unfold on. symmetry. clear - I B.
    induction ls as [| l ls IH]; [reflexivity |]. simpl. destruct (has l c) eqn:H.
    + specialize (I l (or_introl eq_refl)). rewrite inside_spec in I. rewrite (I c H) in B. discriminate.
    + apply IH. intros l' L'. apply I. right. exact L'.
Qed.

Lemma has_union parts c : has (fold_right N.lor 0 parts) c = true <-> exists part, In part parts /\ has part c = true.
Proof.
  induction parts as [| part parts IH]; simpl.
  - split; [discriminate | intros [x [[] _]]].
  - rewrite has_lor, orb_true_iff, IH. split.
    + intros [H | [x [I H]]]; [exists part | exists x]; auto.
    + intros [x [[<- | I] H]]; [auto | right; exists x; auto].
Qed.

Section parts.

Variables (g : game) (p : position) (parts : list N) (most : nat).
Hypothesis valid_p : valid g p.
Hypothesis not_full : taken p <> board g.
Hypothesis apart_p : N.land (own p) (other p) = 0.
Hypothesis no_falls : falls g = false.
Hypothesis no_misere : misere g = false.
Hypothesis can_move : exists c, legal g p c = true.

Notation free := (N.ldiff (board g) (taken p)).
Notation pairs := (pairs_in (cells g) parts).
Notation groups := (groups_in (cells g) parts).
Notation loose := (N.ldiff free (fold_right N.lor 0 parts)).
Notation regions := (loose :: groups).
Notation opens := (open_lines g p pairs).
Notation shares := (map (fun group => (group, share opens groups loose group)) regions).

Hypothesis pairs_tested : forallb (fun pair => negb (fst pair =? snd pair) && has free (fst pair) && has free (snd pair)
    && forallb (fun pair' => ((fst pair =? fst pair') && (snd pair =? snd pair'))
         || negb ((fst pair =? fst pair') || (fst pair =? snd pair') || (snd pair =? fst pair') || (snd pair =? snd pair'))) pairs
    && forallb (fun region => negb (has region (fst pair)) && negb (has region (snd pair))) regions) pairs = true.
Hypothesis regions_tested : forallb (fun region => inside region free
       && forallb (fun region' => (region =? region') || negb (meets region region')) regions) regions = true.

Lemma free_spec c : has free c = true <-> has (board g) c = true /\ has (own p) c = false /\ has (other p) c = false.
Proof. rewrite has_ldiff, andb_true_iff, negb_true_iff, taken_parts. reflexivity. Qed.

Lemma in_shares r ls : In (r, ls) shares <-> In r regions /\ ls = share opens groups loose r.
Proof.
  rewrite in_map_iff. split.
  - intros [r' [E I]]. inversion E. subst. auto.
  - intros [I ->]. exists r. auto.
Qed.

Lemma region_free r : In r regions -> forall c, has r c = true -> has free c = true.
Proof.
  intros I. rewrite forallb_forall in regions_tested. specialize (regions_tested r I). apply andb_true_iff in regions_tested.
  destruct regions_tested as [H _]. rewrite inside_spec in H. exact H.
Qed.

Lemma share_in r ls s : In (r, ls) shares -> In s ls -> exists l, s = N.land r l /\ In l opens.
Proof.
  intros I S. apply in_shares in I. destruct I as [_ ->]. unfold share in S. apply in_map_iff in S. destruct S as [l [<- L]].
  apply filter_In in L. exists l. tauto.
Qed.

Lemma pair_tested a b : In (a, b) pairs -> a <> b /\ has free a = true /\ has free b = true
  /\ (forall a' b', In (a', b') pairs -> (a = a' /\ b = b') \/ (a <> a' /\ a <> b' /\ b <> a' /\ b <> b'))
  /\ (forall r, In r regions -> has r a = false /\ has r b = false).
Proof.
  intros I. rewrite forallb_forall in pairs_tested. specialize (pairs_tested _ I). cbn [fst snd] in pairs_tested.
  rewrite !andb_true_iff, negb_true_iff, N.eqb_neq, !forallb_forall in pairs_tested.
  destruct pairs_tested as [[[[A B] C] D] E]. split; [exact A |]. split; [exact B |]. split; [exact C |]. split.
  - intros a' b' I'. specialize (D _ I'). cbn [fst snd] in D.
    rewrite orb_true_iff, andb_true_iff, negb_true_iff, !orb_false_iff, !N.eqb_eq, !N.eqb_neq in D. tauto.
  - intros r R. specialize (E r R). cbv beta in E. rewrite andb_true_iff, !negb_true_iff in E. exact E.
Qed.

Lemma parts_shared : shared g (own p) (other p) pairs shares.
Proof.
  split.
  - intros c A B. assert (X : has (N.land (own p) (other p)) c = false) by (rewrite apart_p; reflexivity).
    unfold has in *. rewrite N.land_spec, A, B in X. discriminate.
  - intros l L. destruct (meets l (own p)) eqn:M; [left; apply meets_spec, M |].
    destruct (forallb (fun pair => negb (has l (fst pair) && has l (snd pair))) pairs) eqn:P.
    + right. right. assert (O : In l opens) by (apply filter_In; rewrite M, P; auto).
      assert (REST : forall r, In r regions -> In (N.land r l) (share opens groups loose r) ->
        exists r ls s, In (r, ls) shares /\ In s ls /\ forall d, has s d = true -> has l d = true /\ has (other p) d = false).
      { intros r R S. exists r, (share opens groups loose r), (N.land r l). split; [apply in_shares; auto |]. split; [exact S |].
        intros d D. unfold has in D. rewrite N.land_spec in D. apply andb_true_iff in D. destruct D as [D1 D2]. split; [exact D2 |].
        apply (region_free r R), free_spec in D1. tauto. }
      destruct (existsb (meets l) groups) eqn:E.
      * apply existsb_exists in E. destruct E as [r [R E]]. assert (E' := E). apply meets_spec in E'. destruct E' as [c [LC RC]].
        assert (NL : (r =? loose) = false).
        { apply N.eqb_neq. intros X. rewrite X, has_ldiff, andb_true_iff, negb_true_iff in RC. destruct RC as [_ RC].
          assert (U : has (fold_right N.lor 0 parts) c = true); [| congruence]. apply has_union. exists r. split.
          - apply filter_In in R. apply R.
          - apply meets_spec in E. destruct E as [e [LE RE]].
            (* A cell of r that is loose is in r, which is one of the parts. *)
            exfalso. rewrite X, has_ldiff, andb_true_iff, negb_true_iff in RE. destruct RE as [RE1 RE2].
            assert (U : has (fold_right N.lor 0 parts) e = true); [| congruence]. apply has_union. exists r. split.
            + apply filter_In in R. apply R.
            + rewrite X, has_ldiff, RE1, RE2. reflexivity. }
        apply (REST r (or_intror R)). unfold share. rewrite NL. apply in_map, filter_In. auto.
      * apply (REST loose (or_introl eq_refl)). unfold share. rewrite N.eqb_refl. apply in_map, filter_In. rewrite E. auto.
    + right. left. apply not_true_iff_false in P.
      destruct (existsb (fun pair => has l (fst pair) && has l (snd pair)) pairs) eqn:E.
      * apply existsb_exists in E. destruct E as [[a b] [I E]]. apply andb_true_iff in E. exists a, b. tauto.
      * exfalso. apply P. apply forallb_forall. intros pair I. apply negb_true_iff.
        destruct (has l (fst pair) && has l (snd pair)) eqn:X; [| reflexivity].
        assert (Y : existsb (fun pair => has l (fst pair) && has l (snd pair)) pairs = true); [| congruence].
        apply existsb_exists. exists pair. auto.
  - intros a b I. destruct (pair_tested a b I) as [A [B [C _]]]. apply free_spec in B. apply free_spec in C. tauto.
  - intros r ls s d I S D. destruct (share_in r ls s I S) as [l [-> _]]. unfold has in D. rewrite N.land_spec in D.
    apply andb_true_iff in D. destruct D as [D _]. apply in_shares in I. destruct I as [R _].
    pose proof (region_free r R d D) as F. apply free_spec in F. tauto.
  - intros a b a' b' c I I' E E'. destruct (pair_tested a b I) as [_ [_ [_ [X _]]]]. destruct (X a' b' I') as [Y | Y]; [exact Y |].
    exfalso. destruct E, E'; subst; tauto.
  - intros a b r ls I J. apply in_shares in J. apply (pair_tested a b I). apply J.
  - intros r ls r' ls' c I I' R R'. apply in_shares in I. apply in_shares in I'. destruct I as [I ->], I' as [I' ->].
    rewrite forallb_forall in regions_tested. specialize (regions_tested r I). apply andb_true_iff in regions_tested.
    destruct regions_tested as [_ H]. rewrite forallb_forall in H. specialize (H r' I').
    rewrite orb_true_iff, negb_true_iff, N.eqb_eq in H. destruct H as [<- | H]; [auto |].
    assert (X : meets r r' = true); [| congruence]. apply meets_spec. exists c. auto.
Qed.

Lemma share_inside r ls l : In (r, ls) shares -> In l ls -> inside l (board g) = true.
Proof. intros I L. apply inside_spec. intros c C. apply (share_free _ _ _ _ _ parts_shared r ls l c I L C). Qed.

Hypothesis weights_tested : match filter (fun one => negb (is_cool (cells g) most (snd one))) shares with
     | [] => true
     | [one] => mine p && (negb (taken p =? 0) || (closed g =? 0)) && is_warm (cells g) most (snd one)
     | _ => false
     end = true.

Lemma tested_cool : filter (fun one => negb (is_cool (cells g) most (snd one))) shares = [] -> all_cool g most shares.
Proof.
  intros E r ls I. apply is_cool_cool; [intros l; apply share_inside with (r := r); exact I |].
  destruct (is_cool (cells g) most ls) eqn:C; [reflexivity |].
  assert (X : In (r, ls) (filter (fun one => negb (is_cool (cells g) most (snd one))) shares)).
  { apply filter_In. split; [exact I |]. simpl. rewrite C. reflexivity. }
  rewrite E in X. destruct X.
Qed.

(** The prover marks this cell, and all is cool. *)
Lemma opening_mark : mine p = true -> exists b, legal g p b = true /\ all_cool g most (shares_off b shares).
Proof.
  intros M. destruct (filter (fun one => negb (is_cool (cells g) most (snd one))) shares) as [| [r ls] rest] eqn:F.
  - destruct can_move as [c L]. exists c. split; [exact L |]. apply all_cool_off, tested_cool, F.
  - destruct rest; [| discriminate]. rewrite !andb_true_iff, orb_true_iff, negb_true_iff, N.eqb_neq, N.eqb_eq in weights_tested.
    destruct weights_tested as [[_ Z] W]. unfold is_warm in W. cbn [snd] in W. apply N.ltb_lt in W.
    assert (I : In (r, ls) shares).
    { assert (X : In (r, ls) (filter (fun one => negb (is_cool (cells g) most (snd one))) shares)) by (rewrite F; left; reflexivity).
      apply filter_In in X. apply X. }
    assert (REST : forall r' ls', In (r', ls') shares -> ls' = ls \/ cool g most ls').
    { intros r' ls' J. destruct (is_cool (cells g) most ls') eqn:C.
      - right. apply is_cool_cool; [intros l; apply share_inside with (r := r'); exact J | exact C].
      - left. assert (X : In (r', ls') (filter (fun one => negb (is_cool (cells g) most (snd one))) shares)).
        { apply filter_In. split; [exact J |]. simpl. rewrite C. reflexivity. }
        rewrite F in X. destruct X as [X | []]. inversion X. reflexivity. }
    assert (B : exists b, legal g p b = true /\ cool g most (off b ls)).
    { destruct ls as [| l0 ls0] eqn:LS.
      - destruct can_move as [c L]. exists c. split; [exact L |]. intros d. exact W.
      - rewrite <- LS in *. destruct (cool_down g most ls W) as [b [l [L [LB C]]]].
        + intros l. apply share_inside with (r := r). exact I.
        + rewrite LS. discriminate.
        + exists b. split; [| exact C]. destruct (share_free _ _ _ _ _ parts_shared r ls l b I L LB) as [_ [B1 B2]].
          rewrite <- taken_parts in B2. apply legal_spec. split; [exact B1 |]. split; [exact B2 |]. split; [left; exact no_falls |].
          destruct Z as [Z | Z]; [left; exact Z | right; rewrite Z; reflexivity]. }
    destruct B as [b [L C]]. exists b. split; [exact L |]. intros r' ls' J. apply in_shares_off in J. destruct J as [ls1 [J ->]].
    destruct (REST r' ls1 J) as [-> | X]; [exact C | apply cool_off, X].
Qed.

Lemma parts_secure : secures g Holds (length (cells g)) p.
Proof.
  apply secures_more with (n := free_cells g p); [| apply count_all].
  destruct (bool_dec (mine p) true) as [M | M]; [| apply not_true_is_false in M].
  - destruct (opening_mark M) as [b [L C]]. destruct (legal_free g p b L) as [B [O T]].
    assert (F : has (taken p) b = false) by (apply taken_parts; split; assumption).
    rewrite (free_less g p b B F). apply (secures_own g Holds _ p b M L). apply good_mark; [exact no_misere | exact M |].
    intros NF. pose proof (valid_play g p b valid_p L) as V. destruct (free_cell g _ V NF) as [e [EB ET]].
    pose proof (prover_marks g (own p) (other p) pairs shares b parts_shared O T) as S.
    rewrite (play_own p b M) in *.
    apply (shared_holds g most no_falls no_misere _ _ _ _ _ S C V); [| lia].
    exists e. apply legal_later; auto. pose proof (taken_not_empty p b) as TN. rewrite (play_own p b M) in TN. exact TN.
  - assert (C : all_cool g most shares).
    { apply tested_cool. pose proof weights_tested as W. rewrite M in W. destruct (filter _ _) as [| x [| y rest]]; [reflexivity | discriminate | discriminate]. }
    assert (E : p = Position (own p) (other p) false) by (destruct p; simpl in *; congruence).
    rewrite E. apply (shared_holds g most no_falls no_misere _ _ _ pairs shares parts_shared C); rewrite <- E;
      [exact valid_p | exact can_move | lia].
Qed.

End parts.

Theorem pairs_sound g p ends :
  (falls g = true -> forall c, has (board g) c = true -> has (floor g) c = true \/ (0 < c /\ has (board g) (c - 1) = true)) ->
  valid g p -> taken p <> board g ->
  pairs_hold g (cells g) p ends = true -> secures g Holds (length (cells g)) p.
Proof.
  intros S V NF H. unfold pairs_hold in H. rewrite !andb_true_iff, N.eqb_eq, existsb_exists in H. destruct H as [[A [c [_ L]]] H].
  assert (E : exists c, legal g p c = true) by (exists c; exact L).
  destruct (falls g || misere g) eqn:FM.
  - destruct ends; [| discriminate]. unfold dead_lines_hold in H. rewrite andb_true_iff, forallb_forall, orb_true_iff, negb_true_iff, N.eqb_eq, N.eqb_neq in H.
    destruct H as [D Z]. apply secures_more with (n := free_cells g p); [| apply count_all].
    apply dead_holds; auto. split; [| split; [exact Z |]].
    + intros d X Y. assert (N0 : has (N.land (own p) (other p)) d = false) by (rewrite A; reflexivity).
      unfold has in *. rewrite N.land_spec, X, Y in N0. discriminate.
    + intros l I. apply meets_spec, D, I.
  - apply orb_false_iff in FM. destruct FM as [NFalls NMisere]. destruct (join ends []) as [parts |]; [| discriminate].
    unfold parts_hold in H. cbv zeta in H. rewrite !andb_true_iff in H. destruct H as [[P R] W].
    apply (parts_secure g p parts _ V NF A NFalls NMisere E P R W).
Qed.
