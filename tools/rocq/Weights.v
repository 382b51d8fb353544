(** Pairs and weights: whatever the opponent marks, the prover has an answer after which all weighs little enough again. *)

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

End game.
