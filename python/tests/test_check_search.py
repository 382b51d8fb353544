"""Checks of a search that somebody wrote: right ones pass, and of wrong ones the first difference is found."""

import doctest
import json
import math
import random
import re
import sys
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import Any

import plywood as pw
import pytest
from plywood._check_search import _Visits, _Watched, alphabeta
from plywood._check_search import minimax as plain_minimax

PAGE = Path(__file__).parent.parent.parent / "book/src/how-to/check-a-search.md"

LESSON = "tree:(a:(3 12 8) b:(2 4 6) c:(14 5 2))"

Search = Callable[[pw.Position, int], Any]


def utility(position: pw.Position) -> float:
    if position.payoff is not None:
        return position.payoff
    return {"first": 1, "draw": 0, "second": -1}[str(position.outcome)]


def minimax(position: pw.Position, depth: int) -> Any:
    """Take the last of the best moves, which is right too."""
    if position.turn == "over":
        return utility(position), None
    if depth == 0:
        return 0, None
    children = [(minimax(position.play(move), depth - 1)[0], move) for move in position.legal_moves]
    return (max if position.turn == "first" else min)(reversed(children), key=lambda child: child[0])


def student(
    *,
    soft: bool = True,
    cuts: Callable[[float, float], bool] = lambda alpha, beta: alpha >= beta,
    better: Callable[[float, float], bool] = lambda one, other: one > other,
    sign: int = -1,
    horizon: int = 0,
    leaf: Callable[[pw.Position], float] = lambda position: 0,
) -> Search:
    """Return alpha-beta as negamax with the value for the first player at its end, and with a fault on request."""

    def negamax(position: pw.Position, depth: int, alpha: float, beta: float) -> Any:
        side = 1 if position.turn != "second" else -1
        if position.turn == "over":
            return utility(position), None
        if depth == horizon:
            return side * leaf(position), None
        value, best = (-math.inf if soft else alpha), None
        for move in position.legal_moves:
            child = position.play(move)
            below = negamax(child, depth - 1, -beta, -alpha)[0]
            below = below * side if child.turn == "over" else below * sign
            if best is None or better(below, value):
                value, best = max(below, value), move
            alpha = max(alpha, value)
            if cuts(alpha, beta):
                break
        return value, best

    def search(position: pw.Position, depth: int) -> Any:
        value, move = negamax(position, depth, -math.inf, math.inf)
        return (-value if position.turn == "second" else value), move

    return search


@pytest.mark.parametrize("game, depth", [("tictactoe", 3), ("tictactoe", 4), ("connect4", 3), (LESSON, 2)])
def test_right_searches_pass(game: str, depth: int) -> None:
    for soft in (True, False):
        assert pw.check_search(student(soft=soft), game, depth=depth, positions=2)
    check = pw.check_search(minimax, game, method="minimax", depth=depth, positions=2)
    assert check and check.right == check.positions == 2 and check.difference is None
    assert str(check) == "right in all 2 positions" and check.tree() is None and "svg" not in check._repr_html_()


def written(chance: random.Random, depth: int) -> str:
    """Write a random tree with few different values, so that many are equal."""
    if depth == 0 or chance.random() < 0.1:
        return str(chance.randint(-3, 3))
    return f"({' '.join(written(chance, depth - 1) for _ in range(chance.randint(1, 3)))})"


@pytest.mark.parametrize("method", ["alphabeta", "minimax"])
def test_the_plain_searches_are_those_of_plywood(method: Any) -> None:
    chance = random.Random(1)
    for _ in range(10):
        start = pw.game(f"tree:({written(chance, 4)} {written(chance, 4)})").start()
        visits = _Visits(1000)
        plain = alphabeta if method == "alphabeta" else plain_minimax
        value, move = plain(_Watched.of(start, (), visits), 9, lambda position: 0)
        search = start.tree(method).search
        assert search and (value, move, len(visits.paths) + 1) == (search["value"], search["best"], search["nodes"])
        assert pw.check_search(student(soft=chance.random() < 0.5), start, depth=9)


def test_players_may_move_twice() -> None:
    # In Dots and boxes who draws a box moves again, which the negamax above does not know.
    late = pw.game("dotsandboxes:m=2,n=1").position(moves="ha1 hb1 ha2")
    assert pw.check_search(minimax, late, method="minimax", depth=4)
    assert not pw.check_search(student(), late, depth=4)


def test_the_evaluation_and_the_side_of_values() -> None:
    def corners(position: pw.Position) -> float:
        return sum({"x": 0.1, "o": -0.1}.get(square, 0) for square in position.text.split()[0])

    assert pw.check_search(student(leaf=corners), "connect4", depth=2, positions=4, evaluate=corners)
    assert not pw.check_search(student(), "connect4", depth=3, positions=4, evaluate=corners)

    def for_mover(position: pw.Position, depth: int) -> Any:
        value, move = student()(position, depth)
        return (-value if position.turn == "second" else value), move

    near = [pw.game("tictactoe").position(moves=moves) for moves in ("b2 a3 c1", "b2 a3 a1 b3 c2")]
    assert pw.check_search(for_mover, near, negamax=True)
    check = pw.check_search(for_mover, near)
    assert check.difference and "its sign is turned, as values are for the first player" in check.difference["text"]


