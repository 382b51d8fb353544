(* Check a proof file of Plywood about a game of lines by a checker with a theorem: check_proof GAME FILE

   The checker itself is extracted from Check.v. This is the rest, and it is trusted but for the search for symmetries: the name of the
   game becomes numbers, the text of the position becomes sets of cells, and the head of the file is taken apart.
   Exit code: 0 if the file proves its claims, 1 if it is refused, 2 for a usage error. *)

module Integers = Z
open Checker
module Z = Integers (* Not the one of Coq. *)

exception Refused of string

let refuse format = Printf.ksprintf (fun reason -> raise (Refused reason)) format

(* A game with what the text of its positions needs. *)
type named = {
  name : string;
  rules : game Lazy.t;
  sizes : int list; (* The rows, and what else the board has, from the highest dimension down. *)
  falling : bool;
}

let cells_of sizes = List.fold_left ( * ) 1 sizes

let game_of text =
  let short_names =
    [ ("tictactoe", "mnk:m=3,n=3,k=3"); ("connect4", "mnk:m=7,n=6,k=4,gravity=on"); ("gomoku", "mnk:m=15,n=15,k=5");
      ("cube3", "cube:n=3,d=3"); ("qubic", "cube:n=4,d=3"); ("tesseract", "cube:n=4,d=4") ] in
  let family, options = match String.index_opt text ':' with
    | Some at -> (String.sub text 0 at, String.sub text (at + 1) (String.length text - at - 1))
    | None -> (text, "") in
  (* An option that is given once more replaces the one of the short name. *)
  let full = match List.assoc_opt family short_names with
    | None -> text
    | Some preset ->
      let options = if options = "" then [] else String.split_on_char ',' options in
      let key option = List.hd (String.split_on_char '=' option) in
      let at = String.index preset ':' in
      let before = String.split_on_char ',' (String.sub preset (at + 1) (String.length preset - at - 1)) in
      let replaced option = match List.find_opt (fun one -> key one = key option) options with Some one -> one | None -> option in
      let added = List.filter (fun one -> not (List.exists (fun option -> key option = key one) before)) options in
      String.sub preset 0 (at + 1) ^ String.concat "," (List.map replaced before @ added) in
  let unknown () = refuse "this checker does not know the game '%s', but mnk and cube with options as `plywood games` writes them, and %s" text
      (String.concat ", " (List.map fst short_names)) in
  let z = Z.of_int in
  let mnk m n k rest =
    if full <> Printf.sprintf "mnk:m=%d,n=%d,k=%d%s" m n k rest || List.exists (fun x -> x < 1 || x > 19) [ m; n; k ] then unknown ();
    let falling, misere = match rest with
      | "" -> (false, false) | ",gravity=on" -> (true, false) | ",misere=on" -> (false, true)
      | ",gravity=on,misere=on" -> (true, true) | _ -> unknown () in
    { name = full; rules = lazy (mnk (z m) (z n) (z k) falling misere); sizes = [ n; m ]; falling } in
  let cube n d rest =
    if full <> Printf.sprintf "cube:n=%d,d=%d%s" n d rest || n < 2 || n > 32 || d < 2 || d > 5 then unknown ();
    let opening = match rest with
      | "" -> Anywhere
      | ",centre=off" when n mod 2 = 1 -> No_centre_cell
      | ",opening=nocentre" when n mod 2 = 1 -> Not_in_the_centre
      | _ -> unknown () in
    let sizes = List.init d (fun _ -> n) in
    if cells_of sizes > 1024 then refuse "this checker does not follow games with more than 1024 cells, and '%s' has %d" text (cells_of sizes);
    { name = full; rules = lazy (cube (z n) (z d) opening); sizes; falling = false } in
  try Scanf.sscanf full "mnk:m=%u,n=%u,k=%u%[^\000]%!" mnk
  with Scanf.Scan_failure _ | Failure _ | End_of_file ->
    (try Scanf.sscanf full "cube:n=%u,d=%u%[^\000]%!" cube
     with Scanf.Scan_failure _ | Failure _ | End_of_file -> unknown ())

