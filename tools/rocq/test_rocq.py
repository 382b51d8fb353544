"""Compare the checker with a theorem with check_proof.py, on proofs of small games and on the same proofs with planted errors.

Usage: python3 tools/rocq/test_rocq.py

Proves the theorem and compiles the checker first. Without coqc, ocamlfind or Zarith nothing is tested. The program that makes the proofs
is found as in test_check_proof.py.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER), str(FOLDER.parent)]
import check_proof
import test_check_proof
import theorem

# This checker knows games of lines only.
test_check_proof.PROOFS = [arguments for arguments in test_check_proof.PROOFS if not arguments[0].startswith("hex")]


def missing():
    """Return what is missing to build the checker, or nothing."""
    for program in ("coqc", "ocamlfind"):
        if shutil.which(program) is None:
            return program
    found = subprocess.run(["ocamlfind", "query", "zarith"], capture_output=True)
    return "Zarith" if found.returncode else None


class CheckRocq(test_check_proof.CheckProof):
    """The tests of check_proof.py, with the checker with a theorem in the place of 'plywood verify'."""

    # These are about other programs, or about Hex.
    test_the_symmetries_are_those_of_plywood = None
    test_differences_that_are_meant = None
    test_connections = None

    @classmethod
    def setUpClass(cls):
        if what := missing():
            raise unittest.SkipTest(f"THE CHECKER WITH A THEOREM IS NOT TESTED: {what} is missing")
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        subprocess.run(["sh", str(FOLDER / "build.sh"), folder.name], check=True)
        cls.program = Path(folder.name) / "check_proof"
        super().setUpClass()

    def script(self, *arguments):
        """Return the exit code and the output of the checker."""
        done = subprocess.run([str(self.program), *map(str, arguments)], capture_output=True, encoding="utf-8", errors="replace")
        return done.returncode, done.stdout + done.stderr

    def verify(self, game, data):
        self.file.write_bytes(data)
        return self.script(game, self.file)

    def test_unknown_games_are_refused_by_name(self):
        proof = self.files["cube3"]
        for game in ("pikkpakk", "gomoku:exact=on", "cube3:misere=on", "cube:n=4,d=3,centre=off", "mnk", "mnk:m=4,n=3",
                     "mnk:m=4,n=3,k=20", "mnk:m=04,n=3,k=3", "cube:n=1,d=3", "cube3:centre=off,opening=nocentre",
                     "connect4:gravity=off", "", ":", "mnk:m=4,n=3,k=3\n", "hex:size=3", "cube:n=32,d=5"):
            code, output = self.script(game, proof)
            self.assertEqual(code, 1, game)
            self.assertIn(f"'{game}'", output)

    def test_other_games_are_no_games_of_these_proofs(self):
        """Each proof is refused for each other game."""
        for name, proof in self.proofs.items():
            for game in self.games:
                if game != proof.game:
                    self.assertEqual(self.script(game, self.files[name])[0], 1, f"{name} as {game}")

    def test_theorems_of_files(self):
        """Rocq proves what the files of small games claim, and not that a win takes fewer plies."""
        def proves(text):
            file = self.program.with_name("Claims.v")
            file.write_text(text)
            done = subprocess.run(["coqc", "-q", str(file)], cwd=file.parent, capture_output=True, text=True)
            return done.returncode == 0 and set(done.stdout.split("\n")) == {"Closed under the global context", ""}

        for name in ("cube3", "tictactoe"):
            proof = self.proofs[name]
            text = theorem.theorems(self.games[proof.game], proof.written())
            self.assertEqual(text.count("Theorem"), len(proof.claims))
            self.assertTrue(proves(text), name)
        text = theorem.theorems(self.games["cube:n=3,d=3"], self.proofs["cube3"].written())
        self.assertEqual(text.count(" 9)"), 2)
        self.assertFalse(proves(text.replace(" 9)", " 8)")))


if __name__ == "__main__":
    unittest.main()
