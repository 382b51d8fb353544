(** The checker: the walk through the game, as book/src/reference/proof-files.md describes it. Sound.v has the proof that what it
    accepts is true. So nothing in this file has to be trusted, and it is written to be fast. *)

From Coq Require Import NArith List Bool FMapAVL OrderedTypeEx.
Import ListNotations.
Require Import Rules Pairs.
Open Scope N_scope.

(** * What is prepared once for a game *)

(** A cell with what the checker needs of it. *)
Record place := Place {
  cell : N;
  bit : N; (* The set of this cell alone. *)
  through : list N; (* The lines through it. *)
  images : list N (* The sets of its image alone, one for each symmetry. *)
}.

Record kit := Kit {
  rules : game;
  aim : goal;
  merge : N; (* For how many plies positions are merged. *)
  ways : N; (* How many ways there are to answer replies, which depends on the version of the file. *)
  places : list place;
  maps : list (N -> N) (* The symmetries: the image of each cell. *)
}.

Definition image (cs : list N) (m : N -> N) (s : N) : N :=
  fold_left (fun t c => if has s c then N.setbit t (m c) else t) cs 0.

(** These maps are symmetries and undo each other: this is half of that. *)
Definition is_map (g : game) (cs : list N) (m back : N -> N) : bool :=
  forallb (fun c =>
    let d := m c in
    has (board g) d && (back d =? c) && eqb (has (closed g) c) (has (closed g) d)
    && (negb (falls g) || (eqb (has (floor g) c) (has (floor g) d)
                           && (has (floor g) c || ((0 <? c) && (d =? m (c - 1) + 1)))))) cs
  && forallb (fun l => existsb (N.eqb (image cs m l)) (lines g)) (lines g).

Definition is_symmetry (g : game) (cs : list N) (pair : (N -> N) * (N -> N)) : bool :=
  let (m, back) := pair in is_map g cs m back && is_map g cs back m.

(** The lines are on the board. If marks fall, each cell off the floor has one below it. *)
Definition is_game (g : game) (cs : list N) : bool :=
  forallb (fun l => inside l (board g)) (lines g)
  && (negb (falls g) || forallb (fun c => has (floor g) c || ((0 <? c) && has (board g) (c - 1))) cs).

Definition prepare (g : game) (aim : goal) (merge ways : N) (symmetries : list ((N -> N) * (N -> N))) : option kit :=
  let cs := cells g in
  if is_game g cs && forallb (is_symmetry g cs) symmetries then
    let ms := map fst symmetries in
    let place c := Place c (N.shiftl 1 c) (filter (fun l => has l c) (lines g)) (map (fun m => N.shiftl 1 (m c)) ms) in
    Some (Kit g aim merge ways (map place cs) ms)
  else None.

(** * Rules, with what was prepared *)

Definition holds_bit (s b : N) : bool := negb (N.land s b =? 0).

(** The cells that can be marked next where these are taken. *)
Definition moves (g : game) (taken : N) : N :=
  let free := N.ldiff (board g) taken in
  let reached := if falls g then N.land free (N.lor (floor g) (N.shiftl taken 1)) else free in
  if taken =? 0 then N.ldiff reached (closed g) else reached.

Definition completed (x : place) (s : N) : bool := existsb (fun l => inside l s) (through x).

Definition over (k : kit) (p : position) (x : place) : option result :=
  let s := N.lor (if mine p then own p else other p) (bit x) in
  if completed x s then Some (if xorb (mine p) (misere (rules k)) then Win else Loss)
  else if N.lor s (if mine p then other p else own p) =? board (rules k) then Some Draw
  else None.

Definition after (p : position) (x : place) : position :=
  if mine p then Position (N.lor (own p) (bit x)) (other p) false
  else Position (own p) (N.lor (other p) (bit x)) true.

Definition find_place (k : kit) (code : N) : option place := find (fun x => cell x =? code) (places k).

Definition places_in (k : kit) (s : N) : list place := filter (fun x => holds_bit s (bit x)) (places k).

(** * Lines *)

Definition at_most_one (s : N) : bool := N.land s (N.pred s) =? 0.

(** The cells that complete one of these lines with marks of the opponent. *)
Definition lacking (dangers : list N) (other : N) : N :=
  fold_left (fun s l => let d := N.ldiff l other in if at_most_one d then N.lor s d else s) dangers 0.

Definition next_dangers (g : game) (x : place) : list N := if falls g then lines g else through x.

(** The prover, who is to move, wins by these moves and threats. If the opponent could complete a line with one mark, it is among
    the dangers. *)
