"""Checks of minimax and alpha-beta that somebody wrote, against plain ones."""

from __future__ import annotations

import html
import inspect
import math
import random
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from numbers import Real
from typing import TYPE_CHECKING, Any, Literal

from plywood._answers import Answer, Tree
from plywood._game import Game, Position, _opened, game

if TYPE_CHECKING:
    from plywood import _parts as parts

    Evaluate = Callable[[Position], float]
    Found = tuple[float, str | None]
    Path = tuple[str, ...]

#: The methods, as sentences name them.
NAMES = {"alphabeta": "alpha-beta", "minimax": "minimax"}

#: Marks the first difference in a picture.
MARK = "◀"


def _leaf(position: Position, evaluate: Evaluate) -> float:
    """Return the value of a finished game, or else of the evaluation, for the first player."""
    if position.payoff is not None:
        return position.payoff
    if position.outcome is not None:
        return {"first": 1.0, "draw": 0.0, "second": -1.0}[position.outcome]
    value = float(evaluate(position))
    if not math.isfinite(value):
        raise ValueError(f"the evaluation of position '{position.text}' is {value}; it must be finite")
    return value


def minimax(position: Position, depth: int, evaluate: Evaluate) -> Found:
    """Return the value of a position for the first player, and the first of the best moves."""
    if depth == 0 or position.turn == "over":
        return _leaf(position, evaluate), None
    children = [(minimax(position.play(move), depth - 1, evaluate)[0], move) for move in position.legal_moves]
    best = max if position.turn == "first" else min
    return best(children, key=lambda child: child[0])


def alphabeta(
    position: Position, depth: int, evaluate: Evaluate, alpha: float = -math.inf, beta: float = math.inf
) -> Found:
    """Return what :func:`minimax` does, without visiting what alpha and beta make unimportant."""
    if depth == 0 or position.turn == "over":
        return _leaf(position, evaluate), None
    best = None
    for move in position.legal_moves:
        value, _ = alphabeta(position.play(move), depth - 1, evaluate, alpha, beta)
        if position.turn == "first" and value > alpha:
            alpha, best = value, move
        if position.turn == "second" and value < beta:
            beta, best = value, move
        if alpha >= beta:
            break
    return (alpha if position.turn == "first" else beta), best


class _TooMany(BaseException):
    """A search played too many moves. It is no `Exception`, which a search may catch."""


@dataclass
class _Visits:
    """The paths to the positions that a search visited, in their order."""

    most: int
    paths: dict[Path, None] = field(default_factory=dict)
    plays: int = 0

    def add(self, path: Path) -> None:
        """Note a move that is played."""
        self.paths[path] = None
        self.plays += 1
        if self.plays > self.most:
            raise _TooMany


class _Watched(Position):
    """A position that notes each move that is played from it."""

    __slots__ = ("_path", "_visits")

    _path: Path
    _visits: _Visits

    @classmethod
    def of(cls, position: Position, path: Path, visits: _Visits) -> _Watched:
        """Watch a position."""
        if position.turn == "chance":
            raise ValueError(f"minimax and alpha-beta are for games without dice, and {position.game.name} has them")
        watched = cls(position.game, position._state)
        watched._path, watched._visits = path, visits
        return watched

    def play(self, move: str | int) -> _Watched:
        """Return the position after a move, and note the move."""
        child = super().play(move)
        path = (*self._path, child.played[-1])
        self._visits.add(path)
        return _Watched.of(child, path, self._visits)


@dataclass
class _Difference:
    """A difference between a search and the plain one, after a path."""

    kind: Literal["value", "move", "visited", "error", "endless"]
    path: Path
    text: str
    yours: float | str | bool
    right: float | str | bool | None = None


def _after(path: Path) -> str:
    """Write a path as the beginning of a sentence."""
    shown = " ".join(path[:12]) + (" ..." if len(path) > 12 else "")
    return f"after {shown} " if path else ""


def _number(value: float) -> str:
    # A zero with a minus sign is a zero.
    return f"{value + 0.0:g}"


def _short(answer: object) -> str:
    return f"{answer!r:.60}"


def _same(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)


def _raised(search: Callable[[Position, int], Any], error: BaseException) -> str:
    """Write an exception of a search, with the line of the search that it comes from."""
    # Behind decorators, such as a cache.
    code = getattr(inspect.unwrap(search), "__code__", None)
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if code and frame.filename == code.co_filename]
    where = f" in line {lines[-1]}" if lines else ""
    return f"your function raises {type(error).__name__}{where}" + (f": {error}" if str(error) else "")


