(** A map of cells that the checker has tested is a symmetry: what the prover secures in a position, the prover secures in its image. *)

From Coq Require Import NArith List Bool Lia Arith.
Import ListNotations.
Require Import Rules Pairs Check Sets.
Open Scope N_scope.

Lemma image_from cs m s i : forall t,
  has (fold_left (fun t c => if has s c then N.setbit t (m c) else t) cs t) i = true
  <-> has t i = true \/ exists c, In c cs /\ has s c = true /\ m c = i.
Proof.
  induction cs as [| c cs IH]; intros t; simpl.
  - split; [auto |]. intros [H | [c [[] _]]]. exact H.
  - rewrite IH. destruct (has s c) eqn:E.
    + rewrite has_setbit, orb_true_iff, N.eqb_eq. split.
      * intros [[A | A] | [d [B C]]]; [right; exists c | left | right; exists d]; tauto.
      * intros [A | [d [[<- | B] [C D]]]]; [tauto | tauto | right; exists d; tauto].
    + split.
      * intros [A | [d [B C]]]; [tauto | right; exists d; tauto].
      * intros [A | [d [[<- | B] [C D]]]]; [tauto | congruence | right; exists d; tauto].
Qed.

Lemma image_spec g m s i : has (image (cells g) m s) i = true
  <-> exists c, has (board g) c = true /\ has s c = true /\ m c = i.
Proof.
  unfold image. rewrite image_from. split.
  - intros [H | [c H]]; [discriminate |]. exists c. rewrite <- cells_spec. exact H.
  - intros [c H]. right. exists c. rewrite cells_spec. exact H.
Qed.

Section symmetry.

Variable g : game.
Definition img (m : N -> N) (p : position) : position :=
  Position (image (cells g) m (own p)) (image (cells g) m (other p)) (mine p).

(** What [is_map] has tested. *)
Record keeps (m back : N -> N) : Prop := {
  to_board : forall c, has (board g) c = true -> has (board g) (m c) = true;
  undone : forall c, has (board g) c = true -> back (m c) = c;
  to_closed : forall c, has (board g) c = true -> has (closed g) (m c) = has (closed g) c;
  to_floor : forall c, falls g = true -> has (board g) c = true -> has (floor g) (m c) = has (floor g) c;
  above : forall c, falls g = true -> has (board g) c = true -> has (floor g) c = false -> 0 < c /\ m c = m (c - 1) + 1;
  to_lines : forall l, In l (lines g) -> In (image (cells g) m l) (lines g)
}.

Lemma is_map_keeps m back : is_map g (cells g) m back = true -> keeps m back.
Proof.
  unfold is_map. rewrite andb_true_iff, !forallb_forall. intros [H L].
  assert (E : forall c, has (board g) c = true -> has (board g) (m c) = true /\ back (m c) = c
    /\ has (closed g) c = has (closed g) (m c)
    /\ (falls g = false \/ (has (floor g) c = has (floor g) (m c)
        /\ (has (floor g) c = true \/ (0 < c /\ m c = m (c - 1) + 1))))).
  { intros c B. rewrite <- cells_spec in B. specialize (H c B). cbv zeta in H.
    rewrite !andb_true_iff, !orb_true_iff, negb_true_iff, !andb_true_iff, !orb_true_iff, andb_true_iff, N.ltb_lt, !N.eqb_eq, !eqb_true_iff in H.
    tauto. }
  split.
  - intros c B. apply E, B.
  - intros c B. apply E, B.
  - intros c B. symmetry. apply E, B.
  - intros c F B. destruct (E c B) as [_ [_ [_ [X | X]]]]; [congruence | symmetry; tauto].
  - intros c F B N. destruct (E c B) as [_ [_ [_ [X | [_ [X | X]]]]]]; [congruence | congruence | exact X].
  - intros l I. specialize (L l I). apply existsb_exists in L. destruct L as [l' [I' X]]. apply N.eqb_eq in X. rewrite X. exact I'.
Qed.

Variables m back : N -> N.
Hypothesis there : keeps m back.
Hypothesis and_back : keeps back m.

