(** The rules of a game of lines, and what it means to win and to hold. A reader who wants to know what the theorem of
    Sound.v says has to read this file, and no other.

    Cells are numbers. A set of cells is a number too: bit c of it is 1 if cell c is in the set. *)

From Coq Require Import NArith List Bool.
Import ListNotations.
Open Scope N_scope.

Definition has (s c : N) : bool := N.testbit s c.
Definition inside (s t : N) : bool := N.land s t =? s.

Record game := Game {
  board : N; (* All cells. *)
  lines : list N; (* Whoever has all cells of one of these has a line. *)
  misere : bool; (* A line loses. *)
  falls : bool; (* Marks fall: a cell can be marked if it is on the floor, or the cell before it is marked. *)
  floor : N;
  closed : N (* The first move of the game may not go there. *)
}.

(** A position, seen by one of the players, the prover. The other one is the opponent. *)
Record position := Position {
  own : N; (* The cells that the prover has marked. *)
  other : N; (* Those of the opponent. *)
  mine : bool (* The prover is to move. *)
}.

Definition taken (p : position) : N := N.lor (own p) (other p).

Definition legal (g : game) (p : position) (c : N) : bool :=
  has (board g) c && negb (has (taken p) c)
  && (negb (falls g) || has (floor g) c || ((0 <? c) && has (taken p) (c - 1)))
  && negb ((taken p =? 0) && has (closed g) c).

Definition play (p : position) (c : N) : position :=
  if mine p then Position (N.setbit (own p) c) (other p) false
  else Position (own p) (N.setbit (other p) c) true.

(** The mark on c, the last of the marks s, completes a line. *)
Definition completes (g : game) (s c : N) : bool := existsb (fun l => has l c && inside l s) (lines g).

(** The result of a game for the prover. *)
Inductive result := Win | Draw | Loss.

(** The result if the move c ends the game: it completes a line, or no cell is free any more. *)
Definition result_of (g : game) (p : position) (c : N) : option result :=
  let q := play p c in
  if completes g (if mine p then own q else other q) c then Some (if xorb (mine p) (misere g) then Win else Loss)
  else if taken q =? board g then Some Draw
  else None.

(** What a proof file claims of its prover. *)
Inductive goal := Wins | Holds.

Definition fits (aim : goal) (r : result) : bool :=
  match aim, r with
  | _, Win | Holds, Draw => true
  | _, _ => false
  end.

(** Whatever the opponent plays, the prover can see to it that the game ends within n moves, with a result that fits.
    A game of lines ends when no cell is free, at the latest. So not to lose is the same as to end it without a loss. *)
Fixpoint secures (g : game) (aim : goal) (n : nat) (p : position) : Prop :=
  match n with
  | O => False
  | S m =>
    let good c := match result_of g p c with
                  | Some r => fits aim r = true
                  | None => secures g aim m (play p c)
                  end in
    if mine p then exists c, legal g p c = true /\ good c
    else (exists c, legal g p c = true) /\ (forall c, legal g p c = true -> good c)
  end.

(** The cells of a game, from the lowest. *)

Definition up_to (n : N) : list N := map N.of_nat (seq 0 (N.to_nat n)).
Definition cells (g : game) : list N := filter (has (board g)) (up_to (N.size (board g))).
Definition count (g : game) (s : N) : nat := length (filter (has s) (cells g)).

Inductive player := First | Second.

(** The position with these marks of the first and the second player, seen by one of them. They move in turn, so the first player is
    to move if there are as many marks of both. *)
Definition seen (g : game) (prover : player) (firsts seconds : N) : position :=
  let first_moves := Nat.eqb (count g firsts) (count g seconds) in
  match prover with
  | First => Position firsts seconds first_moves
  | Second => Position seconds firsts (negb first_moves)
  end.

(** The games. *)

Definition set_of (cells : list N) : N := fold_right (fun c s => N.setbit s c) 0 cells.