@dataclass
class _Checker:
    """Compares a search with the plain one."""

    search: Callable[[Position, int], Any]
    method: Literal["alphabeta", "minimax"]
    evaluate: Evaluate
    negamax: bool
    most: int

    def reference(self, position: Position, depth: int) -> tuple[float, str | None, dict[Path, None]]:
        """Return the value and the move of the plain search, and the paths that it visited."""
        visits = _Visits(self.most)
        plain = minimax if self.method == "minimax" else alphabeta
        try:
            return *plain(_Watched.of(position, (), visits), depth, self.evaluate), visits.paths
        except _TooMany:
            name = NAMES[self.method]
            why = f"{name} visits more than {self.most} positions of {position.game.name} at depth {depth}"
            raise ValueError(f"{why}; choose a smaller depth or a larger most") from None

    def seen(self, value: float, position: Position) -> float:
        """Return a value for the first player as one for the side that the search answers for."""
        return -value if self.negamax and position.turn == "second" else value

    def compare(self, position: Position, depth: int, path: Path = ()) -> _Difference | None:
        """Return the first difference in a position after a path, or below it."""
        value, move, right_paths = self.reference(position, depth)
        visits = _Visits(self.most)

        def walked() -> _Difference | None:
            return self.walked(position, depth, (visits.paths, right_paths), path, ())

        try:
            answer = self.search(_Watched.of(position, (), visits), depth)
        except _TooMany:
            text, extra = f"your function plays more than {self.most} moves", walked()
            if extra and extra.yours:
                return _Difference("endless", extra.path, f"{text}: {extra.text}", text)
            return _Difference("endless", path, f"{_after(path)}{text}, and the same ones again", text)
        except (Exception, SystemExit) as error:
            last = next(reversed(visits.paths), ())
            text = _raised(self.search, error) + (f"; that is deeper than depth {depth}" if len(last) > depth else "")
            last = (*path, *last)
            return _Difference("error", last, _after(last) + text, text)
        if not isinstance(answer, tuple | list) or len(answer) != 2:
            text = f"{_after(path)}your function returns {_short(answer)}, and not a pair (value, move)"
            return _Difference("error", path, text, _short(answer))
        mine, chosen = answer
        if not isinstance(mine, Real) or isinstance(mine, bool):
            text = f"{_after(path)}your value is {_short(mine)}, which is no number"
            return _Difference("error", path, text, _short(mine))
        right = self.seen(value, position)
        if not _same(float(mine), right):
            return self.of_value(position, depth, path, (float(mine), right), walked())
        return (self.of_move(position, depth, path, chosen, (value, move)) if move else None) or walked()

    def of_value(
        self, position: Position, depth: int, path: Path, values: tuple[float, float], walked: _Difference | None
    ) -> _Difference:
        """Return the first wrong value below which the values are right."""
        mine, right = values
        why = "the values of its moves are right"
        if position.turn == "over":
            why = "the game is over"
        elif depth == 0:
            why = "the depth is 0"
        else:
            for move in position.legal_moves:
                below = self.compare(position.play(move), depth - 1, (*path, move))
                if below and below.kind == "value":
                    return below
        if right and _same(mine, -right):
            side = "the side to move" if self.negamax else "the first player"
            why += f"; its sign is turned, as values are for {side}"
        elif walked:
            why += f", but {walked.text}"
        text = f"{_after(path)}your value is {_number(mine)}, and {_number(right)} is right: {why}"
        return _Difference("value", path, text, mine, right)

    def of_move(
        self, position: Position, depth: int, path: Path, chosen: object, found: Found
    ) -> _Difference | None:
        """Return the difference of a move, if it is wrong."""
        value, first = found
        if chosen == first:
            return None
        if not isinstance(chosen, str) or chosen not in position.legal_moves:
            text = f"{_after(path)}your move is {_short(chosen)}, which is not legal, and {first} is right"
            return _Difference("move", path, text, _short(chosen), first)
        worth = minimax(position.play(chosen), depth - 1, self.evaluate)[0]
        text = f"{_after(path)}your move is {chosen}, and {first} is right: "
        if not _same(worth, value):
            mine, best = (_number(self.seen(each, position)) for each in (worth, value))
            return _Difference("move", path, f"{text}they are worth {mine} and {best}", chosen, first)
        if self.method == "minimax":
            return None
        return _Difference("move", path, f"{text}it is the first of the best moves", chosen, first)

    def walked(
        self, position: Position, depth: int, paths: tuple[dict[Path, None], dict[Path, None]], above: Path, path: Path
    ) -> _Difference | None:
        """Return the first position that one of two searches alone visited, in the order of moves."""
        mine, right = paths
        last = None
        for move in position.legal_moves:
            child = (*path, move)
            if child in mine and child not in right:
                why = f"alpha-beta stops there after {last}, where alpha >= beta"
                if len(path) >= depth:
                    why = f"that is deeper than depth {depth}"
                text = f"{_after((*above, *path))}you play {move}, but {why}"
                return _Difference("visited", (*above, *child), text, True, False)
            if child in right and child not in mine:
                text = f"{_after((*above, *path))}you never play {move}, which {NAMES[self.method]} does"
                return _Difference("visited", (*above, *child), text, False, True)
            if child in right:
                last = move
                below = self.walked(position.play(move), depth, paths, above, child)
                if below:
                    return below
        return None


