"""Ask every question about the same positions in every way, and compare the answers.

    python ask_everything.py [POSITIONS] [SEED]

Bots play at random and ask about the positions that they are shown, in all families of games. The same positions
are then asked about from outside, by threads, in other processes, in batches of the package and of the program, and
by the program one by one. Answers are equal but for seconds. Prints how many were compared in each way, and the
first difference of each kind; the exit code is 1 if there is one.
"""

from __future__ import annotations

import copy
import json
import multiprocessing
import pickle
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import plywood as pw
from sticks import Coin, Sticks

#: Games of each family, those that are also solved and others. A family that is in neither is asked about as it is.
SMALL = {
    "mnk": ["tictactoe"],
    "pig": ["pig:target=8"],
    "nim": ["nim:heaps=1-2-3"],
    "breakthrough": ["breakthrough:m=3,n=5"],
    "hex": ["hex:size=3,swap=on"],
    "kalah": ["kalah:houses=2,seeds=2"],
    "dotsandboxes": ["dotsandboxes:m=2,n=2"],
    "tree": ["tree:(a:3 b:(c:1 d:5))", "tree:(a:(c:0 d:-2) b:(e:1 f:(g:4 h:0)))"],
}
LARGE = {
    "mnk": ["connect4", "mnk:m=5,n=4,k=4", "mnk:m=7,n=7,k=5"],
    "cube": ["cube3", "cube3:centre=off", "qubic"],
    "pikkpakk": ["pikkpakk", "pikkpakk:size=3"],
    "pig": ["pig:target=30"],
    "nim": ["nim"],
    "othello": ["othello:size=4", "othello:size=6"],
    "breakthrough": ["breakthrough:m=4,n=6"],
    "hex": ["hex:size=5"],
    "kalah": ["kalah:houses=3,seeds=3", "kalah"],
    "dotsandboxes": ["dotsandboxes:m=3,n=3"],
}

#: Threads and processes that ask at once.
THREADS, PROCESSES = 8, 2

#: Plies of a game at random, at most, and the positions that are walked to count them.
PLIES, WALKED = 120, 40

#: Parts of answers that differ each time, and the command that names the position in the way it was asked about.
TIMES = ("seconds", "nodes_per_second", "solved_by")

Answers = dict[str, Any]


@dataclass
class Case:
    """A position that a bot was shown, or one after a move of it, and what it was told there."""

    game: pw.Game
    small: bool
    moves: list[str]
    #: The position as the bot had it.
    kept: pw.Position
    inside: Answers


@dataclass
class Report:
    """How many answers were compared in each way, and those that differ."""

    compared: Counter[str] = field(default_factory=Counter)
    differences: list[tuple[str, str, str, str, Any, Any]] = field(default_factory=list)

    def compare(self, way: str, case: Case, expected: Answers, found: Answers) -> None:
        """Compare answers to the same questions; a way may not know all of them."""
        for question, answer in found.items():
            self.compared[way] += 1
            if expected[question] != answer:
                moves = " ".join(case.moves)
                self.differences.append((way, case.game.name, moves, question, expected[question], answer))

    def lines(self) -> Iterator[str]:
        """Yield the report in words, with the first difference of each kind."""
        kinds = Counter((way, question) for way, _, _, question, _, _ in self.differences)
        for way, number in self.compared.items():
            of_way = {question: times for (at, question), times in kinds.items() if at == way}
            yield f"{way}: {number} answers, {sum(of_way.values())} differ {of_way or ''}".rstrip()
        shown = set()
        for way, name, moves, question, expected, found in self.differences:
            if (way, question) not in shown:
                shown.add((way, question))
                yield f"\n{way}: {question} of {name} after '{moves}'"
                yield f"  outside {cut(expected)}\n  there   {cut(found)}"


def cut(answer: Any) -> str:
    """An answer as a line that can be read."""
    text = repr(answer)
    return text if len(text) <= 600 else text[:600] + " ..."


def plain(answer: Any) -> Any:
    """An answer without its times, as JSON has it."""
    if isinstance(answer, dict):
        return {key: plain(part) for key, part in answer.items() if key not in TIMES}
    if isinstance(answer, list | tuple):
        return [plain(part) for part in answer]
    return answer


# Questions. Each has the words that ask the program the same, if it can be asked.


def shown(position: pw.Position) -> Answers:
    """What ``plywood show`` says."""
    return {
        "game": position.game.name,
        "position": position.text,
        "turn": position.turn,
        "outcome": position.outcome,
        "moves": position.legal_moves,
        "played": position.played,
    }


def record(position: pw.Position) -> str:
    """The record of the game; the seed of dice to come is that of the match, and no part of the position."""
    return "".join(line for line in position.record("a", "b").splitlines(True) if not line.startswith("[Seed "))


