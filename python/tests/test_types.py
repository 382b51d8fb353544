"""Answers are as their annotations say, options as the program says, and checkers of types find what is wrong."""

import keyword
import os
import subprocess
import sys
import types
import typing
from pathlib import Path
from typing import Any, Literal, NotRequired, get_args, get_origin, get_type_hints

import options
import plywood as pw
import pytest
from plywood import _parts
from sticks import Sticks


def fits(value: Any, hint: Any) -> bool:
    """Return true if a value is of a type."""
    origin = get_origin(hint)
    if hint is Any:
        return True
    if hint is None or hint is type(None):
        return value is None
    if origin in (typing.Union, types.UnionType):
        return any(fits(value, part) for part in get_args(hint))
    if origin is Literal:
        return value in get_args(hint)
    if origin is NotRequired:
        return fits(value, get_args(hint)[0])
    if origin is list:
        return isinstance(value, list) and all(fits(part, get_args(hint)[0]) for part in value)
    if origin is dict:
        return isinstance(value, dict)
    if typing.is_typeddict(hint):
        if not isinstance(value, dict):
            return False
        hints = get_type_hints(hint, include_extras=True)
        missing = {key for key in hints.keys() - value.keys() if get_origin(hints[key]) is not NotRequired}
        return not missing and all(key in hints and fits(part, hints[key]) for key, part in value.items())
    if hint is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, hint)


def wrong(answer: pw.Answer) -> list[str]:
    """Return the parts of an answer that are not as its annotations say."""
    names = {**vars(_parts), "parts": _parts, "Literal": Literal}
    hints = get_type_hints(type(answer), {**vars(sys.modules["plywood._answers"]), **names})
    found = []
    for name, part in answer.to_dict().items():
        if keyword.iskeyword(name) or isinstance(getattr(type(answer), name, None), property):
            continue
        if name not in hints or not fits(part, hints[name]):
            found.append(f"{type(answer).__name__}.{name}: {part!r:.80}")
    return found


def answers(folder: Path) -> list[pw.Answer]:
    """Return answers of all kinds."""
    ttt, pig, c4 = pw.game("tictactoe"), pw.game("pig:target=8"), pw.game("connect4", m=4, n=4)
    over = ttt.position("xxx/oo1/3 o")
    small = pw.game("mnk:m=4,n=3,k=3")
    brain = folder / "t.brain"
    trained = ttt.learn(brain, [(30, "self")], every=20)
    ttt.match("random", "random", games=3, save=folder / "games.txt")
    held = pw.load(brain, kind="brain")
    small.solve(method="proof").save(folder / "win.proof")
    league = {"a": "random", "b": "first", "c": "engine:depth=1"}
    return [
        ttt.start().analyse("engine", depth=2),
        ttt.start().analyse("perfect", all=True),
        pig.start().analyse("hold:at=5"),
        over.analyse(),
        c4.start().evaluate(),
        ttt.solve(),
        over.solve(),
        small.solve(method="enumerate"),
        small.solve(method="proof"),
        pig.solve(against="hold:at=5"),
        pig.solve(method="iterate"),
        c4.solve(within=3),
        pw.game("tree:(a:3 b:(c:1 d:5))").solve(),
        c4.solve(depth=2),
        ttt.tree(depth=2),
        ttt.tree("alphabeta", depth=3, most=30),
        ttt.tree("mcts", playouts=30, depth=2),
        pig.tree("expectiminimax", depth=2, most=20),
        small.tree(view="decision", merge=True, most=20),
        small.tree(view="numbers", most=20),
        small.tree(proof=folder / "win.proof", most=20),
        ttt.match("random", "engine:depth=1", games=4),
        ttt.match("random", "first", games=40, sprt="elo0=0,elo1=10", clock="10s"),
        ttt.tournament(league, pairs=1, openings="random:1"),
        ttt.tournament(league, pairs=1, openings="random:1", format="swiss"),
        ttt.tournament(league, pairs=1, openings="random:1", format="knockout"),
        ttt.perft(2, divide=True),
        ttt.count(),
        ttt.check(games=2),
        ttt.grade("first", sample=20, baselines="none"),
        pig.grade("hold:at=5", "random", against="random", games=2, baselines="none"),
        ttt.compare(depth=2),
        ttt.puzzles(count=1),
        c4.tune(iterations=1, pairs=1, test_games=2) if c4.describe().evaluations[0]["weights"] else c4.perft(1),
        trained,
        ttt.learn(brain, records=folder / "games.txt"),
        ttt.playouts(10),
        ttt.describe(),
        pig.describe(),
        held.stats(),
        held.show(),
        held.merge(pw.Brain.imported(folder / "b.brain", exported(held, folder / "t.jsonl"))),
        small.verify(folder / "win.proof"),
        small.verify(folder / "games.txt"),
        Sticks(5).solve(),
        pw.check_search(lambda position, depth: (0, None), "tictactoe", depth=1, positions=1),
    ]


