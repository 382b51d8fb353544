(** Who holds by pairs and weights does not lose. *)

From Coq Require Import NArith List Bool Lia Arith.
Import ListNotations.
Require Import Rules Pairs Sets Weights.
Open Scope N_scope.

Section game.

Variables (g : game) (most : nat).

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
  intros B T. unfold free_cells. rewrite (count_less_eq g _ c B) by (rewrite has_ldiff, B, T; reflexivity). f_equal. f_equal.
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
  shared g own other pairs shares -> all_cool g most shares -> valid g p -> (exists c, legal g p c = true) -> (free_cells p <= n)%nat ->
  secures g Holds n p.
Proof.
  induction n as [n IH] using lt_wf_ind. intros own other pairs shares p H C V [c0 L0] F.
  assert (POS : exists n', n = S n').
  { destruct (legal_free p c0 L0) as [B0 T0]. rewrite <- taken_parts in T0. rewrite (free_less p c0 B0 T0) in F. destruct n as [| n']; [lia | eauto]. }
  destruct POS as [n' ->]. apply (secures_other g Holds n' p c0); [reflexivity | exact L0 |].
  intros c L. destruct (legal_free p c L) as [B [O T]]. simpl in O, T.
  apply good_draw; [apply (no_line g most own other pairs shares c H C O) |].
  intros NF. pose proof (valid_play g p c V L) as V1. set (q := play p c) in *.
  destruct (free_cell q V1 NF) as [d [DB DT]]. apply taken_parts in DT.
  destruct (answer_exists g most own other pairs shares c H C O T (ex_intro _ d (conj DB DT))) as [b [pairs' [shares' [BB [BO [BT [H' C']]]]]]].
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