Fixpoint follow (k : kit) (line : list N) (own other : N) (dangers : list N) : bool :=
  match line with
  | [] => false
  | m :: rest =>
    match find_place k m with
    | None => false
    | Some x =>
      let g := rules k in
      let own1 := N.lor own (bit x) in
      let taken1 := N.lor own1 other in
      if negb (holds_bit (moves g (N.lor own other)) (bit x)) then false
      else if completed x own1 then true
      else
        match rest with
        | [] => false
        | t :: rest' =>
          let replies := moves g taken1 in
          let threat := find_place k t in
          (* The threat can be carried out now, and so after any reply elsewhere. *)
          match (match threat with
                 | Some y => if holds_bit replies (bit y) && completed y (N.lor own1 (bit y)) then Some y else None
                 | None => None
                 end) with
          | Some y =>
            (N.land (lacking dangers other) replies =? 0) && negb (N.lor taken1 (bit y) =? board g)
            && follow k rest' own1 (N.lor other (bit y)) (next_dangers g y)
          | None =>
            negb (replies =? 0) && match rest' with [] => false | _ => true end
            && forallb (fun z =>
                 let other1 := N.lor other (bit z) in
                 let taken2 := N.lor own1 other1 in
                 negb (completed z other1) && negb (taken2 =? board g)
                 && (match threat with
                     | Some y => holds_bit (moves g taken2) (bit y) && completed y (N.lor own1 (bit y))
                     | None => false
                     end || follow k rest' own1 other1 (next_dangers g z)))
               (places_in k replies)
          end
        end
    end
  end.

(** * The walk *)

Module Key := PairOrderedType N_as_OT N_as_OT.
Module Known := FMapAVL.Make Key.

Inductive reason :=
  | Game_wrong (* The rules are none, or a map that is to be a symmetry is none. *)
  | Position_wrong
  | Numbers_end (* A number is cut off, too large, or not in its shortest form. *)
  | Bytes_left
  | Way_wrong (* It answers nothing new of the opponent's, or is not supported. *)
  | No_such_move
  | Result_wrong (* The game is over, and the claim is false, or moves are to be answered. *)
  | Group_wrong (* It answers no reply, one that is not there, or one that was answered before. *)
  | Line_fails
  | Pairs_wrong
  | Too_deep.

Inductive answer (A : Type) :=
  | Yes (a : A)
  | No (at_position : position) (why : reason).
Arguments Yes {A} a.
Arguments No {A} at_position why.

(** The bytes of the part of a claim: the one at a place, or none after the end. *)
Definition file := N -> option N.

(** Reads a number. Returns it and the place after it. *)
Fixpoint read_from (bytes : file) (more : nat) (i shift sum : N) : option (N * N) :=
  match bytes i with
  | None => None
  | Some b =>
    if b <? 128 then
      let n := sum + N.shiftl b shift in
      if ((b =? 0) && (0 <? shift)) || (4294967296 <=? n) then None else Some (n, i + 1)
    else
      match more with
      | O => None
      | S more' => read_from bytes more' (i + 1) (shift + 7) (sum + N.shiftl (b - 128) shift)
      end
  end.

Definition read (bytes : file) (i : N) : option (N * N) := read_from bytes 4 i 0 0.

(** Reads so many numbers. *)
Fixpoint read_list (bytes : file) (count : nat) (i : N) : option (list N * N) :=
  match count with
  | O => Some ([], i)
  | S count' =>
    match read bytes i with
    | None => None
    | Some (n, i) => match read_list bytes count' i with
                     | None => None
                     | Some (ns, i) => Some (n :: ns, i)
                     end
    end
  end.

(** What the walk knows: how many plies at most the prover needs where the prover is to move, and where the opponent is. *)
Record state := State { place_in_file : N; known_mine : Known.t N; known_other : Known.t N }.

Definition known (s : state) (mine : bool) : Known.t N := if mine then known_mine s else known_other s.

Definition learn (s : state) (mine : bool) (key : N * N) (plies : N) : state :=
  if mine then State (place_in_file s) (Known.add key plies (known_mine s)) (known_other s)
  else State (place_in_file s) (known_mine s) (Known.add key plies (known_other s)).

Definition go_to (s : state) (i : N) : state := State i (known_mine s) (known_other s).

(** The least image of a position: its own and the opponent's cells. *)

Fixpoint both (xs ys : list N) : list N :=
  match xs, ys with
  | x :: xs', y :: ys' => N.lor x y :: both xs' ys'
  | _, _ => []
  end.

Definition images_of (k : kit) (s : N) : list N :=
  fold_left (fun sets x => if holds_bit s (bit x) then both sets (images x) else sets) (places k) (map (fun _ => 0) (maps k)).

Definition less (a b : N * N) : bool :=
  match fst a ?= fst b with Lt => true | Eq => snd a <? snd b | Gt => false end.

Definition least (k : kit) (p : position) : N * N :=
  fold_left (fun a b => if less b a then b else a) (combine (images_of k (own p)) (images_of k (other p))) (own p, other p).

Definition key_of (k : kit) (p : position) (ply : N) : N * N :=
  if (0 <? merge k) && (ply <=? merge k) then least k p else (own p, other p).

Fixpoint pick {A : Type} (xs : list A) (i : N) : option A :=
  match xs with
  | [] => None
  | x :: xs' => if i =? 0 then Some x else pick xs' (N.pred i)
  end.

(** Puts the numbers 0, 1, ... beside the members of a list. *)
Fixpoint numbered {A : Type} (i : N) (xs : list A) : list (N * A) :=
  match xs with
  | [] => []
  | x :: xs' => (i, x) :: numbered (i + 1) xs'
  end.

(** The places of replies: the first as it is, each other one as the number of places between it and the one before. *)
Fixpoint ascending (next : N) (gaps : list N) : list N :=
  match gaps with
  | [] => []
  | gap :: gaps' => (next + gap) :: ascending (next + gap + 1) gaps'
  end.

(** Answers one group of replies. Returns those that are left, the length of the line, and the place in the file. *)
Definition answer_group (k : kit) (bytes : file) (p : position) (dangers : list N) (replies : N)
    (unmet : list (N * place)) (i : N) : answer (list (N * place) * N * N) :=
  match read bytes i with
  | None => No p Numbers_end
  | Some (steps, i) =>
    if (steps =? 0) || (N.of_nat (length (places k)) <? steps) then No p Group_wrong
    else
      match read_list bytes (N.to_nat (2 * steps - 1)) i with
      | None => No p Numbers_end
      | Some (line, i) =>
        match read bytes i with
        | None => No p Numbers_end
        | Some (x, i) =>
          if replies <? N.div2 x then No p Group_wrong
          else
            match read_list bytes (N.to_nat (N.div2 x)) i with
            | None => No p Numbers_end
            | Some (gaps, i) =>
              let named := ascending 0 gaps in
              let is_named (r : N * place) := existsb (N.eqb (fst r)) named in
              let (group, others) := partition (fun r => eqb (is_named r) (N.odd x)) unmet in
              if forallb (fun n => n <? replies) named
                 && (negb (N.odd x) || Nat.eqb (length group) (length named))
                 && negb (Nat.eqb (length group) 0)
              then
                if forallb (fun r =>
                     let x := snd r in
                     let other1 := N.lor (other p) (bit x) in
                     negb (completed x other1) && negb (N.lor (own p) other1 =? board (rules k))
                     && follow k line (own p) other1 (next_dangers (rules k) x ++ dangers)) group
                then Yes (others, 2 * steps - 1, i)
                else No p Line_fails
              else No p Group_wrong
            end
        end
      end
  end.

Fixpoint answer_groups (k : kit) (bytes : file) (p : position) (dangers : list N) (replies : N) (groups : nat)
    (unmet : list (N * place)) (plies i : N) : answer (list (N * place) * N * N) :=
  match groups with
  | O => Yes (unmet, plies, i)
  | S groups' =>
    match answer_group k bytes p dangers replies unmet i with
    | No q why => No q why
    | Yes (unmet, more, i) => answer_groups k bytes p dangers replies groups' unmet (N.max plies (more + 1)) i
    end
  end.

(** The opponent's moves that no line answers, the most plies of a line, and the place in the file. *)
Definition answer_by_lines (k : kit) (bytes : file) (p : position) (replies : list place) (i : N) : answer (list place * N * N) :=
  match read bytes i with
  | None => No p Numbers_end
  | Some (groups, i) =>
    let count := N.of_nat (length replies) in
    if misere (rules k) || (groups =? 0) || (count <? groups) then No p Group_wrong
    else
      let dangers := filter (fun l => at_most_one (N.ldiff l (other p))) (lines (rules k)) in
      match answer_groups k bytes p dangers count (N.to_nat groups) (numbered 0 replies) 0 i with
      | No q why => No q why
      | Yes (unmet, plies, i) => Yes (map snd unmet, plies, i)
      end
  end.

(** Reads pairs, and returns the most plies that are left if the prover holds by them. *)
Definition answer_by_pairs (k : kit) (bytes : file) (p : position) (s : state) : answer (N * state) :=
  match aim k, read bytes (place_in_file s) with
  | Wins, _ => No p Pairs_wrong
  | _, None => No p Numbers_end
  | _, Some (pairs, i) =>
    if N.of_nat (length (places k)) <? pairs then No p Pairs_wrong
    else
      match read_list bytes (N.to_nat (2 * pairs)) i with
      | None => No p Numbers_end
      | Some (ends, i) =>
        let is_move code := match find_place k code with
                            | Some x => holds_bit (moves (rules k) (taken p)) (bit x)
                            | None => false
                            end in
        if forallb is_move ends && pairs_hold (rules k) (map cell (places k)) p ends
        then Yes (N.of_nat (length (places k)), go_to s i)
        else No p Pairs_wrong
      end
  end.

Fixpoint each (f : place -> state -> answer (N * state)) (xs : list place) (plies : N) (s : state) : answer (N * state) :=
  match xs with
  | [] => Yes (plies, s)
  | x :: xs' =>
    match f x s with
    | No q why => No q why
    | Yes (n, s) => each f xs' (N.max plies n) s
    end
  end.

(** Visits a position. The opponent's moves are answered one by one (way 0), by lines (1) or by pairs (2). Returns how many plies the
    prover needs at most. *)
Fixpoint visit (k : kit) (bytes : file) (fuel : nat) (p : position) (ply way : N) (s : state) : answer (N * state) :=
  match fuel with
  | O => No p Too_deep
  | S fuel' =>
    let key := key_of k p ply in
    let before := Known.find key (known s (mine p)) in
    if (ways k <=? way) || ((0 <? way) && (mine p || match before with Some _ => true | None => false end)) then No p Way_wrong
    else
      match before with
      | Some n => Yes (n, s)
      | None =>
        let replies := places_in k (moves (rules k) (taken p)) in
        let enter next x s :=
          match over k p x with
          | Some r => if (next =? 0) && fits (aim k) r then Yes (1, s) else No (after p x) Result_wrong
          | None =>
            match visit k bytes fuel' (after p x) (ply + 1) next s with
            | No q why => No q why
            | Yes (n, s) => Yes (n + 1, s)
            end
          end in
        match
          (if mine p then
             match read bytes (place_in_file s) with
             | None => No p Numbers_end
             | Some (n, i) =>
               if n =? 0 then answer_by_pairs k bytes p (go_to s i)
               else
                 let (place, next) := N.div_eucl (n - 1) (ways k) in
                 match pick replies place with
                 | None => No p No_such_move
                 | Some x => enter next x (go_to s i)
                 end
             end
           else
             match replies with
             | [] => No p No_such_move
             | _ =>
               if way =? 0 then each (enter 0) replies 0 s
               else if way =? 1 then
                 match answer_by_lines k bytes p replies (place_in_file s) with
                 | No q why => No q why
                 | Yes (unmet, plies, i) => each (enter 0) unmet plies (go_to s i)
                 end
               else if way =? 2 then answer_by_pairs k bytes p s
               else No p Way_wrong
             end)
        with
        | No q why => No q why
        | Yes (n, s) => Yes (n, learn s (mine p) key n)
        end
      end
  end.

(** The game is not over, and both can have moved in turn to get there. *)
Definition is_position (g : game) (firsts seconds : N) : bool :=
  let all := N.lor firsts seconds in
  inside all (board g) && (N.land firsts seconds =? 0) && negb (all =? board g)
  && (Nat.eqb (count g firsts) (count g seconds) || Nat.eqb (count g firsts) (S (count g seconds)))
  && (negb (falls g) || inside all (N.lor (floor g) (N.shiftl all 1)))
  && ((all =? 0) || negb (inside all (closed g)))
  && forallb (fun l => negb (inside l firsts) && negb (inside l seconds)) (lines g).

(** Checks one claim. Returns within how many plies the prover secures it. *)
Definition check (g : game) (symmetries : list ((N -> N) * (N -> N))) (merge ways : N) (prover : player) (aim : goal)
    (firsts seconds : N) (bytes : file) : answer N :=
  let p := seen g prover firsts seconds in
  if is_position g firsts seconds then
    match prepare g aim merge ways symmetries with
    | None => No p Game_wrong
    | Some k =>
      match (if mine p then Some (0, 0) else read bytes 0) with
      | None => No p Numbers_end
      | Some (way, i) =>
        match visit k bytes (S (length (places k))) p 0 way (State i (Known.empty N) (Known.empty N)) with
        | No q why => No q why
        | Yes (n, s) => match bytes (place_in_file s) with
                        | None => Yes n
                        | Some _ => No p Bytes_left
                        end
        end
      end
    end
  else No p Position_wrong.
