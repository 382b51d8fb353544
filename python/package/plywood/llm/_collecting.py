"""Games of lines as games of collecting: numbers that add to 15, and sets of words."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

from plywood._game import Game
from plywood.llm._disguise import Disguise, rows_of

#: The numbers from 1 to 9 of which three in a row, column or diagonal add to 15, from the bottom row up.
_MAGIC_SQUARE = ((4, 3, 8), (9, 5, 1), (2, 7, 6))

#: Names that have nothing to do with a board.
_THINGS = (
    "amber anchor apple barrel basket bell bottle bridge bucket button candle carpet castle cedar chain cherry clock cloud "
    "copper coral cotton crown drum engine feather fiddle garden glove hammer harbor honey island ivory kettle ladder "
    "lantern lemon maple marble meadow mirror needle olive orchid paper pebble pepper pillow planet pocket ribbon river "
    "saddle salt silver spoon stone thimble timber tulip velvet window"
).split()


class Collecting(Game):
    """Players take things in turn; subclasses say which of them win."""

    default_depth = None

    def __init__(self, things: list[str], rules: str) -> None:
        self.things, self.rules = sorted(things), rules

    def initial(self) -> Any:
        return ((), ())

    def turn(self, state: Any) -> str:
        return "first" if len(state[0]) == len(state[1]) else "second"

    def outcome(self, state: Any) -> str | None:
        winner = next((side for side, own in zip(("first", "second"), state, strict=True) if self.wins(own)), None)
        return winner or (None if len(state[0]) + len(state[1]) < len(self.things) else "draw")

    def wins(self, own: tuple[str, ...]) -> bool:
        """Return true if a player who has these things has won."""
        raise NotImplementedError

    def legal_moves(self, state: Any) -> list[str]:
        return [thing for thing in self.things if thing not in state[0] + state[1]]

    def child(self, state: Any, move: str) -> Any:
        first, second = state
        mine = tuple(sorted((*(first if len(first) == len(second) else second), move)))
        return (mine, second) if len(first) == len(second) else (first, mine)

    def drawing(self, state: Any) -> str:
        """Return a position in words."""
        first, second = state
        yours, theirs = (first, second) if len(first) == len(second) else (second, first)
        parts = (("You have", yours), ("Your opponent has", theirs), ("Still there", self.legal_moves(state)))
        return "\n".join(f"{name}: {', '.join(things) or 'nothing'}" for name, things in parts)


class Fifteen(Collecting):
    """Numbers of which three that add to 15 win."""

    def __init__(self) -> None:
        rules = (
            "Two players take numbers from 1 to 9 in turn, each number once.\n"
            "The player who has three numbers that add to 15 wins. If all numbers are taken without that, it is a draw.\n"
            "A move is a number."
        )
        super().__init__([str(number) for number in range(1, 10)], rules)

    def wins(self, own: tuple[str, ...]) -> bool:
        return any(sum(map(int, three)) == 15 for three in combinations(own, 3))


class Sets(Collecting):
    """Words of which all of a set win."""

    def __init__(self, things: list[str], sets: list[list[str]]) -> None:
        listed = "\n".join(f"- {', '.join(one)}" for one in sorted(map(sorted, sets)))
        rules = (
            f"Two players take things in turn, each thing once. The things are {', '.join(sorted(things))}.\n"
            f"The player who has all things of one of these sets wins:\n{listed}\n"
            "If all things are taken without that, it is a draw. A move is the name of a thing."
        )
        super().__init__(things, rules)
        self.sets = sets

    def wins(self, own: tuple[str, ...]) -> bool:
        return any(set(one) <= {*own} for one in self.sets)


def _cells(game: Game, kind: str) -> tuple[int, int, int]:
    """Return columns, rows and the length of a line of a game of lines without further rules."""
    options = dict(part.split("=") for part in game.name.partition(":")[2].split(",")) if game.name[:4] == "mnk:" else {}
    if sorted(options) != ["k", "m", "n"]:
        raise ValueError(f"{kind} disguises games of lines such as tictactoe or mnk:m=4,n=4,k=4, and not {game.name}")
    return int(options["m"]), int(options["n"]), int(options["k"])


def _collecting(game: Game, shown: Collecting, names: dict[str, str]) -> Disguise:
    """Return a game of lines as one of things, by the names of its cells."""
    cells = {name: cell for cell, name in names.items()}

    def state(text: str) -> str:
        rows = rows_of(text)[::-1]
        own = {side: [] for side in "xo"}  # type: dict[str, list[str]]
        for row, line in enumerate(rows, 1):
            for column, mark in enumerate(line):
                if mark in own:
                    own[mark].append(names[f"{chr(97 + column)}{row}"])
        return repr((tuple(sorted(own["x"])), tuple(sorted(own["o"]))))

    return Disguise(game, shown, state, names.__getitem__, cells.get)


def sum_to_fifteen(game: Game, *, seed: int = 1) -> Disguise:
    """Show tic-tac-toe as the game of numbers that add to 15.

    Parameters
    ----------
    game
        Tic-tac-toe.
    seed
        Random seed: which of the eight magic squares is behind the board.

    Examples
    --------
    >>> import plywood as pw
    >>> d = sum_to_fifteen(pw.game("tictactoe"))
    >>> position = d.position(d.game.start().play("b2"))
    >>> "Your opponent has: 5" in pw.llm.prompt(position)
    True
    """
    if _cells(game, "sum_to_fifteen") != (3, 3, 3):
        raise ValueError(f"sum_to_fifteen disguises tictactoe, and not {game.name}")
    generator, square = random.Random(seed), _MAGIC_SQUARE
    for _ in range(generator.randrange(4)):
        square = tuple(zip(*square[::-1], strict=True))  # type: ignore[assignment]
    square = square[::-1] if generator.randrange(2) else square
    names = {f"{chr(97 + column)}{row}": str(square[row - 1][column]) for column in range(3) for row in (1, 2, 3)}
    return _collecting(game, Fifteen(), names)


def sets_of_words(game: Game, *, seed: int = 1) -> Disguise:
    """Show a game of lines as one of things that belong to sets: no board is left.

    Parameters
    ----------
    game
        A game of lines without gravity and other options, of at most 62 cells.
    seed
        Random seed of the names.

    Examples
    --------
    >>> import plywood as pw
    >>> d = sets_of_words(pw.game("tictactoe"))
    >>> d.move(d.word("a1")), d.shown.start().turn
    ('a1', 'first')
    """
    columns, rows, length = _cells(game, "sets_of_words")
    cells = [(column, row) for row in range(rows) for column in range(columns)]
    if len(cells) > len(_THINGS):
        raise ValueError(f"sets_of_words has names for {len(_THINGS)} cells, and {game.name} has {len(cells)}")
    things = dict(zip(cells, random.Random(seed).sample(_THINGS, len(cells)), strict=True))
    lines = [
        [(column + step * right, row + step * up) for step in range(length)]
        for column, row in cells
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1))
    ]
    sets = [[things[cell] for cell in line] for line in lines if line[-1] in things]
    names = {f"{chr(97 + column)}{row + 1}": thing for (column, row), thing in things.items()}
    return _collecting(game, Sets(list(things.values()), sets), names)