(* The number of each cell, in reading order. *)
let reading game =
  let all = List.init (cells_of game.sizes) Fun.id in
  match game.sizes with
  | [ n; m ] when game.falling -> List.map (fun at -> (at mod m * n) + (n - 1 - (at / m))) all
  | _ -> all

(* Writes a position: rows with numbers for runs of free cells, and the side to move. *)
let text_of game firsts seconds =
  let mark cell = if Z.testbit firsts cell then 'x' else if Z.testbit seconds cell then 'o' else '.' in
  let rec row free = function
    | '.' :: marks -> row (free + 1) marks
    | marks -> (if free > 0 then string_of_int free else "")
               ^ (match marks with [] -> "" | one :: marks -> String.make 1 one ^ row 0 marks) in
  let rec take n = function
    | [] -> ([], []) | all when n = 0 -> ([], all)
    | one :: others -> let some, rest = take (n - 1) others in (one :: some, rest) in
  let rec grouped n = function [] -> [] | all -> let some, rest = take n all in some :: grouped n rest in
  let widest_first = List.rev game.sizes in
  let rows = List.map (row 0) (grouped (List.hd widest_first) (List.map mark (reading game))) in
  let join parts (size, separator) = List.map (String.concat separator) (grouped size parts) in
  let separators = List.filteri (fun at _ -> at < List.length widest_first - 1) [ "/"; "|"; "||"; "|||" ] in
  let board = List.hd (List.fold_left join rows (List.combine (List.tl widest_first) separators)) in
  board ^ if Z.popcount firsts = Z.popcount seconds then " x" else " o"

(* Reads the text of a position: the cells of the first and of the second player. *)
let read_position game text =
  let wrong () = refuse "its position '%s' is none of %s, is written otherwise, or the game is over" text game.name in
  let marks = Buffer.create 64 and run = ref 0 in
  let end_run () = if !run > 1024 then wrong () else (Buffer.add_string marks (String.make !run '.'); run := 0) in
  String.iteri (fun at letter ->
      if at < String.length text - 2 then
        match letter with
        | '0' .. '9' -> run := min 2000 ((10 * !run) + Char.code letter - 48)
        | 'x' | 'o' -> end_run (); Buffer.add_char marks letter
        | '/' | '|' -> end_run ()
        | _ -> wrong ()) text;
  end_run ();
  let order = reading game in
  if Buffer.length marks <> List.length order then wrong ();
  let set_of player = List.fold_left Z.logor Z.zero
      (List.mapi (fun at cell -> if Buffer.nth marks at = player then Z.shift_left Z.one cell else Z.zero) order) in
  let firsts = set_of 'x' and seconds = set_of 'o' in
  if text_of game firsts seconds <> text then wrong ();
  (firsts, seconds)

(* Symmetries, which the checker tests: all maps of cells that keep lines, cells with a rule of their own, columns and rows. They are
   returned with the maps that undo them. *)
