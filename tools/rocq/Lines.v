(** What was prepared for a game is right, and a line that the checker has followed wins. *)

From Coq Require Import NArith List Bool Lia Arith.
Import ListNotations.
Require Import Rules Pairs Check Sets Symmetry.
Open Scope N_scope.

Definition place_ok (k : kit) (x : place) : Prop :=
  has (board (rules k)) (cell x) = true
  /\ bit x = N.shiftl 1 (cell x)
  /\ through x = filter (fun l => has l (cell x)) (lines (rules k))
  /\ images x = map (fun m => N.shiftl 1 (m (cell x))) (maps k).

Record kit_ok (k : kit) : Prop := {
  ok_place : forall x, In x (places k) -> place_ok k x;
  ok_cells : map cell (places k) = cells (rules k);
  ok_lines : forall l, In l (lines (rules k)) -> inside l (board (rules k)) = true;
  ok_falls : falls (rules k) = true -> forall c, has (board (rules k)) c = true ->
    has (floor (rules k)) c = true \/ (0 < c /\ has (board (rules k)) (c - 1) = true);
  ok_maps : forall m, In m (maps k) -> exists back, keeps (rules k) m back /\ keeps (rules k) back m
}.

Lemma prepare_ok g a merge ways symmetries k : prepare g a merge ways symmetries = Some k ->
  kit_ok k /\ rules k = g /\ aim k = a.
