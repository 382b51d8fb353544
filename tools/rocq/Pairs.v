(** How a player holds by pairs and by weights, as book/src/reference/proof-files.md has it. Pairs_sound.v has the proof. *)

From Coq Require Import NArith List Bool.
Import ListNotations.
Require Import Rules.
Open Scope N_scope.

Definition meets (s t : N) : bool := negb (N.land s t =? 0).

(** Joins pairs that share a cell to groups. The cells of a pair come one after the other. *)
Fixpoint join (ends parts : list N) : option (list N) :=
  match ends with
  | [] => Some parts
  | a :: b :: rest =>
    let pair := N.setbit (N.setbit 0 a) b in
    let (joined, others) := partition (meets pair) parts in
    if (a =? b) || existsb (inside pair) joined then None
    else join rest (fold_right N.lor pair joined :: others)
  | _ => None
  end.

(** The cells of the game are listed once, as cs. *)
Definition size (cs : list N) (s : N) : nat := length (filter (has s) cs).

(** What a line weighs of which these cells are lacking: 1 is 2 ^ most here. *)
Definition weight (cs : list N) (most : nat) (l : N) : N := 2 ^ N.of_nat (most - size cs l).

Definition sum (weighed : list (N * N)) : N := fold_right (fun one n => fst one + n) 0 weighed.
Definition weigh (cs : list N) (most : nat) (ls : list N) : list (N * N) := map (fun l => (weight cs most l, l)) ls.

(** All lines together, and once more those through any one cell, weigh less than 1. *)
Definition is_cool (cs : list N) (most : nat) (ls : list N) : bool :=
  let one := 2 ^ N.of_nat most in
  let weighed := weigh cs most ls in
  let all := sum weighed in
  (all <? one) && forallb (fun c => all + sum (filter (fun x => has (snd x) c) weighed) <? one) cs.

Definition is_warm (cs : list N) (most : nat) (ls : list N) : bool := sum (weigh cs most ls) <? 2 ^ N.of_nat most.

(** Pairs prove nothing where marks fall or a line loses: only marks on all lines do. *)
Definition dead_lines_hold (g : game) (p : position) : bool :=
  forallb (fun l => meets l (if misere g then other p else own p)) (lines g)
  && ((closed g =? 0) || negb (taken p =? 0)).

Definition pairs_in (cs parts : list N) : list (N * N) :=
  flat_map (fun part => match filter (has part) cs with [a; b] => [(a, b)] | _ => [] end) parts.

Definition groups_in (cs parts : list N) : list N := filter (fun part => negb (Nat.eqb (size cs part) 2)) parts.

(** The lines that no pair stops and no mark of the prover's. *)
Definition open_lines (g : game) (p : position) (pairs : list (N * N)) : list N :=
  filter (fun l => negb (meets l (own p)) && forallb (fun pair => negb (has l (fst pair) && has l (snd pair))) pairs) (lines g).

(** What of the open lines counts in a group: of the loose cells those of the lines that meet no group. *)
Definition share (opens groups : list N) (loose group : N) : list N :=
  map (N.land group) (filter (fun l => if group =? loose then negb (existsb (meets l) groups) else meets l group) opens).

Definition parts_hold (g : game) (cs : list N) (p : position) (parts : list N) : bool :=
  let most := fold_right (fun l n => Nat.max (size cs l) n) O (lines g) in
  let free := N.ldiff (board g) (taken p) in
  let pairs := pairs_in cs parts in
  let groups := groups_in cs parts in
  let loose := N.ldiff free (fold_right N.lor 0 parts) in
  let regions := loose :: groups in
  let opens := open_lines g p pairs in
  let shares := map (fun group => (group, share opens groups loose group)) regions in
  (* The parts are apart from each other, and free. *)
  forallb (fun pair => negb (fst pair =? snd pair) && has free (fst pair) && has free (snd pair)
    && forallb (fun pair' => ((fst pair =? fst pair') && (snd pair =? snd pair'))
         || negb ((fst pair =? fst pair') || (fst pair =? snd pair') || (snd pair =? fst pair') || (snd pair =? snd pair'))) pairs
    && forallb (fun region => negb (has region (fst pair)) && negb (has region (snd pair))) regions) pairs
  && forallb (fun region => inside region free
       && forallb (fun region' => (region =? region') || negb (meets region region')) regions) regions
  && match filter (fun one => negb (is_cool cs most (snd one))) shares with
     | [] => true
     | [one] => mine p && (negb (taken p =? 0) || (closed g =? 0)) && is_warm cs most (snd one)
     | _ => false
     end.

(** The prover does not lose by these pairs. All of their cells are free. *)
Definition pairs_hold (g : game) (cs : list N) (p : position) (ends : list N) : bool :=
  (N.land (own p) (other p) =? 0) && existsb (legal g p) cs
  && if falls g || misere g then match ends with [] => dead_lines_hold g p | _ => false end
     else match join ends [] with
          | Some parts => parts_hold g cs p parts
          | None => false
          end.