Lemma image_has s c : has (board g) c = true -> has (image (cells g) m s) (m c) = has s c.
Proof.
  intros B. apply eq_true_iff_eq. rewrite image_spec. split.
  - intros [d [D [S E]]]. rewrite <- (undone _ _ there c B), <- E, (undone _ _ there d D). exact S.
  - intros S. exists c. tauto.
Qed.

Lemma image_inside s c : has (image (cells g) m s) c = true -> has (board g) c = true.
Proof. rewrite image_spec. intros [d [D [_ <-]]]. apply (to_board _ _ there), D. Qed.

Lemma valid_img p : valid g (img m p).
Proof.
  intros c. rewrite has_taken, orb_true_iff. unfold img; simpl. intros [H | H]; apply image_inside in H; exact H.
Qed.

Lemma taken_img p : taken (img m p) = image (cells g) m (taken p).
Proof.
  apply same_set. intros c. apply eq_true_iff_eq. rewrite has_taken, orb_true_iff. unfold img; simpl. rewrite !image_spec. split.
  - intros [[d H] | [d H]]; exists d; rewrite has_taken, orb_true_iff; tauto.
  - intros [d H]. rewrite has_taken, orb_true_iff in H. destruct H as [B [[O | O] E]]; [left | right]; exists d; tauto.
Qed.

Lemma image_setbit s c : has (board g) c = true -> image (cells g) m (N.setbit s c) = N.setbit (image (cells g) m s) (m c).
Proof.
  intros B. apply same_set. intros d. apply eq_true_iff_eq. rewrite has_setbit, orb_true_iff, N.eqb_eq, !image_spec. split.
  - intros [e H]. rewrite has_setbit, orb_true_iff, N.eqb_eq in H. destruct H as [E [[<- | H] X]]; [left; exact X |].
    right. exists e. tauto.
  - intros [<- | [e H]]; [exists c | exists e]; rewrite has_setbit, orb_true_iff, N.eqb_eq; tauto.
Qed.

Lemma play_img p c : has (board g) c = true -> play (img m p) (m c) = img m (play p c).
Proof.
  intros B. unfold play, img; simpl. destruct (mine p); simpl; rewrite image_setbit by exact B; reflexivity.
Qed.