def changed(change: Callable[[Any, Any], Any]) -> Search:
    """Return a right search whose answer is changed."""
    return lambda position, depth: change(*student()(position, depth))


#: Faults, and their first difference in the written tree: kind, path and words.
WRONG = [
    (student(cuts=lambda alpha, beta: False), "visited", "b b", "you play b, but alpha-beta stops there after a"),
    (student(cuts=lambda alpha, beta: alpha >= -3), "visited", "a b", "you never play b, which alpha-beta does"),
    (student(sign=1), "value", "", "your value is -2, and 3 is right: the values of its moves are right"),
    (lambda position, depth: student()(position, depth - 1), "value", "a", "after a your value is 0, and 3 is right"),
    (minimax, "visited", "b b", "after b you play b, but"),
    (changed(lambda value, move: (-value, move)), "value", "a a", "your value is -3, and 3 is right: the game is"),
    (changed(lambda value, move: (value, "c")), "move", "", "your move is c, and a is right: they are worth 2 and 3"),
    (changed(lambda value, move: (value, "z")), "move", "", "your move is 'z', which is not legal, and a is right"),
    (lambda position, depth: sys.exit(), "error", "", "your function raises SystemExit in line"),
    (changed(lambda value, move: None), "error", "", "your function returns None, and not a pair"),
    (changed(lambda value, move: (str(value), move)), "error", "", "your value is '3.0', which is no number"),
    (changed(lambda value, move: (math.nan, move)), "value", "a a", "your value is nan, and 3 is right"),
    (lambda position, depth: position.play("a").play("q"), "error", "a", "your function raises ValueError in line"),
]


@pytest.mark.parametrize("search, kind, path, words", WRONG)
def test_the_first_difference_of_a_written_tree(search: Search, kind: str, path: str, words: str) -> None:
    check = pw.check_search(search, pw.game(LESSON).start(), depth=2)
    found = check.difference
    assert not check and found and check.right == 0
    assert (found["kind"], " ".join(found["path"])) == (kind, path) and words in str(check)


#: Faults, the depth, and the first difference from the opening of tic-tac-toe.
IN_TICTACTOE = [
    (student(cuts=lambda alpha, beta: False), 3, "after a3 c3 you play a2, but alpha-beta stops there after b3"),
    (student(cuts=lambda alpha, beta: alpha > beta), 3, "after a3 c3 you play a2, but alpha-beta stops there after b3"),
    (student(cuts=lambda alpha, beta: alpha >= 0), 3, "after a3 b3 you never play a2, which alpha-beta does"),
    (student(better=lambda one, other: one >= other), 1, "your move is c1, and a3 is right: it is the first"),
    (lambda position, depth: student()(position, depth - 1), 2, "after a3 you never play b3, which alpha-beta does"),
    (lambda position, depth: student()(position, depth + 1), 1, "a3 you play b3, but that is deeper than depth 1"),
]


@pytest.mark.parametrize("search, depth, words", IN_TICTACTOE)
def test_the_first_difference_in_tictactoe(search: Search, depth: int, words: str) -> None:
    check = pw.check_search(search, "tictactoe", depth=depth, positions=1)
    assert words in str(check)


def test_a_search_without_an_end_is_stopped() -> None:
    calls = 0

    def endless(position: pw.Position, depth: int) -> Any:
        nonlocal calls
        calls += position.text == "root"
        try:
            while True:
                position.play("a")
        except Exception:
            return 0, None

    check = pw.check_search(endless, LESSON, depth=2, most=50)
    assert "your function plays more than 50 moves, and the same ones again" in str(check)
    # The other positions would take as long.
    assert (calls, check.right, check.positions) == (1, 0, 4)

    def deep(position: pw.Position, depth: int) -> Any:
        return max(deep(position.play(move), depth) for move in position.legal_moves)

    text = str(pw.check_search(deep, "connect4", depth=1, most=15, positions=1))
    assert "your function plays more than 15 moves: after a you play a, but that is deeper than depth 1" in text
    text = str(pw.check_search(deep, "connect4", depth=1, positions=1))
    assert re.search("after a a a .*[.]{3} your function raises ValueError in line .* deeper than depth 1", text)


def test_a_difference_is_drawn() -> None:
    start = pw.game(LESSON).start()
    check = pw.check_search(minimax, start, depth=2)
    tree = check.tree()
    assert tree and tree.view == "trace"
    marked = [node for node in tree.nodes if "◀" in str(node["move"])]
    assert [(node["position"], node["end"]) for node in marked] == [("b/b◀", "skipped")]
    assert tree.search and (tree.search["value"], tree.search["best"]) == (3, "a")
    picture = check._repr_html_()
    assert picture.startswith("<p>right in 0 of 1 positions<br>position root") and "marks the first" in picture
    itself = pw.check_search(lambda position, depth: None, start, depth=2)._repr_html_()
    assert "<svg" in itself and "marks the first" not in itself
    over = pw.check_search(lambda position, depth: (5, None), pw.game("tictactoe").position("xxx/oo1/3 o"))
    assert "your value is 5, and 1 is right: the game is over" in str(over) and over.tree() is None