def exported(brain: pw.Brain, path: Path) -> Path:
    """Write a brain as text."""
    brain.export(path)
    return path


def test_answers_are_as_their_annotations_say(tmp_path: Path) -> None:
    kinds = set()
    for answer in answers(tmp_path):
        kinds.add(type(answer))
        assert wrong(answer) == []
    named = {part for part in vars(pw).values() if isinstance(part, type) and issubclass(part, pw.Answer)}
    assert named - kinds <= {pw.Answer, pw.Tuning}
    assert fits(pw.games(), list[_parts.GameInfo]) and fits(pw.bots("pig"), list[_parts.BotInfo])
    assert not fits({"wins": 1}, _parts.Tally) and not fits("x", _parts.Proved)


def test_options_are_those_of_the_program() -> None:
    if "UPDATE_OPTIONS" in os.environ:
        options.PATH.write_text(options.text(), encoding="utf-8")
    assert options.PATH.read_text(encoding="utf-8") == options.text(), "UPDATE_OPTIONS=1 writes them"


#: Lines and the name in the message of a checker about each; those without one are right.
CHECKED = [
    ('r = pw.game("tictactoe").start().analyse("engine", depth=3)', ""),
    ("r.nodes + 1", ""),
    ("r.nodez", "nodez"),
    ('r.moves[0]["valu"]', "valu"),
    ('pw.game("tictactoe").solve(metod="search")', "metod"),
    ('pw.game("tictactoe").solve(method="sarch")', "method"),
    ('pw.game("tictactoe").solve(method="proof").claims[0].upper()', ""),
    ('pw.game("tictactoe").solve(["3/3/3 x"], threads=1).value.mean()', ""),
    ('pw.load("x", kind="brain").stats().games + 1', ""),
    ('pw.load("x", kind="table").stats()', "stats"),
    ('pw.match("tictactoe", "random", lambda p: p.legal_moves[0], games=2).first_bot["wins"] + 1', ""),
    ('pw.match("tictactoe", "random", "first", gams=2)', "gams"),
    ('pw.game("tictactoe").start().turn == "first"', ""),
]


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_checkers_find_what_is_wrong(checker: str, tmp_path: Path) -> None:
    pytest.importorskip(checker)
    script = tmp_path / "script.py"
    script.write_text("import plywood as pw\n\n" + "\n".join(line for line, _ in CHECKED) + "\n")
    words = ["--strict"] if checker == "mypy" else ["--pythonpath", sys.executable]
    run = subprocess.run([sys.executable, "-m", checker, *words, str(script)], capture_output=True, text=True)
    # Numbers of lines behind the name of the file.
    found = {}
    for line in run.stdout.splitlines():
        if "script.py:" in line and "error" in line:
            found.setdefault(int(line.split("script.py:")[1].split(":")[0]) - 3, []).append(line)
    for number, (line, name) in enumerate(CHECKED):
        messages = " ".join(found.get(number, []))
        # Of overloads pyright does not say which name is wrong.
        named = name in messages or checker == "pyright"
        assert bool(name) == bool(messages) and named, f"{line}: {messages or run.stdout}"