def paths(position: pw.Position) -> int:
    """The paths of two moves, played one by one. Repetitions of what came before end none, so it is forgotten."""
    position = position.game.position(position.text)
    return sum(len(position.play(move).legal_moves) for move in position.legal_moves)


def walked(position: pw.Position) -> int | None:
    """The positions that can be reached; None if there are many."""
    found, left = {position.text}, [position]
    while left:
        at = left.pop()
        for move in at.legal_moves:
            child = at.play(move)
            if child.text not in found:
                found.add(child.text)
                left.append(child)
        if len(found) > WALKED:
            return None
    return len(found)


def searcher(position: pw.Position) -> str:
    """A search that knows dice if there are any."""
    return "expectiminimax" if position.game._rules.has_chance else "engine"


@dataclass
class Question:
    """A question to the package, and its words for the program."""

    of_position: Callable[[pw.Position], Any]
    #: For the search of the game.
    words: Callable[[str], list[str]] | None = None
    #: The part of the program's answer.
    part: Callable[[Any], Any] = plain
    has_batch: bool = False
    small: bool = False


QUESTIONS: dict[str, Question] = {
    "show": Question(shown, lambda _: ["show"], has_batch=True),
    "payoff": Question(lambda p: p.payoff),
    "actions": Question(lambda p: p.legal_actions),
    "probabilities": Question(lambda p: p.probabilities),
    "observations": Question(lambda p: [p.observation(view).tolist() for view in ("first", "second")]),
    "svg": Question(lambda p: p.svg()),
    "record": Question(record),
    "children": Question(lambda p: [p.play(move).text for move in p.legal_moves]),
    "by number": Question(lambda p: [p.play(action).text for action in p.legal_actions]),
    "pickled": Question(lambda p: pickle.loads(pickle.dumps(p)).played),
    "words": Question(lambda p: [str(p), repr(p)]),
    "evaluate": Question(lambda p: p.evaluate().to_dict(), lambda _: ["eval"], has_batch=True),
    "analyse": Question(
        lambda p: p.analyse(searcher(p), depth=2).to_dict(),
        lambda bot: ["analyse", f"--bot={bot}:depth=2"],
        has_batch=True,
    ),
    "all": Question(
        lambda p: p.analyse(f"{searcher(p)}:depth=1", all=True).to_dict(),
        lambda bot: ["analyse", f"--bot={bot}:depth=1", "--all"],
        has_batch=True,
    ),
    "mcts": Question(
        lambda p: p.analyse("mcts", playouts=20, seed=5).to_dict(),
        lambda _: ["analyse", "--bot=mcts:playouts=20", "--seed=5"],
        has_batch=True,
    ),
    "solve": Question(lambda p: p.solve(depth=2).to_dict(), lambda _: ["solve", "--depth=2"], has_batch=True),
    "value": Question(lambda p: p.solve().to_dict(), lambda _: ["solve"], has_batch=True, small=True),
    "iterate": Question(
        lambda p: p.solve(method="iterate").to_dict(),
        lambda _: ["solve", "--method=iterate"],
        has_batch=True,
        small=True,
    ),
    "perft": Question(paths, lambda _: ["perft", "2"], lambda answer: answer["nodes"]),
    "count": Question(
        walked,
        lambda _: ["count", f"--max={WALKED}"],
        lambda answer: answer["positions"] if answer["complete"] else None,
        small=True,
    ),
    "tree": Question(lambda p: p.tree(depth=1).to_dict(), lambda _: ["tree", "--depth=1"]),
    "search": Question(
        lambda p: p.tree(searcher(p), depth=2, most=30).to_dict(),
        lambda bot: ["tree", f"--bot={bot}:depth=2", "--most=30"],
    ),
    "compare": Question(lambda p: p.compare(depth=1).to_dict(), lambda _: ["compare", "--depth=1"]),
}


def questions(small: bool) -> Iterator[tuple[str, Question]]:
    """The questions for a game."""
    return ((name, question) for name, question in QUESTIONS.items() if small or not question.small)


def refused(message: str) -> Answers:
    """The answer to a question that is refused: the program and the package have other names for options."""
    return {"refused": message.replace("--", "").replace("'", "")}


def asked(position: pw.Position, small: bool) -> Answers:
    """All answers of the package about a position."""
    answers = {}
    for name, question in questions(small):
        try:
            answers[name] = plain(question.of_position(position))
        except Exception as error:
            answers[name] = refused(str(error))
    return answers


def asked_in_a_process(text: bytes, small: bool) -> tuple[Answers, bytes]:
    """All answers about a position that was pickled, and the position itself."""
    try:
        position = pickle.loads(text)
        return asked(position, small), pickle.dumps(position)
    except Exception as error:
        return {"show": refused(str(error))}, pickle.dumps(None)