class SearchCheck(Answer):
    """A search that somebody wrote, compared with a plain one. It is true if all is right.

    It prints as a sentence, and shows the tree to the first difference in a notebook.
    """

    game: str
    method: Literal["alphabeta", "minimax"]
    depth: int
    ok: bool
    #: The number of positions, and of those without a difference.
    positions: int
    right: int
    difference: parts.SearchDifference | None

    def __init__(self, parts: dict[str, Any], written: str | None) -> None:
        super().__init__(parts)
        self._written = written

    def __bool__(self) -> bool:
        return self.ok

    def __repr__(self) -> str:
        if self.difference is None:
            return f"right in all {self.positions} positions"
        first = f"position {self.difference['position']}, depth {self.depth}: {self.difference['text']}"
        return f"right in {self.right} of {self.positions} positions\n{first}"

    def tree(self) -> Tree | None:
        """Return the tree of the plain search to the first difference, which ``◀`` marks.

        It is None if all is right, and for a finished position. Other positions have their values and nothing below
        them.
        """
        if self._written is None:
            return None
        return game(self._written).start().tree(self.method)

    def _repr_html_(self) -> str:
        text = html.escape(repr(self)).replace("\n", "<br>")
        tree = self.tree()
        if tree is None:
            return f"<p>{text}</p>"
        # A difference of the position itself has no move to mark.
        subtitle = f"{MARK} marks the first difference" if MARK in tree.game else ""
        return f"<p>{text}</p>" + tree.svg(title="The right tree", subtitle=subtitle)


def _label(move: str, number: int) -> str:
    """Return a move as a label of a written tree, which takes no brackets, blanks and the like."""
    label = "".join("_" if letter in "(){}:,#/~" or letter.isspace() else letter for letter in move)[:50]
    # Two moves may look the same now.
    return label if label == move != "root" else f"{number}_{label}"


def _written(position: Position, depth: int, difference: _Difference, evaluate: Evaluate) -> str:
    """Write the tree along the path of a difference; all other positions are leaves with their values."""
    ends = difference.path[:depth]
    # A wrong value follows from those below it.
    opened = len(ends) + (difference.kind != "visited")

    def node(position: Position, depth: int, path: Path) -> str:
        if path != ends[: len(path)] or len(path) >= opened or depth == 0 or position.turn == "over":
            value = f"{alphabeta(position, depth, evaluate)[0]:.9f}".rstrip("0").rstrip(".")
            return "0" if value == "-0" else value
        children = []
        for number, move in enumerate(position.legal_moves, 1):
            child = (*path, move)
            below = node(position.play(move), depth - 1, child)
            children.append(f"{_label(move, number)}{MARK if child == ends else ''}:{below}")
        return f"{'+' if position.turn == 'first' else '-'}({' '.join(children)})"

    return "tree:" + node(position, depth, ())