let symmetries game =
  let rules = Lazy.force game.rules and size = cells_of game.sizes in
  let members set = List.filter (Z.testbit set) (List.init size Fun.id) in
  let columns = if not game.falling then [] else
      let height = List.hd game.sizes in
      let column = Z.pred (Z.shift_left Z.one height) in
      List.init (size / height) (fun at -> (4, Z.shift_left column (at * height)))
      @ List.init height (fun at -> (5 + at, Z.shift_left rules.floor at)) in
  let sets = List.map (fun line -> (1, line)) rules.lines @ [ (2, rules.closed); (3, rules.board) ] @ columns in
  let kept = Hashtbl.create 1000 in
  List.iter (fun (kind, set) -> Hashtbl.replace kept (kind, Z.to_bits set) ()) sets;
  let sets = List.map (fun (kind, set) -> (kind, members set)) sets in
  (* Two cells are related by how many sets of each kind hold both, a cell and itself also by a kind of their own. *)
  let relation = Array.init size (fun one -> Array.init size (fun other -> if one = other then Z.one else Z.zero)) in
  List.iter (fun (kind, some) ->
      let unit = Z.shift_left Z.one (16 * kind) in
      List.iter (fun one -> List.iter (fun other -> relation.(one).(other) <- Z.add unit relation.(one).(other)) some) some) sets;
  (* The set of the cells to which a cell has a relation, or that have it to themselves (cell -1). *)
  let related = Hashtbl.create 10000 in
  let look key = Option.value (Hashtbl.find_opt related key) ~default:Z.zero in
  let put key cell = Hashtbl.replace related key (Z.logor (look key) (Z.shift_left Z.one cell)) in
  Array.iteri (fun one -> Array.iteri (fun other relation ->
      let kind = Z.to_bits relation in
      put (one, kind) other;
      if one = other then put (-1, kind) other)) relation;
  (* Fix the image of a cell, which leaves fewer to the others, until all have only one. *)
  let maps = ref [] and count = ref 0 in
  let rec search images =
    let several = List.filter (fun cell -> Z.popcount images.(cell) > 1) (List.init size Fun.id) in
    match several with
    | [] ->
      let image some = List.fold_left (fun set cell -> Z.logor set images.(cell)) Z.zero some in
      if List.for_all (fun (kind, some) -> Hashtbl.mem kept (kind, Z.to_bits (image some))) sets then begin
        incr count;
        if !count > 1 lsl 14 then refuse "it merges positions of a game that has more symmetries than this checker can use";
        maps := Array.map (fun image -> Z.trailing_zeros image) images :: !maps
      end
    | one :: others ->
      let fewer a b = if Z.popcount images.(b) < Z.popcount images.(a) then b else a in
      let cell = List.fold_left fewer one others in
      List.iter (fun image ->
          let rest = Array.mapi (fun other some -> Z.logand some (look (image, Z.to_bits relation.(cell).(other)))) images in
          if Array.for_all (fun some -> Z.sign some > 0) rest then search rest) (members images.(cell)) in
  search (Array.init size (fun cell -> look (-1, Z.to_bits relation.(cell).(cell))));
  let with_inverse map =
    let back = Array.make size 0 in
    Array.iteri (fun cell image -> back.(image) <- cell) map;
    let numbers cells = let images = Array.map Z.of_int cells in fun cell -> images.(Z.to_int cell) in
    (numbers map, numbers back) in
  List.map with_inverse !maps

let reason = function
  | Game_wrong -> "the rules or the symmetries are wrong"
  | Position_wrong -> "the position cannot be, or the game is over"
  | Numbers_end -> "a number is too large, not in its shortest form, or cut off, or the part of this claim ends"
  | Bytes_left -> "bytes are left over"
  | Way_wrong -> "a way answers nothing new of the opponent's, or this checker does not support it"
  | No_such_move -> "there is no such move"
  | Result_wrong -> "the game is over, and the claim is false or moves are to be answered"
  | Group_wrong -> "a group answers no reply, one that is not there, or one that was answered before, or has too many steps"
  | Line_fails -> "a line does not win against a reply that it is to answer"
  | Pairs_wrong -> "there are pairs that are no moves, do not hold, or are to win"
  | Too_deep -> "the walk is longer than the game can be"

(* Decimal, without signs or leading zeros, and below 10^10. *)
let number text =
  match int_of_string_opt text with
  | Some n when n >= 0 && n < 10_000_000_000 && string_of_int n = text -> n
  | _ -> refuse "it is no proof file: '%s' is no number" text

let after start line =
  let long = String.length start in
  if String.length line >= long && String.sub line 0 long = start then String.sub line long (String.length line - long)
  else refuse "it is no proof file: a line of its head does not begin with '%s'" start

let hexadecimal text =
  if String.length text <> 16 || not (String.for_all (function '0' .. '9' | 'a' .. 'f' -> true | _ -> false) text) then
    refuse "it is no proof file: '%s' is no sum" text;
  text

let claim_of line =
  match String.split_on_char ' ' (after "claim: " line) with
  | [ player; aim; size ] ->
    let prover = match player with "first" -> First | "second" -> Second | _ -> refuse "it is no proof file: who is '%s'?" player in
    let aim = match aim with "wins," -> Wins | "holds," -> Holds | _ -> refuse "it is no proof file: what is '%s'?" aim in
    (prover, aim, number size)
  | _ -> refuse "it is no proof file: its claim is wrong"