# Positions.


def games() -> list[tuple[pw.Game, bool]]:
    """The games to ask about, and if they are small."""
    found: list[tuple[pw.Game, bool]] = []
    for family in pw.games():
        name = family["name"]
        small, large = SMALL.get(name, []), LARGE.get(name, [])
        found += [(pw.game(each), True) for each in small]
        found += [(pw.game(each), False) for each in (large if small or large else [name])]
    return [*found, (Sticks(9), True), (Coin(), True)]


def is_of_the_list(game: pw.Game) -> bool:
    """True if the program has the game."""
    return type(game) is pw.Game


def from_bots(game: pw.Game, small: bool, count: int, seed: int) -> list[Case]:
    """Positions of games between two bots, each asked about by the bot that is to move there, or was a move before."""
    random = np.random.default_rng(seed)
    cases: list[Case] = []
    known = set()

    def ask(position: pw.Position, moves: list[str]) -> None:
        if len(cases) < count and (*moves,) not in known:
            known.add((*moves,))
            cases.append(Case(game, small, moves, position, asked(position, small)))

    def bot(position: pw.Position) -> str:
        moves = list(position.played)
        move = str(random.choice(position.legal_moves))
        if random.random() < 0.3:
            ask(position, moves)
        # What follows may be dice or the end of the game, which bots are not shown.
        child = position.play(move)
        if random.random() < (0.1 if child.turn in ("first", "second") else 0.5):
            ask(child, [*moves, move])
        return move

    for number in range(50):
        if len(cases) < count:
            game.match(bot, bot, games=2, seed=seed + number, max_plies=PLIES, jobs=1)
    return cases


def outside(case: Case) -> pw.Position:
    """The position of a case, begun anew."""
    return case.game.position(moves=case.moves)


# Ways to ask.

#: Words for the program, and what is done with the lines that it prints.
Ask = tuple[list[str], Callable[[list[Any]], None]]

DRIVER = """
import json, sys
from plywood import _plywood
for line in sys.stdin:
    _plywood.main(["plywood", *json.loads(line)])
    print("end of answer", flush=True)
"""


