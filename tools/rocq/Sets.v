(** Lemmas on sets of cells and on the rules. *)

From Coq Require Import NArith List Bool Lia Arith.
Import ListNotations.
Require Import Rules.
Open Scope N_scope.

Lemma has_setbit s c d : has (N.setbit s c) d = (c =? d) || has s d.
Proof. apply N.setbit_eqb. Qed.

Lemma has_lor s t c : has (N.lor s t) c = has s c || has t c.
Proof. apply N.lor_spec. Qed.

Lemma has_ldiff s t c : has (N.ldiff s t) c = has s c && negb (has t c).
Proof. apply N.ldiff_spec. Qed.

Lemma has_bit c d : has (N.shiftl 1 c) d = (c =? d).
Proof. unfold has. rewrite N.shiftl_1_l. apply N.pow2_bits_eqb. Qed.

Lemma setbit_lor s c : N.lor s (N.shiftl 1 c) = N.setbit s c.
Proof. reflexivity. Qed.

Lemma has_zero c : has 0 c = false.
Proof. reflexivity. Qed.

Lemma same_set s t : (forall c, has s c = has t c) -> s = t.
Proof. exact (N.bits_inj s t). Qed.

Lemma empty_set s : (forall c, has s c = false) -> s = 0.
Proof. intros H. apply same_set. exact H. Qed.

Lemma not_empty s : s <> 0 -> exists c, has s c = true.
Proof.
  intros H. exists (N.log2 s). apply N.bit_log2. exact H.
Qed.

Lemma inside_spec s t : inside s t = true <-> forall c, has s c = true -> has t c = true.
Proof.
  unfold inside. rewrite N.eqb_eq. split.
  - intros E c H. rewrite <- E in H. unfold has in *. rewrite N.land_spec in H. apply andb_true_iff in H. tauto.
  - intros H. apply same_set. intros c. unfold has in *. rewrite N.land_spec. specialize (H c).
    destruct (N.testbit s c); [rewrite H |]; auto.
Qed.

Lemma cells_spec g c : In c (cells g) <-> has (board g) c = true.
Proof.
  unfold cells, up_to. rewrite filter_In, in_map_iff. split; [tauto |]. intros H. split; [| exact H].
  exists (N.to_nat c). split; [apply N2Nat.id |]. apply in_seq. split; [lia |].
  assert (board g <> 0) by (intros E; unfold has in H; rewrite E in H; discriminate).
  rewrite N.size_log2 by assumption.
  assert (c <= N.log2 (board g)); [| lia].
  destruct (N.le_gt_cases c (N.log2 (board g))) as [| L]; [assumption |].
  unfold has in H. rewrite N.bits_above_log2 in H by assumption. discriminate.
Qed.

Lemma completes_spec g s c : completes g s c = true <-> exists l, In l (lines g) /\ has l c = true /\ inside l s = true.
Proof.
  unfold completes. rewrite existsb_exists. split; intros [l H]; exists l; rewrite andb_true_iff in *; tauto.
Qed.

Lemma legal_spec g p c : legal g p c = true <->
  has (board g) c = true /\ has (taken p) c = false
  /\ (falls g = false \/ has (floor g) c = true \/ (0 < c /\ has (taken p) (c - 1) = true))
  /\ (taken p <> 0 \/ has (closed g) c = false).
Proof.
  unfold legal. rewrite !andb_true_iff, !orb_true_iff, !negb_true_iff, andb_true_iff, andb_false_iff, N.ltb_lt, N.eqb_neq. tauto.
Qed.

(** ** The semantics *)

(** After the move c the prover secures the claim. *)
Definition good (g : game) (aim : goal) (n : nat) (p : position) (c : N) : Prop :=
  match result_of g p c with
  | Some r => fits aim r = true
  | None => secures g aim n (play p c)
  end.

Lemma secures_own g aim n p c : mine p = true -> legal g p c = true -> good g aim n p c -> secures g aim (S n) p.
Proof. intros M L G. simpl. rewrite M. exists c. split; assumption. Qed.

Lemma secures_other g aim n p c : mine p = false -> legal g p c = true -> (forall d, legal g p d = true -> good g aim n p d) ->
  secures g aim (S n) p.
Proof. intros M L G. simpl. rewrite M. split; [exists c; assumption | exact G]. Qed.

Lemma secures_cases g aim n p : secures g aim n p -> exists m, n = S m /\
  (exists c, legal g p c = true /\ (mine p = true -> good g aim m p c))
  /\ (mine p = false -> forall d, legal g p d = true -> good g aim m p d).
Proof.
  destruct n as [| m]; [intros [] |]. simpl. intros H. exists m. split; [reflexivity |].
  destruct (mine p).
  - destruct H as [c [L G]]. split; [exists c; split; auto | discriminate].
  - destruct H as [[c L] G]. split; [exists c; split; [assumption | discriminate] | intros _; exact G].
Qed.

Lemma secures_more g aim n : forall p m, secures g aim n p -> (n <= m)%nat -> secures g aim m p.
Proof.
  induction n as [| n IH]; intros p m S L; [destruct S |].
  destruct m as [| m]; [lia |].
  assert (G : forall c, good g aim n p c -> good g aim m p c).
  { intros c. unfold good. destruct (result_of g p c); [trivial |]. intros H. apply IH; [assumption | lia]. }
  simpl in *. destruct (mine p).
  - destruct S as [c [L' H]]. exists c. split; [assumption | apply G; exact H].
  - destruct S as [E H]. split; [exact E |]. intros c L'. apply G, H, L'.
Qed.

Lemma good_more g aim n m p c : good g aim n p c -> (n <= m)%nat -> good g aim m p c.
Proof. unfold good. destruct (result_of g p c); [trivial |]. apply secures_more. Qed.

(** A win fits every claim. *)
Lemma fits_win aim : fits aim Win = true.
Proof. destruct aim; reflexivity. Qed.

Lemma play_mine p c : mine (play p c) = negb (mine p).
Proof. unfold play. destruct (mine p); reflexivity. Qed.

Lemma play_own p c : mine p = true -> play p c = Position (N.setbit (own p) c) (other p) false.
Proof. unfold play. intros ->. reflexivity. Qed.

Lemma play_other p c : mine p = false -> play p c = Position (own p) (N.setbit (other p) c) true.
Proof. unfold play. intros ->. reflexivity. Qed.

Lemma has_taken p c : has (taken p) c = has (own p) c || has (other p) c.
Proof. apply has_lor. Qed.

Lemma taken_play p c : taken (play p c) = N.setbit (taken p) c.
Proof.
  apply same_set. intros d. rewrite has_setbit, !has_taken. unfold play.
  destruct (mine p); simpl; rewrite has_setbit; destruct (c =? d), (has (own p) d), (has (other p) d); reflexivity.
Qed.

(** The marks are on the board. *)
Definition valid (g : game) (p : position) : Prop := forall c, has (taken p) c = true -> has (board g) c = true.

Lemma valid_play g p c : valid g p -> legal g p c = true -> valid g (play p c).
Proof.
  intros V L d. rewrite taken_play, has_setbit, orb_true_iff, N.eqb_eq. intros [<- | H]; [| apply V, H].
  apply legal_spec in L. tauto.
Qed.