Lemma image_undone s : (forall c, has s c = true -> has (board g) c = true) -> image (cells g) back (image (cells g) m s) = s.
Proof.
  intros V. apply same_set. intros c. apply eq_true_iff_eq. rewrite image_spec. split.
  - intros [d [D [I E]]]. rewrite image_spec in I. destruct I as [e [B [S E']]].
    rewrite <- E, <- E', (undone _ _ there e B). exact S.
  - intros S. exists (m c). split; [apply (to_board _ _ there), V, S |]. split.
    + rewrite image_has by (apply V, S). exact S.
    + apply (undone _ _ there), V, S.
Qed.

Lemma img_undone p : valid g p -> img back (img m p) = p.
Proof.
  intros V. unfold img; simpl. destruct p as [o t mi]; simpl in *.
  rewrite !image_undone; [reflexivity | |]; intros c H; apply V; rewrite has_taken, orb_true_iff; auto.
Qed.

Lemma legal_img p c : valid g p -> legal g p c = true -> legal g (img m p) (m c) = true.
Proof.
  intros V. rewrite !legal_spec, taken_img. intros [B [F [G C]]].
  rewrite image_has, (to_closed _ _ there c B) by exact B.
  split; [apply (to_board _ _ there), B |]. split; [exact F |]. split.
  - destruct (falls g) eqn:X; [right | left; reflexivity]. destruct G as [G | G]; [discriminate |].
    destruct (has (floor g) c) eqn:Y; [left; rewrite (to_floor _ _ there c X B); exact Y |].
    right. destruct G as [G | [Z G]]; [discriminate |]. destruct (above _ _ there c X B Y) as [_ E].
    assert (has (board g) (c - 1) = true) by (apply V, G).
    rewrite E. split; [lia |]. replace (m (c - 1) + 1 - 1) with (m (c - 1)) by lia.
    rewrite image_has by assumption. exact G.
  - destruct C as [C | C]; [left | right; exact C]. intros Z. apply C. apply empty_set. intros d.
    destruct (has (taken p) d) eqn:T; [| reflexivity]. rewrite <- (image_has (taken p) d) in T by (apply V, T).
    rewrite Z in T. discriminate.
Qed.

Lemma completes_img s c : has (board g) c = true -> completes g s c = true -> completes g (image (cells g) m s) (m c) = true.
Proof.
  rewrite !completes_spec. intros B [l [I [H S]]]. exists (image (cells g) m l). split; [apply (to_lines _ _ there), I |].
  rewrite image_has by exact B. split; [exact H |]. rewrite inside_spec in *. intros d. rewrite !image_spec. intros [e E].
  exists e. specialize (S e). tauto.
Qed.

Lemma board_img p : valid g p -> taken p = board g -> taken (img m p) = board g.
Proof.
  intros V T. rewrite taken_img, T. apply same_set. intros c. apply eq_true_iff_eq. rewrite image_spec. split.
  - intros [d [D [_ <-]]]. apply (to_board _ _ there), D.
  - intros H. exists (back c). pose proof (to_board _ _ and_back c H). rewrite (undone _ _ and_back c H). tauto.
Qed.

End symmetry.

Section secures.

Variable g : game.

Lemma result_img m back p c : keeps g m back -> keeps g back m -> valid g p -> has (board g) c = true ->
  (forall d, has (taken (play p c)) d = true -> has (board g) d = true) ->
  result_of g (img g m p) (m c) = result_of g p c.
Proof.
  intros A B V C W. unfold result_of. rewrite play_img by assumption.
  assert (E : forall s, (forall d, has s d = true -> has (board g) d = true) ->
    completes g (image (cells g) m s) (m c) = completes g s c).
  { intros s S. apply eq_true_iff_eq. split; [| apply completes_img with (back := back); assumption].
    intros H. apply (completes_img g back m B) in H; [| apply (to_board _ _ _ A), C].
    rewrite (undone _ _ _ A c C), (image_undone g m back A s S) in H. exact H. }
  assert (P : completes g (if mine p then own (play p c) else other (play p c)) c
    = completes g (if mine (img g m p) then own (img g m (play p c)) else other (img g m (play p c))) (m c)).
  { simpl. destruct (mine p); simpl; symmetry; apply E; intros d D; apply W; rewrite has_taken, D; auto using orb_true_r. }
  rewrite <- P. simpl. destruct (completes g _ c); [reflexivity |].
  assert (Q : (taken (img g m (play p c)) =? board g) = (taken (play p c) =? board g)).
  { apply eq_true_iff_eq. rewrite !N.eqb_eq. split; [| apply board_img with (back := back); assumption].
    intros T. apply (board_img g back m B A) in T; [| apply valid_img with (back := back); assumption].
    rewrite img_undone in T by assumption. exact T. }
  rewrite Q. reflexivity.
Qed.

Theorem secures_img aim n : forall m back p, keeps g m back -> keeps g back m -> valid g p ->
  secures g aim n p -> secures g aim n (img g m p).
Proof.
  induction n as [| n IH]; intros m back p A B V S; [destruct S |].
  assert (G : forall c, legal g p c = true -> good g aim n p c -> good g aim n (img g m p) (m c)).
  { intros c L. pose proof (valid_play g p c V L) as W. apply legal_spec in L. destruct L as [C _]. unfold good.
    rewrite (result_img m back) by assumption. destruct (result_of g p c); [trivial |].
    rewrite (play_img g m) by assumption. apply (IH m back); assumption. }
  simpl in S. destruct (mine p) eqn:M.
  - destruct S as [c [L H]]. apply (secures_own g aim n _ (m c)); [exact M | apply (legal_img g m back); assumption |].
    apply G; assumption.
  - destruct S as [[c L] H]. apply (secures_other g aim n _ (m c)); [exact M | apply (legal_img g m back); assumption |].
    intros d D.
    assert (L' : legal g p (back d) = true).
    { apply (legal_img g back m B) in D; [| apply (valid_img g m back A)]. rewrite img_undone in D; assumption. }
    apply legal_spec in D. destruct D as [D _]. rewrite <- (undone _ _ _ B d D). apply G; [exact L' |]. apply H, L'.
Qed.

End secures.
