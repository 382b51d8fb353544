#!/usr/bin/env python3
"""Make a theorem of a proof file about a game of lines, for Rocq to check by itself: theorem.py GAME FILE

Prints a text in Rocq with the bytes of the file and a theorem for each of its claims. Rocq proves them by running the checker in its
kernel. So neither the extraction nor OCaml nor this script has to be trusted, and the text says all that is proved. It takes hundreds
of times as long as check_proof, and for large files a larger stack (ulimit -s unlimited). In the folder of build.sh:

    python3 theorem.py cube3 cube3.proof > Cube3.v && coqc Cube3.v
"""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import check_proof

HEAD = """\
From Coq Require Import NArith List FMapPositive Lia.
Import ListNotations.
Require Import Rules Check Sets Sound.
Open Scope N_scope.

(* The bytes of a number, from the lowest, up to its highest bit. *)
Fixpoint bytes_of (bits : positive) (weight byte : N) : list N :=
  match bits with
  | xH => []
  | xO bits' => if weight =? 128 then byte :: bytes_of bits' 1 0 else bytes_of bits' (2 * weight) byte
  | xI bits' => if weight =? 128 then (byte + weight) :: bytes_of bits' 1 0 else bytes_of bits' (2 * weight) (byte + weight)
  end.

Definition file_of (bits : positive) : file :=
  let tree := snd (fold_left (fun at_tree byte => (Pos.succ (fst at_tree), PositiveMap.add (fst at_tree) byte (snd at_tree)))
    (bytes_of bits 1 0) (xH, PositiveMap.empty N)) in
  fun place => PositiveMap.find (N.succ_pos place) tree.

Definition map_of (images : list N) : N -> N := fun c => nth (N.to_nat c) images 0.
Definition symmetry (maps : list N * list N) := (map_of (fst maps), map_of (snd maps)).

Definition within (n : N) (found : answer N) : bool := match found with Yes m => m <=? n | No _ _ => false end.

Lemma secured g symmetries merge ways prover aim firsts seconds bytes n :
  within n (check g symmetries merge ways prover aim firsts seconds bytes) = true ->
  secures g aim (N.to_nat n) (seen g prover firsts seconds).
Proof.
  destruct (check g symmetries merge ways prover aim firsts seconds bytes) as [m |] eqn:E; [| discriminate].
  intros L. apply accepted_is_true in E. apply N.leb_le in L. apply secures_more with (n := N.to_nat m); [exact E | lia].
Qed.
"""


def rocq_game(game):
    """Write a game as Rules.v makes it."""
    a, b, *k = re.findall("=([0-9]+)", game.name)
    if k:
        return f"mnk {a} {b} {k[0]} {str(game.gravity).lower()} {str(game.misere).lower()}"
    opening = "No_centre_cell" if "centre=off" in game.name else "Not_in_the_centre" if "nocentre" in game.name else "Anywhere"
    return f"cube {a} {b} {opening}"


def symmetries(game):
    """Write the symmetries, each with the map that undoes it."""
    def numbers(cells):
        return "[" + "; ".join(map(str, cells)) + "]"
    maps = []
    for images in zip(*game.images):
        cells = [image.bit_length() - 1 for image in images]
        maps.append(f"({numbers(cells)}, {numbers(map(cells.index, range(len(cells))))})")
    return "[" + ";\n  ".join(maps) + "]"


def theorems(game, data):
    """Return the text in Rocq."""
    sentence = check_proof.check(game, data)
    head, body = data.split(b"\n\n", 1)
    lines = head.decode().split("\n")
    version, merge = int(lines[0].split()[-1]), int(lines[4].split()[-1])
    (firsts, seconds), _ = game.read(lines[3][len("position: "):])
    # A game ends when no cell is free. The checker adds all cells to the plies before pairs.
    found = re.search(" in ([0-9]+) pl", sentence)
    plies = int(found[1]) if found else 2 * len(game.order)
    texts = [HEAD, f"Definition the_game : game := {rocq_game(game)}.\n",
             f"Definition maps : list (list N * list N) := {symmetries(game) if merge else '[]'}.\n"]
    for line in lines[5:-1]:
        player, goal, size = re.fullmatch("claim: (first|second) (wins|holds), ([0-9]+)", line).groups()
        part, body = body[:int(size)], body[int(size):]
        name, prover, aim = f"{player}_{goal}", player.capitalize(), goal.capitalize()
        texts.append(f"""\
Definition {name}_bytes : positive := 0x1{part[::-1].hex()}.

Theorem {name} : secures the_game {aim} (N.to_nat {plies}) (seen the_game {prover} {firsts} {seconds}).
Proof.
  apply (secured the_game (map symmetry maps) {merge} {2 + version} {prover} {aim} {firsts} {seconds} (file_of {name}_bytes) {plies}).
  vm_cast_no_check (eq_refl true).
Qed.

Print Assumptions {name}.
""")
    return "\n".join(texts)


if __name__ == "__main__":
    sys.setrecursionlimit(10_000)
    try:
        _, name, path = sys.argv
        data = open(path, "rb").read()
    except (ValueError, OSError) as error:
        print(error if len(sys.argv) == 3 else __doc__, file=sys.stderr)
        sys.exit(2)
    try:
        print(theorems(check_proof.game_of(name), data))
    except check_proof.Refused as reason:
        sys.exit(f"'{path}' is refused: {reason}")