class Pairs(pw.Game):
    """Both players choose a pair. Written trees do not take the names of its moves."""

    greatest_payoff = 10.0

    def initial(self) -> Any:
        return ()

    def turn(self, state: Any) -> str:
        return ("second", "first")[len(state) % 2]

    def outcome(self, state: Any) -> float | None:
        return None if len(state) < 2 else sum(len(move) - 3 for move in state)

    def legal_moves(self, state: Any) -> list[str]:
        return ["(1,2)", "(1:2)", "root"]

    def child(self, state: Any, move: str) -> Any:
        return (*state, move)


def test_moves_of_any_name_are_drawn() -> None:
    check = pw.check_search(lambda position, depth: (5, None), Pairs(), method="minimax", depth=2, positions=1)
    tree = check.tree()
    assert tree and [node["turn"] for node in tree.nodes[:2]] == ["second", "first"]
    assert {str(node["move"]).strip("◀") for node in tree.nodes[1:]} == {"1__1_2_", "2__1_2_", "3_root"}
    assert tree.search and tree.search["value"] == 3 and check.to_dict()["difference"]["right"] == 4


@pytest.mark.parametrize(
    "game, options, words",
    [
        ("pig", {}, "games without dice, and pig has them"),
        ("einstein", {}, "games without dice"),
        ("tictactoe", {"method": "negamax"}, "unknown method 'negamax'; it is 'alphabeta' or 'minimax'"),
        ("tictactoe", {"depth": 0}, "a depth of 0 leaves nothing to search"),
        ("tictactoe", {"positions": 0}, "at least 1"),
        ("tictactoe", {"most": 9}, "alpha-beta visits more than 9 positions of"),
        ("tictactoe", {"evaluate": lambda position: math.inf}, "it must be finite"),
        ([], {}, "there are no positions to check"),
    ],
)
def test_bad_questions_are_refused(game: Any, options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        pw.check_search(student(), game, **options)


@pytest.mark.parametrize("given", [["3/3/3 x"], 5])
def test_positions_are_no_texts(given: Any) -> None:
    with pytest.raises(TypeError, match="is no position; game.position"):
        pw.check_search(student(), given)


def blocks(language: str) -> list[str]:
    """Return the blocks of the page in the book."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def test_the_page_shows_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    for block in blocks("python")[:2]:
        exec(block, names)
    assert [capsys.readouterr().out] == blocks("text")


@pytest.mark.parametrize("search, wrong", [(student(), False), (student(cuts=lambda alpha, beta: False), True)])
def test_a_test_of_otter_finds_what_is_wrong(search: Search, wrong: bool) -> None:
    names: dict[str, Any] = {}
    exec(next(block for block in blocks("python") if "OK_FORMAT" in block), names)
    # Otter-Grader demands this of the file, and runs the cases as doctests in the globals of the student.
    assert names["OK_FORMAT"] is True and {"name", "points", "suites"} == names["test"].keys()
    [suite] = names["test"]["suites"]
    assert suite["type"] == "doctest" and all(case.keys() == {"code", "hidden"} for case in suite["cases"])
    environment, said = {"alphabeta": search}, []
    for case in suite["cases"]:
        examples = doctest.DocTestParser().get_doctest(dedent(case["code"]), environment, "alphabeta", None, None)
        # The parser copies the globals, but names are kept from case to case.
        examples.globs = environment
        result = doctest.DocTestRunner(verbose=False).run(examples, out=said.append, clear_globs=False)
        assert bool(result.failed) == wrong
    assert ("but alpha-beta stops there after" in "".join(said)) == wrong


def test_a_test_of_nbgrader_finds_what_is_wrong() -> None:
    nbformat = pytest.importorskip("nbformat")
    source = next(block for block in blocks("python") if "assert check, check" in block)
    [metadata] = [json.loads(block) for block in blocks("json")]
    nbformat.validate(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source, metadata=metadata)]))
    # The schema of nbgrader, version 3: names and types, and points only with a grade.
    cell = metadata["nbgrader"]
    flags = {"grade": True, "locked": True, "solution": False, "task": False}
    assert {name: cell[name] for name in flags} == flags and cell["schema_version"] == 3 and cell["points"] >= 0
    assert cell.keys() == {*flags, "schema_version", "points", "grade_id"}
    assert re.fullmatch("[a-zA-Z0-9_-]+", cell["grade_id"])
    exec(source, {"pw": pw, "alphabeta": student()})
    with pytest.raises(AssertionError, match="depth 3: after a3 c3 you play a2, but alpha-beta stops there after b3"):
        exec(source, {"pw": pw, "alphabeta": student(cuts=lambda alpha, beta: False)})
