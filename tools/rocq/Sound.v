(** The theorem: what the checker accepts is true. *)

From Coq Require Import NArith List Bool Lia Arith FMapFacts.
Import ListNotations.
Require Import Rules Pairs Check Sets Symmetry Lines Pairs_sound.
Open Scope N_scope.

Module Facts := WFacts_fun Key Known.

Section kit.

Variable k : kit.
Hypothesis ok : kit_ok k.
Notation g := (rules k).

(** ** The least image *)

Lemma both_map (f h : (N -> N) -> N) ms : both (map f ms) (map h ms) = map (fun m => N.lor (f m) (h m)) ms.
Proof. induction ms as [| m ms IH]; simpl; [reflexivity |]. rewrite IH. reflexivity. Qed.

Lemma images_from s xs : (forall x, In x xs -> In x (places k)) -> forall f : (N -> N) -> N,
  fold_left (fun sets x => if holds_bit s (bit x) then both sets (images x) else sets) xs (map f (maps k))
  = map (fun m => fold_left (fun t c => if has s c then N.setbit t (m c) else t) (map cell xs) (f m)) (maps k).
Proof.
  induction xs as [| x xs IH]; intros I f; [reflexivity |]. cbn [fold_left map].
  assert (IX : In x (places k)) by (apply I; left; reflexivity).
  rewrite (holds_bit_has k ok x s IX). destruct (has s (cell x)).
  - destruct (ok_place k ok x IX) as [_ [_ [_ ->]]]. rewrite both_map, IH by (intros; apply I; right; assumption). reflexivity.
  - apply IH. intros; apply I; right; assumption.
Qed.

Lemma images_of_spec s : images_of k s = map (fun m => image (cells g) m s) (maps k).
Proof. unfold images_of. rewrite images_from by auto. rewrite (ok_cells k ok). reflexivity. Qed.