(* Returns a sentence with all that the file proves. *)
let verdict game data =
  let rec head_end at =
    if at + 1 >= String.length data then refuse "it is no proof file: it has no empty line"
    else if data.[at] = '\n' && data.[at + 1] = '\n' then at
    else head_end (at + 1) in
  let at = head_end 0 in
  let body = at + 2 in
  let version, name, text, merge, claims, sum = match String.split_on_char '\n' (String.sub data 0 at) with
    | version :: name :: rules :: text :: merge :: rest when List.length rest = 2 || List.length rest = 3 ->
      ignore (hexadecimal (after "rules: " rules));
      let sum, claims = match List.rev rest with sum :: claims -> (sum, List.rev_map claim_of claims) | [] -> assert false in
      (number (after "plywood proof " version), after "game: " name, after "position: " text, number (after "merge: " merge),
       claims, hexadecimal (after "sum: " sum))
    | _ -> refuse "it is no proof file: its head is wrong" in
  if version <> 1 && version <> 2 then refuse "its version is %d, and this checker knows 1 and 2" version;
  if merge >= 1 lsl 32 then refuse "positions merge for less than 2^32 plies";
  (match claims with
   | [ _ ] | [ (First, Holds, _); (Second, Holds, _) ] | [ (Second, Holds, _); (First, Holds, _) ] -> ()
   | _ -> refuse "two claims can only be that both players hold");
  let fnv = ref 0xCBF29CE484222325L in
  for at = body to String.length data - 1 do
    fnv := Int64.mul (Int64.logxor !fnv (Int64.of_int (Char.code data.[at]))) 0x100000001B3L
  done;
  let sizes = List.fold_left (fun sum (_, _, size) -> sum + size) 0 claims in
  if name <> game.name || Printf.sprintf "%016Lx" !fnv <> sum || sizes <> String.length data - body then
    refuse "it is about '%s' instead of '%s', or bytes were changed, cut off or added" name game.name;
  let firsts, seconds = read_position game text in
  let maps = if merge > 0 then symmetries game else [] in
  let check_claim start (prover, aim, size) =
    let bytes at = if Z.lt at (Z.of_int size) then Some (Z.of_int (Char.code data.[start + Z.to_int at])) else None in
    match check (Lazy.force game.rules) maps (Z.of_int merge) (Z.of_int (2 + version)) prover aim firsts seconds bytes with
    | Yes plies -> (start + size, plies)
    | No (where, why) ->
      let own, other = if prover = First then (where.own, where.other) else (where.other, where.own) in
      refuse "it does not prove that %s %s: at '%s', %s" (if prover = First then "first" else "second")
        (if aim = Wins then "wins" else "holds") (text_of game own other) (reason why) in
  let _, plies = List.fold_left (fun (start, _) claim -> check_claim start claim) (body, Z.zero) claims in
  let from = if Z.equal (Z.logor firsts seconds) Z.zero then "the start" else Printf.sprintf "'%s'" text in
  match claims with
  | [ (prover, aim, _) ] ->
    let player = if prover = First then "first" else "second" in
    if aim = Wins then
      Printf.sprintf "The %s player wins %s from %s, in %s %s at most." player game.name from (Z.to_string plies)
        (if Z.equal plies Z.one then "ply" else "plies")
    else Printf.sprintf "The %s player does not lose %s from %s." player game.name from
  | _ -> Printf.sprintf "%s is a draw from %s." game.name from

let read_file path =
  let channel = open_in_bin path in
  Fun.protect ~finally:(fun () -> close_in channel) (fun () -> really_input_string channel (in_channel_length channel))

let () =
  match Sys.argv with
  | [| _; game; path |] ->
    let data = try read_file path with Sys_error message -> prerr_endline message; exit 2 in
    (try print_endline (verdict (game_of game) data)
     with
     | Refused reason -> Printf.eprintf "'%s' is refused: %s\n" path reason; exit 1
     | error -> Printf.eprintf "'%s' is refused: the checker failed, %s\n" path (Printexc.to_string error); exit 1)
  | _ ->
    prerr_endline "Check a proof file of Plywood about a game of lines: check_proof GAME FILE";
    exit 2