def by_the_program(commands: Iterable[list[str]]) -> list[list[Any]]:
    """The lines that the program prints for each of these lists of words. One process runs them all."""
    lines = "".join(json.dumps(words) + "\n" for words in commands)
    # Errors are JSON if the words of the process ask for it.
    driver = [sys.executable, "-c", DRIVER, "--json"]
    run = subprocess.run(driver, input=lines, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    *answers, rest = run.stdout.split("end of answer\n")
    assert not rest and run.returncode == 0
    return [[json.loads(line) for line in answer.splitlines()] for answer in answers]


def of_program(answer: Any, question: Question) -> Any:
    """An answer of the program as the package gives it."""
    if isinstance(answer.get("error"), dict):
        return refused(answer["error"]["message"])
    return question.part(plain(answer))


def arrays(game: pw.Game, cases: list[Case]) -> list[Answers]:
    """What a batch of games says about positions without dice: the mask, the observation and the turn."""
    batch = game.batch(len(cases))
    found: list[Answers] = [{} for _ in cases]
    for ply in range(max(len(case.moves) for case in cases) + 1):
        actions = batch.random_actions()
        for number, case in enumerate(cases):
            if ply == len(case.moves):
                found[number] = {
                    "actions": np.flatnonzero(batch.masks[number]).tolist(),
                    "observation": batch.observations[number].tolist(),
                    "turn": ("first", "second")[batch.turns[number]],
                }
            elif ply < len(case.moves):
                before = game.position(moves=case.moves[:ply])
                actions[number] = before.legal_actions[before.legal_moves.index(case.moves[ply])]
        batch.step(actions)
    return found


def compared(count: int, seed: int = 1) -> Report:
    """Ask about so many positions in every way, and compare the answers with those from outside."""
    report = Report()
    opened = games()
    cases: list[Case] = []
    for number, (game, small) in enumerate(opened):
        # Small games have few positions: the others make up for it.
        share = -(-(count - len(cases)) // (len(opened) - number))
        cases += from_bots(game, small, share, seed + 1000 * number)
    expected = [asked(outside(case), case.small) for case in cases]
    for case, answers in zip(cases, expected, strict=True):
        report.compare("in a bot", case, answers, case.inside)
        report.compare("after the match", case, answers, asked(case.kept, case.small))
        position = outside(case)
        same = [case.kept == position, hash(case.kept) == hash(position), copy.deepcopy(position) == position]
        report.compare("equality", case, {"same": [True] * 3}, {"same": same})
    threads(report, cases, expected)
    processes(report, cases, expected)
    with TemporaryDirectory() as folder:
        asks: list[Ask] = []
        for game, _ in opened:
            mine = [(case, answers) for case, answers in zip(cases, expected, strict=True) if case.game is game]
            if mine:
                batches(report, game, mine)
            if mine and is_of_the_list(game):
                asks += program(report, game, mine, folder)
        for (_, hear), lines in zip(asks, by_the_program(words for words, _ in asks), strict=True):
            hear(lines)
    return report


def threads(report: Report, cases: list[Case], expected: list[Answers]) -> None:
    """Ask from several threads at once, about positions from outside and from bots."""
    with ThreadPoolExecutor(THREADS) as pool:
        ways = {"in threads": [outside(case) for case in cases], "from bots, in threads": [case.kept for case in cases]}
        for number, (way, positions) in enumerate(ways.items()):
            # Each way asks about every second position.
            asks = list(zip(cases, expected, positions, strict=True))[number::2]
            found = pool.map(lambda ask: asked(ask[2], ask[0].small), asks)
            for (case, answers, _), there in zip(asks, found, strict=True):
                report.compare(way, case, answers, there)


def processes(report: Report, cases: list[Case], expected: list[Answers]) -> None:
    """Ask in other processes about positions that were pickled, and take them back."""
    with ProcessPoolExecutor(PROCESSES, multiprocessing.get_context("spawn")) as pool:
        ways = {"in processes": outside, "from bots, in processes": lambda case: case.kept}
        for number, (way, position_of) in enumerate(ways.items()):
            mine = list(zip(cases, expected, strict=True))[number::2]
            positions = [position_of(case) for case, _ in mine]
            smalls = [case.small for case, _ in mine]
            found = pool.map(asked_in_a_process, map(pickle.dumps, positions), smalls, chunksize=8)
            for (case, answers), position, (there, back) in zip(mine, positions, found, strict=True):
                report.compare(way, case, answers, there)
                same = pickle.loads(back) == position
                report.compare(way + ", taken back", case, {"same": True}, {"same": same})


def batches(report: Report, game: pw.Game, mine: list[tuple[Case, Answers]]) -> None:
    """Ask about all positions of a game at once, by the package."""
    decided = [(case, answers) for case, answers in mine if answers["show"]["turn"] in ("first", "second")]
    if not decided:
        return
    positions = [outside(case) for case, _ in decided]
    # Lists of positions forget the moves before them.
    alone = [game.position(position.text) for position in positions]
    bot = searcher(alone[0])
    for (case, _), position, answer in zip(decided, alone, game.analyse(positions, bot, depth=2), strict=True):
        expected = plain(position.analyse(bot, depth=2).to_dict())
        report.compare("batch of the package", case, {"analyse": expected}, {"analyse": plain(answer.to_dict())})
    if game.action_count and not game._rules.has_chance:
        rows = arrays(game, [case for case, _ in decided])
        for (case, _), position, there in zip(decided, positions, rows, strict=True):
            expected = {
                "actions": sorted(position.legal_actions),
                "observation": position.observation().tolist(),
                "turn": position.turn,
            }
            report.compare("arrays", case, expected, there)


def program(report: Report, game: pw.Game, mine: list[tuple[Case, Answers]], folder: str) -> Iterator[Ask]:
    """Ask the program about all positions of a game, in batches and one by one."""
    bot = searcher(game.start())
    moves = [" ".join(case.moves) for case, _ in mine]
    file = Path(folder) / f"{len(list(Path(folder).iterdir()))}.txt"
    file.write_text("".join(f"moves {line}\n" for line in moves), encoding="utf-8")
    for name, question in questions(mine[0][0].small):
        if question.words is None:
            continue
        words = question.words(bot)
        words = [words[0], game.name, *words[1:], "--json"]

        def hear(way: str, about: list[tuple[Case, Answers]], lines: list[Any], name: str = name) -> None:
            for (case, answers), line in zip(about, lines, strict=True):
                line.pop("line", None)
                report.compare(way, case, answers, {name: of_program(line, QUESTIONS[name])})

        if question.has_batch:
            yield [*words, f"--batch={file}"], partial(hear, "batch of the program", mine)
        # What a batch can be asked for is asked one by one about every fifth position.
        for asked_about, line in list(zip(mine, moves, strict=True))[:: 5 if question.has_batch else 1]:
            yield [*words, f"--moves={line}"], partial(hear, "the program", [asked_about])


def main() -> int:
    """Ask about as many positions as the command line says."""
    count, seed = [int(word) for word in [*sys.argv[1:], *("1000", "1")[len(sys.argv) - 1 :]]]
    begun = time.monotonic()
    report = compared(count, seed)
    print("\n".join(report.lines()))
    print(f"\n{sum(report.compared.values())} answers compared in {time.monotonic() - begun:.0f} s")
    return 1 if report.differences else 0


if __name__ == "__main__":
    sys.exit(main())