Lemma combine_maps (f h : (N -> N) -> N) ms ab : In ab (combine (map f ms) (map h ms)) -> exists m, In m ms /\ ab = (f m, h m).
Proof.
  induction ms as [| m ms IH]; simpl; [intros [] |]. intros [<- | I]; [exists m; auto |].
  destruct (IH I) as [m' [J E]]. exists m'. auto.
Qed.

Lemma least_one_of xs : forall a, let b := fold_left (fun a b => if less b a then b else a) xs a in b = a \/ In b xs.
Proof.
  induction xs as [| x xs IH]; intros a; simpl; [auto |].
  destruct (IH (if less x a then x else a)) as [E | I]; [| auto]. rewrite E. destruct (less x a); auto.
Qed.

Definition at_key (key : N * N) (m : bool) : position := Position (fst key) (snd key) m.

Lemma key_of_spec p ply : valid g p ->
  valid g (at_key (key_of k p ply) (mine p))
  /\ forall n, secures g (aim k) n p <-> secures g (aim k) n (at_key (key_of k p ply) (mine p)).
Proof.
  intros V. assert (SAME : valid g (at_key (own p, other p) (mine p))
    /\ forall n, secures g (aim k) n p <-> secures g (aim k) n (at_key (own p, other p) (mine p))).
  { destruct p as [o t m]. unfold at_key. simpl. split; [exact V | tauto]. }
  unfold key_of. destruct (_ && _); [| exact SAME]. unfold least. rewrite !images_of_spec.
  match goal with |- context [fold_left ?f ?xs ?a] => destruct (least_one_of xs a) as [E | I] end.
  - cbv zeta in E. rewrite E. exact SAME.
  - apply combine_maps in I. destruct I as [m [I E]]. cbv zeta in E. rewrite E.
    destruct (ok_maps k ok m I) as [back [A B]].
    change (at_key (image (cells g) m (own p), image (cells g) m (other p)) (mine p)) with (img g m p). split.
    + apply valid_img with (back := back). exact A.
    + intros n. split; [apply (secures_img g (aim k) n m back); assumption |]. intros S.
      rewrite <- (img_undone g m back A p V). apply (secures_img g (aim k) n back m); auto. apply valid_img with (back := back). exact A.
Qed.

(** ** What the walk knows is true *)

Definition state_ok (s : state) : Prop := forall m key n, Known.find key (known s m) = Some n ->
  valid g (at_key key m) /\ secures g (aim k) (N.to_nat n) (at_key key m).

Lemma learn_ok s m key n : state_ok s -> valid g (at_key key m) -> secures g (aim k) (N.to_nat n) (at_key key m) ->
  state_ok (learn s m key n).
Proof.
  intros O V S m' key' n' F.
  assert (X : Known.find key' (known s m') = Some n' \/ (m' = m /\ key' = key /\ n' = n)).
  { destruct m, m'; simpl in F; auto; apply Facts.find_mapsto_iff, Facts.add_mapsto_iff in F;
      (destruct F as [[E <-] | [_ F]]; [right | left; apply Facts.find_mapsto_iff; exact F]);
      destruct key, key'; destruct E as [E1 E2]; simpl in E1, E2; unfold OrderedTypeEx.N_as_OT.eq in E1, E2; subst; auto. }
  destruct X as [X | [-> [-> ->]]]; [apply O, X | auto].
Qed.

Lemma go_to_ok s i : state_ok s -> state_ok (go_to s i).
Proof. intros O m key n. destruct m; simpl; [apply (O true) | apply (O false)]. Qed.

(** ** Groups of replies *)

Lemma read_list_length bytes count : forall i ns j, read_list bytes count i = Some (ns, j) -> length ns = count.
Proof.
  induction count as [| count IH]; intros i ns j; simpl.
  - intros E. inversion E. reflexivity.
  - destruct (read bytes i) as [[n i'] |]; [| discriminate]. destruct (read_list bytes count i') as [[ns' j'] |] eqn:E; [| discriminate].
    intros X. inversion X. subst. simpl. f_equal. apply (IH i' ns' j). exact E.
Qed.

(** After this move the prover secures the claim, within n plies with the move. *)
Definition sure (n : N) (p : position) (c : N) : Prop := exists m, N.to_nat n = S m /\ good g (aim k) m p c.

Lemma sure_more n n' p c : sure n p c -> n <= n' -> sure n' p c.
Proof.
  intros [m [E G]] L. exists (pred (N.to_nat n')). split; [lia |]. apply good_more with (n := m); [exact G | lia].
Qed.

Section replies.

Variable bytes : file.
Variable p : position.
Hypothesis theirs : mine p = false.
Hypothesis no_misere : misere g = false.

Let dangers := filter (fun l => at_most_one (N.ldiff l (other p))) (lines g).

Lemma dangers_after x : In x (places k) -> all_dangers k (own p) (N.setbit (other p) (cell x)) (next_dangers g x ++ dangers).
Proof.
  intros I l c L H F1 F2 J. apply in_or_app. destruct (has l (cell x)) eqn:X.
  - left. unfold next_dangers. destruct (falls g); [exact L |]. destruct (ok_place k ok x I) as [_ [_ [-> _]]]. apply filter_In. auto.
  - right. apply filter_In. split; [exact L |]. rewrite has_setbit, orb_false_iff in F2. destruct F2 as [_ F2].
    rewrite (lacks_one l (other p) c); [apply at_most_one_bit | exact H | exact F2 |].
    rewrite inside_spec in *. intros d D. specialize (J d D). rewrite !has_setbit, !orb_true_iff, !N.eqb_eq in J.
    rewrite has_setbit, orb_true_iff, N.eqb_eq. destruct J as [J | [J | J]]; auto. subst d. congruence.
Qed.

Lemma answer_group_sound replies unmet i others plies j :
  (forall r, In r unmet -> In (snd r) (places k)) ->
  answer_group k bytes p dangers replies unmet i = Yes (others, plies, j) ->
  forall r, In r unmet -> In r others \/ sure (plies + 1) p (cell (snd r)).
Proof.
  intros P A. unfold answer_group in A.
  destruct (read bytes i) as [[steps i1] |]; [| discriminate].
  destruct (_ || _) eqn:E0; [discriminate |].
  destruct (read_list bytes _ i1) as [[line i2] |] eqn:RL; [| discriminate].
  destruct (read bytes i2) as [[x i3] |]; [| discriminate].
  destruct (replies <? N.div2 x); [discriminate |].
  destruct (read_list bytes _ i3) as [[gaps i4] |]; [| discriminate]. cbv zeta in A.
  destruct (partition _ unmet) as [group rest] eqn:PA.
  destruct (_ && _ && _); [| discriminate].
  match type of A with (if ?b then _ else _) = _ => destruct b eqn:F end; [| discriminate].
  inversion A. subst others plies j. clear A.
  intros r R. pose proof (elements_in_partition _ _ PA r) as IFF. apply IFF in R as R'. destruct R' as [G | G]; [right | left; exact G].
  rewrite forallb_forall in F. specialize (F r G). cbv zeta in F. specialize (P r R).
  rewrite (add_bit k ok _ _ P), (completed_spec k ok) in F by exact P.
  rewrite !andb_true_iff, !negb_true_iff, N.eqb_neq in F. destruct F as [[C B] F].
  apply read_list_length in RL.
  exists (N.to_nat (2 * steps - 1)). split; [rewrite N2Nat.inj_add; simpl; lia |].
  unfold good, result_of. rewrite play_other, theirs by exact theirs. simpl. rewrite C.
  apply N.eqb_neq in B. unfold taken. simpl. rewrite B.
  apply (follow_wins k ok (aim k) no_misere) with (line := line) (dangers := next_dangers g (snd r) ++ dangers);
    [idtac | apply dangers_after; exact P | exact F]. rewrite RL. apply le_n.
Qed.

Lemma answer_group_keeps replies unmet i others plies j :
  answer_group k bytes p dangers replies unmet i = Yes (others, plies, j) -> forall r, In r others -> In r unmet.
Proof.
  intros A. unfold answer_group in A.
  destruct (read bytes i) as [[steps i1] |]; [| discriminate].
  destruct (_ || _); [discriminate |].
  destruct (read_list bytes _ i1) as [[line i2] |]; [| discriminate].
  destruct (read bytes i2) as [[x i3] |]; [| discriminate].
  destruct (replies <? N.div2 x); [discriminate |].
  destruct (read_list bytes _ i3) as [[gaps i4] |]; [| discriminate]. cbv zeta in A.
  destruct (partition _ unmet) as [group rest] eqn:PA.
  destruct (_ && _ && _); [| discriminate].
  match type of A with (if ?b then _ else _) = _ => destruct b end; [| discriminate].
  inversion A. subst. intros r R. apply (elements_in_partition _ _ PA). auto.
Qed.

Lemma answer_groups_sound replies groups : forall unmet plies i others plies' j,
  (forall r, In r unmet -> In (snd r) (places k)) ->
  answer_groups k bytes p dangers replies groups unmet plies i = Yes (others, plies', j) ->
  plies <= plies' /\ ((0 < groups)%nat -> 0 < plies') /\ (forall r, In r others -> In r unmet)
  /\ forall r, In r unmet -> In r others \/ sure plies' p (cell (snd r)).
Proof.
  induction groups as [| groups IH]; intros unmet plies i others plies' j P; simpl.
  - intros E. inversion E. subst. split; [lia |]. split; [lia |]. auto.
  - destruct (answer_group k bytes p dangers replies unmet i) as [[[rest more] i'] | ] eqn:A; [| discriminate].
    intros H. pose proof (answer_group_keeps _ _ _ _ _ _ A) as K. pose proof (answer_group_sound _ _ _ _ _ _ P A) as S.
    apply IH in H; [| intros r R; apply P, K, R]. destruct H as [L [_ [K' S']]].
    split; [lia |]. split; [lia |]. split; [intros r R; apply K, K', R |].
    intros r R. destruct (S r R) as [R' | R']; [apply S', R' | right].
    apply sure_more with (n := more + 1); [exact R' | lia].
Qed.

Lemma numbered_snd {A : Type} (xs : list A) : forall i, map snd (numbered i xs) = xs.
Proof. induction xs as [| x xs IH]; intros i; simpl; [reflexivity |]. rewrite IH. reflexivity. Qed.

End replies.

Lemma answer_by_lines_sound bytes p replies i unmet plies j :
  mine p = false -> (forall x, In x replies -> In x (places k)) ->
  answer_by_lines k bytes p replies i = Yes (unmet, plies, j) ->
  0 < plies /\ (forall x, In x unmet -> In x replies) /\ forall x, In x replies -> In x unmet \/ sure plies p (cell x).
Proof.
  intros M P A. unfold answer_by_lines in A.
  destruct (read bytes i) as [[groups i1] |]; [| discriminate]. cbv zeta in A.
  destruct (misere g || (groups =? 0) || (N.of_nat (length replies) <? groups)) eqn:E; [discriminate |].
  rewrite !orb_false_iff, N.eqb_neq in E. destruct E as [[NM Z] _].
  match type of A with match ?x with _ => _ end = _ => destruct x as [[[rest plies'] i2] |] eqn:B end; [| discriminate].
  inversion A. subst. clear A.
  apply (answer_groups_sound bytes p M NM) in B.
  - destruct B as [_ [B1 [B2 B3]]]. split; [apply B1; lia |]. split.
    + intros x X. apply in_map_iff in X. destruct X as [r [<- R]]. apply B2 in R. apply (in_map snd) in R. rewrite numbered_snd in R. exact R.
    + intros x X. rewrite <- (numbered_snd replies 0) in X. apply in_map_iff in X. destruct X as [r [<- R]].
      destruct (B3 r R) as [R' | R']; [left; apply in_map; exact R' | right; exact R'].
  - intros r R. apply P. apply (in_map snd) in R. rewrite numbered_snd in R. exact R.
Qed.

(** ** The walk *)

Lemma each_sound p f xs :
  (forall x s n s', In x xs -> state_ok s -> f x s = Yes (n, s') -> state_ok s' /\ sure n p (cell x)) ->
  forall plies s n s', state_ok s -> each f xs plies s = Yes (n, s') ->
  state_ok s' /\ plies <= n /\ forall x, In x xs -> sure n p (cell x).
Proof.
  induction xs as [| x xs IH]; intros F plies s n s' O; simpl.
  - intros E. inversion E. subst. split; [exact O |]. split; [lia |]. intros x [].
  - destruct (f x s) as [[n1 s1] |] eqn:FX; [| discriminate]. intros H.
    destruct (F x s n1 s1 (or_introl eq_refl) O FX) as [O1 S1].
    apply IH in H; [| intros; apply (F x0 s0); auto; right; assumption | exact O1]. destruct H as [O2 [L S2]].
    split; [exact O2 |]. split; [lia |]. intros y [<- | Y]; [| apply S2, Y]. apply sure_more with (n := n1); [exact S1 | lia].
Qed.

Lemma pick_in {A : Type} (xs : list A) : forall i x, pick xs i = Some x -> In x xs.
Proof.
  induction xs as [| y xs IH]; intros i x; simpl; [discriminate |].
  destruct (i =? 0); [intros E; inversion E; auto | intros H; right; apply (IH (N.pred i)), H].
Qed.

Lemma answer_by_pairs_sound bytes p s n s' : state_ok s -> valid g p -> taken p <> board g ->
  answer_by_pairs k bytes p s = Yes (n, s') -> state_ok s' /\ secures g (aim k) (N.to_nat n) p.
Proof.
  intros O V B. unfold answer_by_pairs. destruct (aim k) eqn:A; [discriminate |].
  destruct (read bytes (place_in_file s)) as [[pairs i] |]; [| discriminate].
  destruct (N.of_nat (length (places k)) <? pairs); [discriminate |]. destruct (read_list bytes _ i) as [[ends j] |]; [| discriminate].
  match goal with |- (if ?b then _ else _) = _ -> _ => destruct b eqn:E end; [| discriminate].
  intros X. inversion X. subst. split; [apply go_to_ok, O |].
  apply andb_true_iff in E. destruct E as [_ E]. rewrite Nnat.Nat2N.id.
  replace (length (places k)) with (length (cells g)) by (rewrite <- (ok_cells k ok); apply map_length).
  rewrite (ok_cells k ok) in E. apply pairs_sound with (ends := ends); auto. apply (ok_falls k ok).
Qed.

Lemma visit_sound bytes fuel : forall p ply way s n s',
  state_ok s -> valid g p -> taken p <> board g -> visit k bytes fuel p ply way s = Yes (n, s') ->
  state_ok s' /\ secures g (aim k) (N.to_nat n) p.
Proof.
  induction fuel as [| fuel IH]; intros p ply way s n s' O V B; [discriminate |]. cbn [visit]. cbv zeta.
  destruct (key_of_spec p ply V) as [KV KS]. set (key := key_of k p ply) in *.
  destruct (_ || _); [discriminate |].
  destruct (Known.find key (known s (mine p))) as [n0 |] eqn:F.
  { intros E. inversion E. subst. split; [exact O |]. apply KS. apply (O (mine p)), F. }
  set (replies := places_in k (moves g (taken p))).
  assert (RS : forall x, In x replies <-> In x (places k) /\ legal g p (cell x) = true).
  { intros x. unfold replies. rewrite (places_in_spec k ok), (moves_legal k). tauto. }
  set (enter := fun next x s => match over k p x with
    | Some r => if (next =? 0) && fits (aim k) r then Yes (1, s) else No (after p x) Result_wrong
    | None => match visit k bytes fuel (after p x) (ply + 1) next s with Yes (n, s) => Yes (n + 1, s) | No q why => No q why end end).
  assert (ENTER : forall next x s n s', In x replies -> state_ok s -> enter next x s = Yes (n, s') -> state_ok s' /\ sure n p (cell x)).
  { intros next x s1 n1 s1' I O1. apply RS in I. destruct I as [I L]. unfold enter.
    rewrite (over_spec k ok p x I), (after_spec k ok p x I). destruct (result_of g p (cell x)) as [r |] eqn:R.
    - destruct (_ && _) eqn:E; [| discriminate]. intros X. inversion X. subst. split; [exact O1 |]. apply andb_true_iff in E.
      exists 0%nat. split; [reflexivity |]. unfold good. rewrite R. apply E.
    - destruct (visit k bytes fuel (play p (cell x)) (ply + 1) next s1) as [[n2 s2] |] eqn:E; [| discriminate].
      intros X. inversion X. subst. apply IH in E.
      + destruct E as [O2 S2]. split; [exact O2 |]. exists (N.to_nat n2). split; [rewrite N2Nat.inj_add; simpl; lia |].
        unfold good. rewrite R. exact S2.
      + exact O1.
      + apply valid_play; assumption.
      + unfold result_of in R. destruct (completes g _ (cell x)); [discriminate |].
        destruct (taken (play p (cell x)) =? board g) eqn:T; [discriminate |]. apply N.eqb_neq. exact T. }
  assert (DONE : forall r : answer (N * state),
    (forall n1 s1, r = Yes (n1, s1) -> state_ok s1 /\ secures g (aim k) (N.to_nat n1) p) ->
    match r with Yes (n, s) => Yes (n, learn s (mine p) key n) | No q why => No q why end = Yes (n, s') ->
    state_ok s' /\ secures g (aim k) (N.to_nat n) p).
  { intros r H. destruct r as [[n1 s1] |]; [| discriminate]. intros X. inversion X. subst.
    destruct (H n s1 eq_refl) as [O1 S1]. split; [| exact S1]. apply learn_ok; auto. apply KS, S1. }
  apply DONE. clear DONE. intros n1 s1. destruct (mine p) eqn:M.
  - destruct (read bytes (place_in_file s)) as [[a i] |]; [| discriminate]. destruct (a =? 0).
    + apply answer_by_pairs_sound; auto.
    + destruct (N.div_eucl (a - 1) (ways k)) as [place next].
      destruct (pick replies place) as [x |] eqn:P; [| discriminate]. apply pick_in in P.
      intros E. destruct (ENTER _ _ _ _ _ P (go_to_ok s i O) E) as [O1 [m [-> G]]]. split; [exact O1 |].
      apply RS in P. apply (secures_own g (aim k) m p (cell x)); tauto.
  - assert (ALL : forall m c, legal g p c = true -> (forall x, In x replies -> sure m p (cell x)) -> secures g (aim k) (N.to_nat m) p).
    { intros m c L H.
      assert (EACH : forall d, legal g p d = true -> sure m p d).
      { intros d D. assert (D' := D). apply legal_spec in D'. destruct D' as [BD _]. destruct (place_of k ok d BD) as [x [I <-]].
        apply H. apply RS. auto. }
      destruct (EACH c L) as [m' [T _]]. rewrite T. apply (secures_other g (aim k) m' p c); auto.
      intros d D. destruct (EACH d D) as [m'' [T' G]]. rewrite T in T'. inversion T'. subst. exact G. }
    destruct replies as [| r0 rs] eqn:R0; [discriminate |].
    assert (LEGAL : legal g p (cell r0) = true) by (apply RS; left; reflexivity). rewrite <- R0 in *. clear R0.
    destruct (way =? 0); [| destruct (way =? 1); [| destruct (way =? 2); [| discriminate]]].
    + intros E. apply (each_sound p) in E; [| intros x s2 n2 s2' I; apply ENTER, I | exact O].
      destruct E as [O1 [_ E]]. split; [exact O1 | apply (ALL n1 _ LEGAL E)].
    + destruct (answer_by_lines k bytes p replies (place_in_file s)) as [[[unmet plies] i] |] eqn:A; [| discriminate].
      apply answer_by_lines_sound in A; [| exact M | intros x X; apply RS, X]. destruct A as [_ [A1 A2]].
      intros E. apply (each_sound p) in E; [| intros x s2 n2 s2' I; apply ENTER, A1, I | apply go_to_ok, O].
      destruct E as [O1 [L E]]. split; [exact O1 | apply (ALL n1 _ LEGAL)]. intros x X.
      destruct (A2 x X) as [X' | X']; [apply E, X' |]. apply sure_more with (n := plies); [exact X' | exact L].
    + apply answer_by_pairs_sound; auto.
Qed.

End kit.

(** ** The theorem *)

(** If [check] accepts, then the prover secures the claim in the position, within so many plies. *)
Theorem accepted_is_true g symmetries merge ways prover aim firsts seconds bytes plies :
  check g symmetries merge ways prover aim firsts seconds bytes = Yes plies ->
  secures g aim (N.to_nat plies) (seen g prover firsts seconds).
Proof.
  unfold check. cbv zeta. set (p := seen g prover firsts seconds).
  destruct (is_position g firsts seconds) eqn:I; [| discriminate].
  destruct (prepare g aim merge ways symmetries) as [k |] eqn:K; [| discriminate].
  apply prepare_ok in K. destruct K as [ok [<- <-]].
  destruct (if mine p then _ else _) as [[way i] |]; [| discriminate].
  match goal with |- match ?x with _ => _ end = _ -> _ => destruct x as [[n s] |] eqn:V end; [| discriminate].
  destruct (bytes (place_in_file s)); [discriminate |]. intros E. inversion E. subst n.
  apply visit_sound in V; [apply V | exact ok | | |].
  - intros m key n F. destruct m; simpl in F; discriminate.
  - unfold is_position in I. cbv zeta in I. rewrite !andb_true_iff in I. destruct I as [[[[[[I _] _] _] _] _] _].
    rewrite inside_spec in I. intros c C. apply I. rewrite has_taken in C. rewrite has_lor.
    unfold p, seen in C. destruct prover; simpl in C; [exact C | rewrite orb_comm; exact C].
  - unfold is_position in I. cbv zeta in I. rewrite !andb_true_iff, negb_true_iff, N.eqb_neq in I.
    destruct I as [[[[[[_ _] I] _] _] _] _]. intros T. apply I. rewrite <- T. unfold taken, p, seen.
    destruct prover; simpl; [reflexivity | apply N.lor_comm].
Qed.

(** ** Two claims that exclude each other are never both accepted *)

(** The position as the opponent sees it. *)
Definition turned (p : position) : position := Position (other p) (own p) (negb (mine p)).

Definition turned_result (r : result) : result := match r with Win => Loss | Draw => Draw | Loss => Win end.

Lemma taken_turned p : taken (turned p) = taken p.
Proof. apply N.lor_comm. Qed.

Lemma play_turned p c : play (turned p) c = turned (play p c).
Proof. unfold play, turned. simpl. destruct (mine p); reflexivity. Qed.

Lemma result_turned g p c : result_of g (turned p) c = option_map turned_result (result_of g p c).
Proof.
  unfold result_of. rewrite play_turned, taken_turned. unfold turned at 1 2. simpl.
  assert (E : (if negb (mine p) then other (play p c) else own (play p c)) = (if mine p then own (play p c) else other (play p c)))
    by (destruct (mine p); reflexivity).
  rewrite E. destruct (completes g _ c); [destruct (mine p), (misere g); reflexivity |].
  destruct (taken (play p c) =? board g); reflexivity.
Qed.

Lemma legal_turned g p c : legal g (turned p) c = legal g p c.
Proof. unfold legal. rewrite taken_turned. reflexivity. Qed.

Theorem win_excludes_hold g n : forall m p, secures g Wins n p -> secures g Holds m (turned p) -> False.
Proof.
  induction n as [| n IH]; intros m p W H; [destruct W |].
  destruct m as [| m]; [destruct H |].
  assert (BOTH : forall c, good g Wins n p c -> good g Holds m (turned p) c -> False).
  { intros c A B. unfold good in *. rewrite result_turned in B. destruct (result_of g p c) as [r |]; simpl in B.
    - destruct r; simpl in A, B; discriminate.
    - rewrite play_turned in B. apply (IH m _ A B). }
  simpl in W, H. destruct (mine p); simpl in H.
  - destruct W as [c [L A]]. destruct H as [_ H]. apply (BOTH c A). apply H. rewrite legal_turned. exact L.
  - destruct H as [c [L A]]. destruct W as [_ W]. rewrite legal_turned in L. apply (BOTH c); [apply W, L | exact A].
Qed.

Theorem never_both g symmetries symmetries' merge merge' ways ways' winner holder firsts seconds bytes bytes' n n' :
  winner <> holder ->
  check g symmetries merge ways winner Wins firsts seconds bytes = Yes n ->
  check g symmetries' merge' ways' holder Holds firsts seconds bytes' = Yes n' -> False.
Proof.
  intros NE W H. apply accepted_is_true in W. apply accepted_is_true in H.
  assert (E : seen g holder firsts seconds = turned (seen g winner firsts seconds)).
  { destruct winner, holder; try congruence; unfold seen, turned; simpl; rewrite ?negb_involutive; reflexivity. }
  rewrite E in H. exact (win_excludes_hold _ _ _ _ W H).
Qed.

Print Assumptions accepted_is_true.