def _sample(a_game: Game, positions: int, seed: int) -> list[Position]:
    """Return the opening and positions of random games in which a side is to move."""
    chance = random.Random(seed)
    start = a_game.start()
    found = {start.text: start}
    # Small games have fewer positions.
    for _ in range(20 * positions):
        if len(found) == positions:
            break
        line = [start]
        while line[-1].turn in ("first", "second") and len(line) < 300:
            line.append(line[-1].play(chance.choice(line[-1].legal_moves)))
        position = chance.choice(line[:-1] or line)
        found[position.text] = position
    return list(found.values())


def check_search(
    search: Callable[[Position, int], Any],
    game: Game | str | Position | Iterable[Position],
    *,
    method: Literal["alphabeta", "minimax"] = "alphabeta",
    depth: int = 3,
    positions: int = 10,
    seed: int = 1,
    evaluate: Callable[[Position], float] | None = None,
    negamax: bool = False,
    most: int = 100_000,
) -> SearchCheck:
    """Compare a minimax or an alpha-beta of your own with a plain one: values, moves and visited positions.

    ``search(position, depth)`` looks ``depth`` plies ahead. It returns the value and the best move, None where there is
    none. A finished game is worth 1, 0 or -1, or its points, and any other position at depth 0 what ``evaluate`` says.

    A search visits a position by playing the move to it, which the check observes. Alpha-beta begins with an infinite
    window, takes moves in the order of ``legal_moves``, and stops when ``alpha >= beta``. Stopping only when
    ``alpha > beta`` visits more positions and is a difference. Fail-hard and fail-soft are both right.

    Of equally good moves alpha-beta returns the first. For minimax any of them is right.

    Parameters
    ----------
    search
        Your function.
    game
        The game, or positions to search.
    method
        The search that it has to be.
    depth
        The depth, in plies.
    positions
        The number of positions of a game: the opening and others from random games.
    seed
        Random seed of these positions.
    evaluate
        Returns the value of a position at depth 0 for the first player; by default it is 0.
    negamax
        True if your values are for the side to move; by default they are for the first player.
    most
        The number of moves that a search may play; it is stopped then. Searches that never end without playing are not.

    Returns
    -------
    SearchCheck
        True if all is right. It prints as a sentence about the first difference.

    Raises
    ------
    ValueError
        If the game has dice, or the plain search visits more than ``most`` positions.

    Examples
    --------
    >>> import plywood as pw
    >>> def minimax(position, depth):
    ...     if position.turn == "over":
    ...         return position.payoff, None
    ...     if depth == 0:
    ...         return 0, None
    ...     return max((minimax(position.play(move), depth - 1)[0], move) for move in position.legal_moves)
    >>> pw.check_search(minimax, "tree:(a:(3 12) b:(2 4))", method="minimax")
    right in 0 of 3 positions
    position root, depth 3: after a your value is 12, and 3 is right: the values of its moves are right
    """
    if method not in ("alphabeta", "minimax"):
        raise ValueError(f"unknown method '{method}'; it is 'alphabeta' or 'minimax'")
    if depth < 1:
        raise ValueError(f"a depth of {depth} leaves nothing to search; it is at least 1")
    if positions < 1:
        raise ValueError(f"{positions} positions leave nothing to check; at least 1 is needed")
    if isinstance(game, Game | str):
        searched = _sample(_opened(game), positions, seed)
    else:
        searched = list(game) if isinstance(game, Iterable) else [game]
    if not searched:
        raise ValueError("there are no positions to check")
    for position in searched:
        if not isinstance(position, Position):
            raise TypeError(f"{_short(position)} is no position; game.position(text) makes one")
    checker = _Checker(search, method, evaluate or (lambda position: 0.0), negamax, most)
    wrong, right = [], 0
    for position in searched:
        difference = checker.compare(position, depth)
        if difference is None:
            right += 1
            continue
        wrong.append((position, difference))
        if difference.kind == "endless":
            # It would take as long in all other positions, which count as wrong.
            break
    first: parts.SearchDifference | None = None
    written = None
    if wrong:
        position, found = wrong[0]
        written = None if position.turn == "over" else _written(position, depth, found, checker.evaluate)
        first = {
            "position": position.text,
            "kind": found.kind,
            "path": list(found.path),
            "yours": found.yours,
            "right": found.right,
            "text": found.text,
        }
    answer = {
        "game": ", ".join(dict.fromkeys(position.game.name for position in searched)),
        "method": method,
        "depth": depth,
        "ok": not wrong,
        "positions": len(searched),
        "right": right,
        "difference": first,
    }
    return SearchCheck(answer, written)