(** All lists with one number below each of these sizes: the points of a board of one or more dimensions. *)
Fixpoint points (sizes : list N) : list (list N) :=
  match sizes with
  | [] => [[]]
  | size :: others => flat_map (fun x => map (cons x) (points others)) (up_to size)
  end.

(** Points are numbered in this order. *)
Fixpoint number (sizes point : list N) : N :=
  match sizes, point with
  | _ :: others, x :: rest => x * fold_right N.mul 1 others + number others rest
  | _, _ => 0
  end.

(** A direction says for each dimension whether a line goes up, stays or goes down. *)
Inductive way := Up | Stay | Down.

Fixpoint directions (sizes : list N) : list (list way) :=
  match sizes with
  | [] => [[]]
  | _ :: others => flat_map (fun w => map (cons w) (directions others)) [Up; Stay; Down]
  end.

Definition stays (direction : list way) : bool := forallb (fun w => match w with Stay => true | _ => false end) direction.

(** The point i steps from another one, if it is on the board. *)
Fixpoint walk (sizes point : list N) (direction : list way) (i : N) : option (list N) :=
  match sizes, point, direction with
  | size :: sizes', x :: point', w :: direction' =>
    let y := match w with Up => x + i | Stay => x | Down => x - i end in
    match walk sizes' point' direction' i with
    | Some rest => if (y <? size) && match w with Down => i <=? x | _ => true end then Some (y :: rest) else None
    | None => None
    end
  | _, _, _ => Some []
  end.

(** The set of k points in a direction, if all of them are on the board. *)
Definition ray (sizes : list N) (k : N) (point : list N) (direction : list way) : option N :=
  fold_right (fun i s => match s, walk sizes point direction i with
                         | Some s, Some at_i => Some (N.setbit s (number sizes at_i))
                         | _, _ => None
                         end) (Some 0) (up_to k).

(** All lines of k points on a board, each once. *)
Definition rays (sizes : list N) (k : N) : list N :=
  let all := flat_map (fun direction =>
    if stays direction then []
    else flat_map (fun point => match ray sizes k point direction with Some s => [s] | None => [] end) (points sizes))
    (directions sizes) in
  nodup N.eq_dec all.

(** k in a row on a board of m columns and n rows. Cells are numbered in reading order. If marks fall they are numbered column
    by column, each from below. *)
Definition mnk (m n k : N) (falling misere : bool) : game :=
  let sizes := if falling then [m; n] else [n; m] in
  let all := N.ones (m * n) in
  Game all (rays sizes k) misere falling (if falling then set_of (map (N.mul n) (up_to m)) else all) 0.

Inductive opening := Anywhere | No_centre_cell | Not_in_the_centre.

(** A cube of n cells a side in d dimensions: n in a row. There may be no cell in the centre, or the first move may not go there. *)
Definition cube (n d : N) (open : opening) : game :=
  let sizes := repeat n (N.to_nat d) in
  let size := n ^ d in
  let middle := N.shiftl 1 (size / 2) in
  let all := match open with No_centre_cell => N.ldiff (N.ones size) middle | _ => N.ones size end in
  Game all (filter (fun l => inside l all) (rays sizes n)) false false all
    (match open with Not_in_the_centre => middle | _ => 0 end).

(** The numbers of lines that readers know. *)
Example lines_of_tictactoe : length (lines (mnk 3 3 3 false false)) = 8%nat. Proof. vm_compute. reflexivity. Qed.
Example lines_of_connect_four : length (lines (mnk 7 6 4 true false)) = 69%nat. Proof. vm_compute. reflexivity. Qed.
Example lines_of_qubic : length (lines (cube 4 3 Anywhere)) = 76%nat. Proof. vm_compute. reflexivity. Qed.
Example lines_of_tesseract : length (lines (cube 4 4 Anywhere)) = 520%nat. Proof. vm_compute. reflexivity. Qed.