Proof.
  unfold prepare. cbv zeta. destruct (is_game g (cells g) && forallb (is_symmetry g (cells g)) symmetries) eqn:E; [| discriminate].
  intros X. inversion X as [Y]. clear X. rewrite andb_true_iff in E. destruct E as [G S].
  unfold is_game in G. rewrite andb_true_iff, orb_true_iff, negb_true_iff, !forallb_forall in G. rewrite forallb_forall in S.
  split; [| split; reflexivity]. split; simpl.
  - intros x I. apply in_map_iff in I. destruct I as [c [<- C]]. apply cells_spec in C. split; simpl; auto.
  - rewrite map_map. simpl. apply map_id.
  - apply G.
  - intros F c B. apply cells_spec in B. destruct G as [_ [G | G]]; [congruence |]. specialize (G c B).
    rewrite orb_true_iff, andb_true_iff, N.ltb_lt in G. exact G.
  - intros m I. apply in_map_iff in I. destruct I as [[m' back] [<- I]]. specialize (S _ I). unfold is_symmetry in S.
    apply andb_true_iff in S. exists back. split; apply is_map_keeps; apply S.
Qed.

Section kit.

Variable k : kit.
Hypothesis ok : kit_ok k.
Notation g := (rules k).

Lemma place_of c : has (board g) c = true -> exists x, In x (places k) /\ cell x = c.
Proof.
  intros B. apply cells_spec in B. rewrite <- (ok_cells k ok) in B. apply in_map_iff in B. destruct B as [x [E I]]. exists x. auto.
Qed.

Lemma add_bit x s : In x (places k) -> N.lor s (bit x) = N.setbit s (cell x).
Proof. intros I. destruct (ok_place k ok x I) as [_ [-> _]]. apply setbit_lor. Qed.

Lemma holds_bit_has x s : In x (places k) -> holds_bit s (bit x) = has s (cell x).
Proof.
  intros I. destruct (ok_place k ok x I) as [_ [-> _]]. unfold holds_bit. apply eq_true_iff_eq.
  rewrite negb_true_iff, N.eqb_neq. split.
  - intros H. apply not_empty in H. destruct H as [c H]. unfold has in H. rewrite N.land_spec in H.
    apply andb_true_iff in H. destruct H as [A B]. change (has (N.shiftl 1 (cell x)) c = true) in B. rewrite has_bit, N.eqb_eq in B.
    rewrite B. exact A.
  - intros H E. assert (X : has (N.land s (N.shiftl 1 (cell x))) (cell x) = false) by (rewrite E; reflexivity).
    unfold has in *. rewrite N.land_spec, H in X. change (has (N.shiftl 1 (cell x)) (cell x) = false) in X.
    rewrite has_bit, N.eqb_refl in X. discriminate.
Qed.

Lemma moves_legal p c : has (moves g (taken p)) c = legal g p c.
Proof.
  apply eq_true_iff_eq. rewrite legal_spec. unfold moves.
  assert (A : has (if falls g
                   then N.land (N.ldiff (board g) (taken p)) (N.lor (floor g) (N.shiftl (taken p) 1))
                   else N.ldiff (board g) (taken p)) c = true
    <-> has (board g) c = true /\ has (taken p) c = false
        /\ (falls g = false \/ has (floor g) c = true \/ (0 < c /\ has (taken p) (c - 1) = true))).
  { destruct (falls g).
    - unfold has. rewrite N.land_spec, N.ldiff_spec, N.lor_spec, !andb_true_iff, orb_true_iff, negb_true_iff.
      destruct (N.eq_dec c 0) as [-> | Z].
      + rewrite N.shiftl_spec_low by lia. split; intros [X Y]; split; try tauto.
        * destruct Y as [Y | Y]; [tauto | discriminate].
        * destruct Y as [Y [Z | [Z | [Z _]]]]; [discriminate | tauto | lia].
      + rewrite N.shiftl_spec_high' by lia.
        assert (0 < c) by lia. intuition discriminate.
    - rewrite has_ldiff, andb_true_iff, negb_true_iff. tauto. }
  destruct (taken p =? 0) eqn:E.
  - rewrite has_ldiff, andb_true_iff, negb_true_iff, A. apply N.eqb_eq in E. tauto.
  - rewrite A. apply N.eqb_neq in E. tauto.
Qed.

Lemma completed_spec x s : In x (places k) -> completed x s = completes g s (cell x).
Proof.
  intros I. destruct (ok_place k ok x I) as [_ [_ [T _]]]. unfold completed. rewrite T. apply eq_true_iff_eq.
  rewrite completes_spec, existsb_exists. split; intros [l H]; exists l; rewrite filter_In in *; tauto.
Qed.

Lemma over_spec p x : In x (places k) -> over k p x = result_of g p (cell x).
Proof.
  intros I. unfold over, result_of. rewrite add_bit, completed_spec by exact I.
  assert (E : (if mine p then own (play p (cell x)) else other (play p (cell x)))
    = N.setbit (if mine p then own p else other p) (cell x)) by (unfold play; destruct (mine p); reflexivity).
  rewrite E. destruct (completes g _ (cell x)); [reflexivity |].
  assert (F : N.lor (N.setbit (if mine p then own p else other p) (cell x)) (if mine p then other p else own p)
    = taken (play p (cell x))); [| rewrite F; reflexivity].
  unfold taken, play. destruct (mine p); simpl; [reflexivity | apply N.lor_comm].
Qed.

Lemma after_spec p x : In x (places k) -> after p x = play p (cell x).
Proof. intros I. unfold after, play. rewrite !add_bit by exact I. reflexivity. Qed.

Lemma places_in_spec s x : In x (places_in k s) <-> In x (places k) /\ has s (cell x) = true.
Proof.
  unfold places_in. rewrite filter_In. split; intros [I H]; (split; [exact I |]); rewrite holds_bit_has in * by exact I; exact H.
Qed.

Lemma find_place_in c x : find_place k c = Some x -> In x (places k).
Proof. intros H. apply find_some in H. tauto. Qed.

(** ** Lines *)

Lemma at_most_one_bit c : at_most_one (N.shiftl 1 c) = true.
Proof.
  unfold at_most_one. apply N.eqb_eq. rewrite N.shiftl_1_l, <- N.ones_equiv. apply same_set. intros d. unfold has.
  rewrite N.land_spec, N.pow2_bits_eqb, N.bits_0. destruct (N.eqb_spec c d) as [<- |]; [| reflexivity].
  rewrite N.ones_spec_high by lia. reflexivity.
Qed.

Lemma at_most_one_zero : at_most_one 0 = true.
Proof. reflexivity. Qed.

(** If all of a line but c is the opponent's, the line lacks c. *)
Lemma lacks_one l other c : has l c = true -> has other c = false -> inside l (N.setbit other c) = true ->
  N.ldiff l other = N.shiftl 1 c.
Proof.
  intros H F I. rewrite inside_spec in I. apply same_set. intros d. rewrite has_ldiff, has_bit. specialize (I d).
  rewrite has_setbit in I. destruct (N.eqb_spec c d) as [E | _]; [subst d; rewrite H, F; reflexivity |]. simpl in I.
  destruct (has l d); [| reflexivity]. rewrite (I eq_refl). reflexivity.
Qed.

Lemma lacking_from dangers other c : forall s,
  has s c = true \/ (exists l, In l dangers /\ N.ldiff l other = N.shiftl 1 c) ->
  has (fold_left (fun s l => let d := N.ldiff l other in if at_most_one d then N.lor s d else s) dangers s) c = true.
Proof.
  induction dangers as [| l ls IH]; intros s H; simpl.
  - destruct H as [H | [l [[] _]]]. exact H.
  - apply IH. destruct H as [H | [l' [[<- | I] E]]].
    + left. destruct (at_most_one _); [rewrite has_lor, H; reflexivity | exact H].
    + left. rewrite E, at_most_one_bit, has_lor, has_bit, N.eqb_refl. apply orb_true_r.
    + right. exists l'. auto.
Qed.

(** Each line that the opponent could complete with one mark is among the dangers. *)
Definition all_dangers (own other : N) (dangers : list N) : Prop :=
  forall l c, In l (lines g) -> has l c = true -> has own c = false -> has other c = false ->
    inside l (N.setbit other c) = true -> In l dangers.

(** So it still is after a mark of each side, if the opponent could complete no line before. *)
Lemma next_all_dangers own own' other x :
  In x (places k) ->
  (forall c, has own c = true -> has own' c = true) ->
  (falls g = false -> forall l c, In l (lines g) -> has l c = true -> has own' c = false -> has other c = false -> c <> cell x ->
     inside l (N.setbit other c) = true -> False) ->
  all_dangers own' (N.setbit other (cell x)) (next_dangers g x).
Proof.
  intros I O S l c L H F1 F2 J. unfold next_dangers. destruct (falls g) eqn:E; [exact L |].
  destruct (ok_place k ok x I) as [_ [_ [-> _]]]. rewrite filter_In. split; [exact L |].
  destruct (has l (cell x)) eqn:X; [reflexivity | exfalso].
  rewrite has_setbit, orb_false_iff, N.eqb_neq in F2. destruct F2 as [N F2].
  apply (S eq_refl l c); auto.
  rewrite inside_spec in *. intros d D. specialize (J d D). rewrite !has_setbit, !orb_true_iff, !N.eqb_eq in J. rewrite has_setbit, orb_true_iff, N.eqb_eq.
  destruct J as [J | [J | J]]; auto. congruence.
Qed.

Lemma completes_wins aim n p c : mine p = true -> misere g = false -> completes g (N.setbit (own p) c) c = true ->
  good g aim n p c.
Proof.
  intros M S C. unfold good, result_of. rewrite play_own, M by exact M. simpl. rewrite C, S. apply fits_win.
Qed.

Theorem follow_wins aim : misere g = false -> forall n line own other dangers,
  (length line <= n)%nat ->
  all_dangers own other dangers ->
  follow k line own other dangers = true ->
  secures g aim n (Position own other true).
Proof.
  intros NM n. induction n as [n IH] using lt_wf_ind. intros line own other dangers N D F.
  destruct line as [| m rest]; [discriminate |]. simpl in F.
  destruct (find_place k m) as [x |] eqn:FX; [| discriminate]. apply find_place_in in FX.
  set (p := Position own other true) in *.
  rewrite (add_bit x own FX) in F. rewrite holds_bit_has in F by exact FX.
  change (N.lor own other) with (taken p) in F. rewrite moves_legal in F.
  destruct (legal g p (cell x)) eqn:L; [simpl in F | discriminate].
  rewrite completed_spec in F by exact FX.
  destruct n as [| n]; [simpl in N; lia |].
  apply (secures_own g aim n p (cell x)); [reflexivity | exact L |].
  set (own1 := N.setbit own (cell x)) in *.
  destruct (completes g own1 (cell x)) eqn:C; [apply completes_wins; auto |].
  destruct rest as [| t rest']; [discriminate |].
  set (q := play p (cell x)). assert (Q : q = Position own1 other false) by reflexivity.
  change (N.lor own1 other) with (taken q) in F.
  (* The game is not over. *)
  assert (K : taken q <> board g -> secures g aim n q -> good g aim n p (cell x)).
  { intros B G. unfold good, result_of. fold q. simpl. fold own1. rewrite C.
    apply N.eqb_neq in B. rewrite B. exact G. }
  assert (LX := L). apply legal_spec in LX. destruct LX as [BX [TX _]]. rewrite has_taken, orb_false_iff in TX. simpl in TX.
  assert (FREE : forall c, has (taken q) c = false <-> has own1 c = false /\ has other c = false).
  { intros c. rewrite has_taken, orb_false_iff. reflexivity. }
  assert (O1 : forall c, has own c = true -> has own1 c = true).
  { intros c H. unfold own1. rewrite has_setbit, H. apply orb_true_r. }
  assert (NONEMPTY : taken q <> 0).
  { intros E. assert (X : has (taken q) (cell x) = false) by (rewrite E; reflexivity). apply FREE in X. destruct X as [X _].
    unfold own1 in X. rewrite has_setbit, N.eqb_refl in X. discriminate. }
  (* A free cell can be marked, unless marks fall. *)
  assert (CAN : falls g = false -> forall l c, In l (lines g) -> has l c = true -> has own1 c = false -> has other c = false ->
    legal g q c = true).
  { intros E l c LI H A B. apply legal_spec. split; [| split; [apply FREE; auto | split; auto]].
    pose proof (ok_lines k ok l LI) as J. rewrite inside_spec in J. apply J, H. }
  (* A reply by which the opponent completes a line, to a line among the dangers. *)
  assert (COMPLETE : forall c, legal g q c = true -> completes g (N.setbit other c) c = true ->
    exists l, In l dangers /\ N.ldiff l other = N.shiftl 1 c).
  { intros c LC CC. apply completes_spec in CC. destruct CC as [l [LI [H J]]]. apply legal_spec in LC. destruct LC as [_ [T _]].
    apply FREE in T. destruct T as [T1 T2]. exists l. split; [| apply lacks_one; auto].
    apply (D l c); auto. destruct (has own c) eqn:X; [| reflexivity]. rewrite (O1 c X) in T1. discriminate. }
  (* What a reply that completes no line and leaves a free cell leads to. *)
  assert (REPLY : forall r n', completes g (N.setbit other r) r = false -> taken (play q r) <> board g ->
    secures g aim n' (Position own1 (N.setbit other r) true) -> good g aim n' q r).
  { intros r n' A B G. unfold good, result_of. rewrite Q. simpl. rewrite A.
    change (taken (play q r) <> board g) in B. rewrite Q in B. simpl in B. apply N.eqb_neq in B. rewrite B. exact G. }
  (* The threat wins after a reply that leaves it. *)
  assert (THREAT : forall y r, In y (places k) -> completes g (N.setbit own1 (cell y)) (cell y) = true ->
    legal g (Position own1 (N.setbit other r) true) (cell y) = true ->
    secures g aim 1 (Position own1 (N.setbit other r) true)).
  { intros y r YI A B. apply (secures_own g aim 0 _ (cell y)); [reflexivity | exact B |]. apply completes_wins; auto. }
  assert (NN : (2 + length rest' <= S n)%nat) by (simpl in N; lia).
  destruct (match find_place k t with Some y =>
      if holds_bit (moves g (taken q)) (bit y) && completed y (N.lor own1 (bit y)) then Some y else None | None => None end)
    as [y |] eqn:Y.
  - (* The threat can be carried out. *)
    assert (T : In y (places k) /\ legal g q (cell y) = true /\ completes g (N.setbit own1 (cell y)) (cell y) = true).
    { destruct (find_place k t) as [y' |] eqn:FT; [| discriminate]. apply find_place_in in FT.
      rewrite holds_bit_has, moves_legal, completed_spec, add_bit in Y by exact FT.
      destruct (legal g q (cell y')) eqn:LY; [| discriminate]. simpl in Y.
      destruct (completes g (N.setbit own1 (cell y')) (cell y')) eqn:CY; [| discriminate].
      inversion Y. subst y'. auto. }
    destruct T as [YI [LY CY]]. rewrite !andb_true_iff, negb_true_iff, N.eqb_eq, N.eqb_neq in F. destruct F as [[SAFE FULL] F].
    rewrite (add_bit y other YI) in F. rewrite (add_bit y (taken q) YI) in FULL.
    assert (NONE : forall c, legal g q c = true -> forall l, In l dangers -> N.ldiff l other = N.shiftl 1 c -> False).
    { intros c LC l LI E. assert (X : has (N.land (lacking dangers other) (moves g (taken q))) c = false) by (rewrite SAFE; reflexivity).
      unfold has in X. rewrite N.land_spec in X. change (has (lacking dangers other) c && has (moves g (taken q)) c = false) in X.
      rewrite moves_legal, LC, andb_true_r in X. unfold lacking in X. rewrite lacking_from in X; [discriminate |].
      right. exists l. auto. }
    assert (LY' := LY). apply legal_spec in LY'. destruct LY' as [BY [TY [GY _]]].
    destruct rest' as [| m2 rest'']; [discriminate |]. destruct n as [| n]; [simpl in NN; lia |].
    apply K.
    { intros E. rewrite <- E in BY. rewrite BY in TY. discriminate. }
    apply (secures_other g aim n q (cell y)); [reflexivity | exact LY |].
    intros r LR.
    assert (CR : completes g (N.setbit other r) r = false).
    { destruct (completes g (N.setbit other r) r) eqn:X; [| reflexivity]. exfalso.
      destruct (COMPLETE r LR X) as [l [LI E]]. exact (NONE r LR l LI E). }
    destruct (N.eq_dec r (cell y)) as [-> | NE].
    + apply REPLY; [exact CR | rewrite taken_play; exact FULL |].
      apply (IH n) with (line := m2 :: rest'') (dangers := next_dangers g y); [lia | simpl in *; lia | | exact F].
      apply (next_all_dangers own); auto.
      intros E l c LI H A B _ J. apply (NONE c) with (l := l).
      * apply (CAN E l c); auto.
      * apply (D l c); auto. destruct (has own c) eqn:X; [| reflexivity]. rewrite (O1 c X) in A. discriminate.
      * apply lacks_one; auto.
    + assert (TY' : has (taken (play q r)) (cell y) = false).
      { rewrite taken_play, has_setbit, TY, orb_false_r. apply N.eqb_neq. exact NE. }
      apply REPLY; [exact CR | intros E; rewrite <- E in BY; rewrite BY in TY'; discriminate |].
      apply secures_more with (n := 1%nat); [| simpl in NN; lia].
      apply (THREAT y r YI CY). apply legal_spec. split; [exact BY |].
      change (Position own1 (N.setbit other r) true) with (play q r). split; [exact TY' |]. rewrite taken_play. split.
      * destruct GY as [GY | [GY | [GY1 GY2]]]; auto. right. right. split; [exact GY1 |]. rewrite has_setbit, GY2. apply orb_true_r.
      * left. intros E. assert (X : has (N.setbit (taken q) r) r = false) by (rewrite E; reflexivity).
        rewrite has_setbit, N.eqb_refl in X. discriminate.
  - (* Each reply by itself. *)
    apply andb_true_iff in F. destruct F as [SOME F]. apply andb_true_iff in SOME. destruct SOME as [SOME LONG].
    assert (LR0 : (0 < length rest')%nat) by (destruct rest'; [discriminate | simpl; lia]). clear LONG.
    rewrite negb_true_iff, N.eqb_neq in SOME. rewrite forallb_forall in F.
    apply not_empty in SOME. destruct SOME as [c0 SOME]. rewrite moves_legal in SOME.
    assert (SOME' := SOME). apply legal_spec in SOME'. destruct SOME' as [B0 [T0 _]].
    apply K.
    { intros E. rewrite <- E in B0. rewrite B0 in T0. discriminate. }
    destruct n as [| n]; [simpl in NN; lia |].
    assert (EACH : forall r, legal g q r = true -> exists z, In z (places k) /\ cell z = r
      /\ completes g (N.setbit other r) r = false /\ taken (play q r) <> board g
      /\ ((exists y, In y (places k) /\ legal g (play q r) (cell y) = true /\ completes g (N.setbit own1 (cell y)) (cell y) = true)
          \/ follow k rest' own1 (N.setbit other r) (next_dangers g z) = true)).
    { intros r LR. assert (BR := LR). apply legal_spec in BR. destruct BR as [BR _]. destruct (place_of r BR) as [z [ZI ZC]].
      exists z. split; [exact ZI |]. split; [exact ZC |]. specialize (F z). rewrite places_in_spec, moves_legal, ZC in F.
      specialize (F (conj ZI LR)). rewrite (add_bit z other ZI), ZC in F.
      rewrite completed_spec in F by exact ZI. rewrite ZC in F.
      change (N.lor own1 (N.setbit other r)) with (taken (play q r)) in F.
      rewrite !andb_true_iff, orb_true_iff, !negb_true_iff, N.eqb_neq in F. destruct F as [[A B] G].
      split; [exact A |]. split; [exact B |]. destruct G as [G | G]; [left | right; exact G].
      destruct (find_place k t) as [y |] eqn:FT; [| discriminate]. apply find_place_in in FT. exists y. split; [exact FT |].
      rewrite holds_bit_has, moves_legal, completed_spec, add_bit in G by exact FT. apply andb_true_iff in G. exact G. }
    apply (secures_other g aim n q c0); [reflexivity | exact SOME |].
    intros r LR. destruct (EACH r LR) as [z [ZI [ZC [A [B G]]]]].
    apply REPLY; [exact A | exact B |].
    destruct G as [[y [YI [LY CY]]] | G].
    + apply secures_more with (n := 1%nat); [| lia].
      apply (THREAT y r YI CY LY).
    + apply (IH n) with (line := rest') (dangers := next_dangers g z); [lia | lia | | exact G].
      rewrite <- ZC. apply (next_all_dangers own); auto.
      intros E l c LI H A' B' NE J. destruct (EACH c (CAN E l c LI H A' B')) as [z' [_ [_ [A'' _]]]].
      assert (X : completes g (N.setbit other c) c = true); [| congruence].
      apply completes_spec. exists l. auto.
Qed.

End kit.
