"""Compare check_proof.py with 'plywood verify', on proofs of small games and on the same proofs with planted errors.

Usage: python3 -m unittest test_check_proof       in the folder of this file

The program is the one in the environment variable PLYWOOD, else target/release/plywood, else target/debug/plywood.
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest
from itertools import accumulate
from pathlib import Path

import check_proof

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = ROOT / "tools" / "check_proof.py"
# Arguments of 'plywood solve' for each proof: wins and draws, by lines, pairs and weight, with and without symmetries.
PROOFS = [
    ["cube3"],
    ["cube3", "--moves", "111 222 113"],
    ["cube3:opening=nocentre"],
    ["cube3:centre=off"],
    ["cube:n=3,d=2,opening=nocentre"],
    ["cube:n=5,d=2,opening=nocentre"],
    ["tictactoe"],
    ["tictactoe", "--moves", "a1 b2 c3"],
    ["tictactoe:misere=on"],
    ["mnk:m=4,n=3,k=3"],
    ["mnk:m=4,n=3,k=3,misere=on"],
    ["mnk:m=4,n=4,k=4"],
    ["mnk:m=6,n=5,k=4"],
    ["mnk:m=6,n=6,k=5"],
    ["connect4:m=4,n=4,k=3"],
    ["connect4:m=5,n=4"],
    ["connect4:m=4,n=4,k=3,misere=on"],
    ["hex:size=3"],
    ["hex:size=4", "--moves", "a1"],
    ["hex:size=5", "--moves", "c3"],
]


def find_plywood():
    """Return the path of the program."""
    paths = [os.environ.get("PLYWOOD"), ROOT / "target/release/plywood", ROOT / "target/debug/plywood"]
    for path in paths:
        if path and Path(path).is_file():
            return str(path)
    raise unittest.SkipTest("there is no program plywood: build it, or set PLYWOOD")


def encode(number):
    """Write a number as LEB128."""
    data = bytearray()
    while number > 127:
        data.append(number & 127 | 128)
        number >>= 7
    return bytes(data + bytes([number]))


def decode(part):
    """Read numbers from LEB128, one by one and not as the checker does."""
    numbers, number, shift = [], 0, 0
    for byte in part:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            numbers.append(number)
            number, shift = 0, 0
    return numbers


def fnv(data):
    """Return the sum of the format."""
    total = 0xCBF29CE484222325
    for byte in data:
        total = (total ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return total


class Proof:
    """A proof file taken apart. Written again, it has sizes and a sum that fit."""

    def __init__(self, data):
        head, body = data.split(b"\n\n", 1)
        self.lines = head.decode().split("\n")
        self.game = self.lines[1][len("game: "):]
        self.claims, self.parts = [], []
        for line in self.lines[5:-1]:
            claim, size = re.fullmatch("claim: (.*), ([0-9]+)", line).groups()
            self.claims.append(claim)
            self.parts.append(body[:int(size)])
            body = body[int(size):]

    def written(self, parts=None, claims=None, merge=None, position=None):
        """Write the file with some of it changed."""
        parts, lines = self.parts if parts is None else parts, self.lines[:5]
        if position is not None:
            lines[3] = f"position: {position}"
        if merge is not None:
            lines[4] = f"merge: {merge}"
        lines += [f"claim: {claim}, {len(part)}" for claim, part in zip(claims or self.claims, parts)]
        body = b"".join(parts)
        return "\n".join([*lines, f"sum: {fnv(body):016x}", "", ""]).encode() + body

    def with_part(self, index, part):
        """Write the file with one part changed."""
        return self.written(parts=[*self.parts[:index], part, *self.parts[index + 1:]])


class Verifier:
    """One process of 'plywood mcp' that checks the proofs of a folder: starting the program takes longer than a small proof."""

    def __init__(self, plywood, folder):
        self.process = subprocess.Popen(
            [plywood, "mcp", "--proofs", str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "tests", "version": "1"}}
        self.ask("initialize", client)
        self.send({"method": "notifications/initialized"})

    def send(self, message):
        """Send a message."""
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.process.stdin.flush()

    def ask(self, method, parameters):
        """Return the result of a request."""
        self.send({"id": 1, "method": method, "params": parameters})
        return json.loads(self.process.stdout.readline())["result"]

    def refusal(self, game, file):
        """Return the reason why a file is refused; None if it is accepted."""
        arguments = {"game": game, "file": file.name}
        answer = self.ask("tools/call", {"name": "verify_proof", "arguments": arguments})["structuredContent"]
        assert answer["ok"] == (answer["reason"] is None), answer
        return answer["reason"]

    def close(self):
        """End the process."""
        self.process.communicate()


class CheckProof(unittest.TestCase):
    """Tests of check_proof.py."""

    @classmethod
    def setUpClass(cls):
        cls.plywood = find_plywood()
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.file = Path(folder.name) / "changed.proof"
        cls.verifier = Verifier(cls.plywood, folder.name)
        cls.addClassCleanup(cls.verifier.close)
        cls.proofs, cls.files = {}, {}
        for number, arguments in enumerate(PROOFS):
            file = Path(folder.name) / f"{number}.proof"
            command = [cls.plywood, "solve", *arguments, "--method", "proof", "-o", str(file)]
            subprocess.run(command, check=True, capture_output=True)
            cls.proofs[" ".join(arguments)] = Proof(file.read_bytes())
            cls.files[" ".join(arguments)] = file
        cls.games = {proof.game: check_proof.game_of(proof.game) for proof in cls.proofs.values()}
        # The script sets this for itself.
        sys.setrecursionlimit(10_000)

    def verify(self, game, data):
        """Return the exit code and the output of 'plywood verify', which is not started for what the verifier refuses."""
        self.file.write_bytes(data)
        reason = self.verifier.refusal(game, self.file)
        if reason is not None:
            return 1, reason
        return self.started(game)

    def started(self, game):
        """Return the exit code and the output of the program, started to check the changed file."""
        done = subprocess.run([self.plywood, "verify", game, str(self.file)], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def check(self, game, data):
        """Return the same of check_proof, called as a function, which keeps the game's symmetries."""
        try:
            return 0, check_proof.check(self.games[game], data)
        except check_proof.Refused as reason:
            return 1, str(reason)

    def compare(self, game, data, what):
        """Check that both checkers have the same verdict, and prove the same. Return the exit code of both."""
        (theirs, they_say), (ours, we_say) = self.verify(game, data), self.check(game, data)
        self.assertEqual(theirs, ours, f"{game}, {what}: '{they_say}' and '{we_say}'")
        if theirs == 0:
            self.assertEqual(they_say.split("\n")[0], we_say, f"{game}, {what}")
        return theirs

    def refused(self, game, data, what):
        """Check that both refuse."""
        self.assertEqual(self.compare(game, data, what), 1, f"{game}, {what}")

    def script(self, *arguments):
        """Return the exit code and the output of the script."""
        done = subprocess.run([sys.executable, str(SCRIPT), *map(str, arguments)], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def test_both_accept_all_proofs(self):
        for name, proof in self.proofs.items():
            self.assertEqual(proof.written(), self.files[name].read_bytes(), name)
            self.assertEqual(self.compare(proof.game, proof.written(), name), 0, name)

    def test_the_script_accepts_short_names_too(self):
        for name in ("cube3", "cube3:opening=nocentre", "connect4:m=5,n=4", "tictactoe:misere=on"):
            code, output = self.script(name, self.files[name])
            proof = self.proofs[name]
            self.assertEqual((code, output.rstrip("\n")), self.check(proof.game, proof.written()), name)

    def test_exit_codes(self):
        proof = self.files["cube3"]
        self.assertEqual(self.script()[0], 2)
        self.assertEqual(self.script("cube3")[0], 2)
        self.assertEqual(self.script("cube3", proof, proof)[0], 2)
        self.assertEqual(self.script("cube3", proof.with_name("missing.proof"))[0], 2)
        self.file.write_bytes(proof.read_bytes() + b"\0")
        self.assertEqual(self.script("cube3", self.file)[0], 1)
        self.assertEqual(self.started("cube3")[0], 1)
        self.assertEqual(self.script("qubic", proof)[0], 1)

    def test_unknown_games_are_refused_by_name(self):
        for game in ("pikkpakk", "gomoku:exact=on", "cube3:misere=on", "cube:n=4,d=3,centre=off", "mnk", "mnk:m=4,n=3",
                     "mnk:m=4,n=3,k=20", "cube:n=1,d=3", "cube3:centre=off,opening=nocentre", "connect4:gravity=off",
                     "", ":", "mnk:m=4,n=3,k=3\n", "hex:size=1", "hex:size=5,swap=on"):
            with self.assertRaisesRegex(check_proof.Refused, re.escape(f"'{game}'")):
                self.assertIsNone(check_proof.game_of(game).name)

    def test_the_symmetries_are_those_of_plywood(self):
        games = ["qubic", "cube:n=2,d=2", "cube:n=6,d=2", "mnk:m=4,n=4,k=3", "mnk:m=6,n=6,k=6", "mnk:m=3,n=2,k=3",
                 "mnk:m=7,n=2,k=3", "mnk:m=1,n=1,k=1", "mnk:m=4,n=2,k=4,gravity=on", "connect4", "mnk:m=8,n=3,k=5"]
        for name in games + list(self.games):
            game = self.games.get(name) or check_proof.game_of(name)
            output = subprocess.run([self.plywood, "games", name], check=True, capture_output=True, text=True).stdout
            expected = int(re.search("^ *symmetries *([0-9 ]+)$", output, re.MULTILINE)[1].replace(" ", ""))
            self.assertEqual(len(game.images[0]), expected, name)
            self.assertEqual(len(set(zip(*game.images))), expected, name)

    def test_numbers_changed_in_turn(self):
        """Changes each number of small proofs, of the smallest in many ways, and some numbers of larger ones."""
        rng, counts = random.Random(1), [0, 0]
        for name, proof in self.proofs.items():
            for index, part in enumerate(proof.parts):
                numbers = decode(part)
                places = range(len(numbers))
                for place in places if len(places) < 60 else sorted(rng.sample(places, 5)):
                    number = numbers[place]
                    ways = {number + 1, max(number - 1, 0), rng.randrange(2 * number + 2)} - {number}
                    if name == "mnk:m=4,n=3,k=3":
                        ways = set(range(16)) - {number}
                    elif len(places) > 12:
                        ways = {rng.choice(sorted(ways))}
                    for new in sorted(ways):
                        changed = b"".join(map(encode, [*numbers[:place], new, *numbers[place + 1:]]))
                        what = f"number {place} of {name} from {number} to {new}"
                        counts[self.compare(proof.game, proof.with_part(index, changed), what)] += 1
        self.assertGreater(sum(counts), 300)

    def test_numbers_left_out_doubled_and_exchanged(self):
        rng, counts = random.Random(2), [0, 0]
        for name, proof in self.proofs.items():
            for index, part in enumerate(proof.parts):
                kinds = ["leave out", "insert", "exchange", "exchange neighbours", "exchange neighbours"]
                for kind in kinds if len(part) > 1000 else 2 * kinds:
                    numbers = decode(part)
                    a, b = rng.randrange(len(numbers)), rng.randrange(len(numbers))
                    if kind == "leave out":
                        del numbers[a]
                    elif kind == "insert":
                        numbers.insert(a, numbers[b])
                    else:
                        b = a - 1 if kind == "exchange neighbours" else b
                        numbers[a], numbers[b] = numbers[b], numbers[a]
                    changed = proof.with_part(index, b"".join(map(encode, numbers)))
                    counts[self.compare(proof.game, changed, f"{name}, part {index}, {kind} at {a} and {b}")] += 1
        # The cells of a pair and the pairs of a list may be exchanged.
        self.assertTrue(counts[0] > 10 and counts[1] > 100, counts)

    def test_random_pairs_and_groups(self):
        """Claims that a player holds random positions by random pairs, some of which share cells."""
        rng, counts = random.Random(4), [0, 0]
        for name in 30 * ["mnk:m=4,n=4,k=4", "cube:n=5,d=2,opening=nocentre", "mnk:m=6,n=6,k=5", "tictactoe"]:
            proof = self.proofs[name]
            game, cells = self.games[proof.game], list(range(len(self.games[proof.game].order)))
            rng.shuffle(cells)
            marks = rng.choice([0, 0, 1, 2, 5, len(cells) // 3])
            position = tuple(sum(1 << cell for cell in cells[player:marks:2]) for player in range(2))
            free = cells[marks:] if rng.random() < 0.95 else cells
            ends = []
            for _ in range(rng.choice([0, 1, 3, len(free) // 2])):
                line = [cell for cell in check_proof.cells_of(rng.choice(sorted(game.lines))) if cell in free]
                shared = [cell for cell in line if cell in ends]
                fresh = [cell for cell in line if cell not in ends]
                if len(fresh) > 1 and (not shared or rng.random() < 0.7):
                    ends += rng.sample(fresh, 2)
                elif fresh and shared and rng.random() < 0.5:
                    ends += [rng.choice(shared), rng.choice(fresh)]
                elif len(shared) > 1 and rng.random() < 0.1:
                    ends += rng.sample(shared, 2)
            prover, mover = rng.randrange(2), marks % 2
            part = b"".join(map(encode, [0 if mover == prover else 2, len(ends) // 2, *ends]))
            data = proof.written([part], [f"{('first', 'second')[prover]} holds"], 0, game.text(position))
            counts[self.compare(proof.game, data, f"{name}, pairs {ends} at {game.text(position)}")] += 1
        self.assertGreater(min(counts), 10, counts)

    def test_bytes_changed(self):
        """Changes bytes, with a sum that fits and one that does not."""
        rng = random.Random(3)
        for name, proof in self.proofs.items():
            for index, part in enumerate(proof.parts):
                for _ in range(4):
                    changed = bytearray(part)
                    place = rng.randrange(len(part))
                    changed[place] ^= 1 << rng.randrange(8)
                    what = f"byte {place} of {name}, part {index}, to {changed[place]}"
                    self.compare(proof.game, proof.with_part(index, bytes(changed)), what)
                    at = len(proof.written()) - sum(map(len, proof.parts[index:])) + place
                    data = bytearray(proof.written())
                    data[at] = changed[place]
                    self.refused(proof.game, bytes(data), what + ", and not the sum")

    def test_files_cut_off(self):
        for name in ("cube3", "mnk:m=4,n=4,k=4", "mnk:m=4,n=3,k=3"):
            data = self.proofs[name].written()
            for length in range(0, len(data), 3):
                self.refused(self.proofs[name].game, data[:length], f"{name} cut off at {length}")
            self.refused(self.proofs[name].game, data[:-1], f"{name} cut off at its end")
        for name, proof in self.proofs.items():
            for index, part in enumerate(proof.parts):
                self.refused(proof.game, proof.with_part(index, part[:-1]), f"{name}, part {index} cut off")

    def test_bytes_too_many(self):
        for name, proof in self.proofs.items():
            self.refused(proof.game, proof.written() + b"\0", f"{name} and a byte")
            for index, part in enumerate(proof.parts):
                for more in (b"\0", b"\1", b"\x80"):
                    self.refused(proof.game, proof.with_part(index, part + more), f"{name}, {more} after part {index}")
                    self.refused(proof.game, proof.with_part(index, more + part), f"{name}, {more} before part {index}")

    def test_numbers_in_another_form(self):
        """Writes numbers in more bytes than they need, and too large."""
        for name in ("cube3", "mnk:m=6,n=6,k=5", "connect4:m=5,n=4"):
            proof = self.proofs[name]
            numbers = [encode(number) for number in decode(proof.parts[0])]
            for place in (0, len(numbers) // 2, len(numbers) - 1):
                longer = numbers[place][:-1] + bytes([numbers[place][-1] | 128, 0])
                for new in (longer, longer[:-1] + b"\x80\0", b"\xff" * 4 + b"\x0f", b"\xff" * 4 + b"\x1f",
                            b"\xff" * 5 + b"\0", b"\x80" * 4 + b"\x10", b"\xff" * 9 + b"\1", b"\x80" * 5):
                    changed = b"".join([*numbers[:place], new, *numbers[place + 1:]])
                    self.refused(proof.game, proof.with_part(0, changed), f"{name}, number {place} as {new}")

    def test_claims_turned_round(self):
        for name, proof in self.proofs.items():
            words = {"first": "second", "second": "first", "wins": "holds", "holds": "wins"}
            for swapped in (["first", "second"], ["wins", "holds"], ["first", "second", "wins", "holds"]):
                claims = [" ".join(words[word] if word in swapped else word for word in claim.split())
                          for claim in proof.claims]
                data = proof.written(claims=claims)
                # Only one such claim is proved: a player who wins does not lose either.
                is_weaker = claims == [claim.replace("wins", "holds") for claim in proof.claims]
                code = self.compare(proof.game, data, f"{name}, {claims}")
                self.assertEqual(code, 0 if is_weaker or claims == proof.claims else 1, f"{name}, {claims}")
            if len(proof.parts) == 2:
                data = proof.written(parts=proof.parts[::-1], claims=proof.claims[::-1])
                self.assertEqual(self.compare(proof.game, data, f"{name}, other order"), 0)
                for index in range(2):
                    data = proof.written(parts=[proof.parts[index]], claims=[proof.claims[index]])
                    self.assertEqual(self.compare(proof.game, data, f"{name}, one claim"), 0)
                    data = proof.written(claims=[proof.claims[index]] * 2)
                    self.refused(proof.game, data, f"{name}, one claim twice")

    def test_one_reply_left_out(self):
        """Takes replies out of the last group, which answers all others."""
        proof = self.proofs["cube3"]
        numbers = decode(proof.parts[0])
        self.assertEqual((numbers[0] - 1) % 3, 1, "the first move is answered by lines")
        place, answered = 2, set()
        for group in range(numbers[1]):
            place += 1 + 2 * numbers[place] - 1
            count, only_those = divmod(numbers[place], 2)
            if group + 1 < numbers[1]:
                gaps = numbers[place + 1:place + 1 + count]
                named = set(accumulate(gaps, lambda before, gap: before + 1 + gap))
                answered |= named if only_those else set(range(26)) - named
                place += 1 + count
        self.assertEqual(numbers[place:], [0], "the last group answers all others")
        left = [reply for reply in range(26) if reply not in answered]
        self.assertGreater(len(left), 0)
        for reply in left:
            changed = b"".join(map(encode, [*numbers[:place], 2, reply]))
            self.refused(proof.game, proof.with_part(0, changed), f"reply {reply} left out")

    def test_merge_changed(self):
        counts = [0, 0]
        for name, proof in self.proofs.items():
            for merge in (0, 1, 2, 3, 5, 7, 8, 9, 11, 12, 4294967295):
                counts[self.compare(proof.game, proof.written(merge=merge), f"{name}, merge {merge}")] += 1
            for merge in ("4294967296", "08", "+8", "-1", "", "8 ", "eight"):
                self.refused(proof.game, proof.written(merge=merge), f"{name}, merge {merge}")
        self.assertGreater(min(counts), 20, counts)

    def test_heads_changed(self):
        proof = self.proofs["mnk:m=6,n=6,k=5"]
        data = proof.written()
        for old, new in (
                (b"proof 1", b"proof 2"), (b"plywood", b"Plywood"), (b"game: ", b"game:"), (b"rules: ", b"rules: A"),
                (b"m=6", b"m=5"), (b"k=5", b"k=4"), (b" x\n", b" o\n"), (b"6/6 x", b"6 x"), (b"6/6/6", b"6|6/6"),
                (b"6/6/6", b"6/x5/6"), (b"6/6/6", b"6/42/6"), (b"6/6/6", b"6/06/6"), (b"6/6/6", b"6/7/6"),
                (b"\nclaim", b"\n\nclaim"), (b"holds,", b"holds"), (b"second", b"third"), (b"sum: ", b"sum: 0"),
                (b"sum: ", b"claim: first holds, 0\nsum: "), (b"merge", b"Merge"), (b"position: ", b"position: \xff")):
            self.assertIn(old, data)
            self.refused(proof.game, data.replace(old, new, 1), f"{old} to {new}")
        self.refused(proof.game, b"", "nothing")

    def test_positions_that_cannot_be(self):
        positions = {
            "mnk:m=4,n=3,k=3": ["oxxx/o3/4 o", "xx2/4/4 x", "oooo/xxxx/4 x", "xxx1/oo2/4 x", "4/4/4/4 x", "z3/4/4 x"],
            "connect4:m=4,n=4,k=3": ["x3/4/4/4 o", "4/4/4/xxx1 o", "4/4/4/ox2 o"],
            "cube3:opening=nocentre": ["3/3/3|3/1x1/3|3/3/3 o", "3/3/3/3/3/3/3/3/3 x", "3/3/3||3/3/3||3/3/3 x"],
            "cube3:centre=off": ["3/3/3|3/1x1/3|3/3/3 o", "o2/3/3|3/1x1/3|3/3/3 x"]}
        for name, texts in positions.items():
            for text in texts:
                self.refused(self.proofs[name].game, self.proofs[name].written(position=text), f"{name} at {text}")

    def test_connections(self):
        """Other versions of proofs of Hex, wrong steps, and connections in a game that knows none."""
        for name in ("hex:size=3", "hex:size=4 --moves a1", "hex:size=5 --moves c3"):
            proof = self.proofs[name]
            data, counts = proof.written(), [0, 0]
            for version in (b"1", b"2", b"4"):
                self.refused(proof.game, data.replace(b"proof 3", b"proof " + version, 1), f"{name}, {version}")
            numbers = decode(proof.parts[0])
            for place in range(0, len(numbers), 1 + len(numbers) // 40):
                changed = list(numbers)
                changed[place] = (changed[place] + 1 + place % 5) % 12
                part = b"".join(map(encode, changed))
                counts[self.compare(proof.game, proof.with_part(0, part), f"{name}, number {place}")] += 1
            self.assertGreater(counts[1], 9 * counts[0], name)
        proof = self.proofs["tictactoe --moves a1 b2 c3"]
        part = b"".join(map(encode, [3, 1, 0, 0, 1]))
        data = proof.written([part], ["first wins"], 0).replace(b"proof 1", b"proof 3", 1)
        self.refused(proof.game, data, "connections in tictactoe")

    def test_differences_that_are_meant(self):
        """Other rules are refused by Plywood alone; a position in other words, or of a finished game, here alone."""
        proof = self.proofs["cube3"]
        data = proof.written()
        other_rules = data.replace(proof.lines[2].encode(), b"rules: 0123456789abcdef")
        self.assertEqual((self.verify(proof.game, other_rules)[0], self.check(proof.game, other_rules)[0]), (1, 0))
        for position in ("3/3/3|3/3/3|3/3/3", "3/3/3|3/3/3|3/3/3 X", "3/3/2.|3/3/3|3/3/3 x", "." * 27 + " x"):
            other_words = proof.written(position=position)
            self.assertEqual((self.verify(proof.game, other_words)[0], self.check(proof.game, other_words)[0]), (0, 1))


if __name__ == "__main__":
    unittest.main()
