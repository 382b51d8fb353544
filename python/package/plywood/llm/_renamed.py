"""Games with other names for their moves, on boards that are turned."""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Callable
from typing import Any

from plywood._game import Game
from plywood.llm._disguise import Disguise, rows_of, same_game
from plywood.llm._prompt import drawing_of, rules_of

#: The parts of names.
_SYLLABLES = [consonant + vowel for consonant in "bdfgklmnprstvz" for vowel in "aeiou"]


class Renamed(Game):
    """A game whose moves have other names."""

    def __init__(self, game: Game, seed: int) -> None:
        self.base, self.seed = game, seed
        self.__dict__["greatest_payoff"] = game.greatest_payoff
        self._moves: dict[str, str] = {}
        self._words: dict[str, str] = {}

    @property
    def rules(self) -> str:
        """The rules for a player."""
        return f"{rules_of(self.base)}\nMoves have other names here. Each position lists the names of its moves."

    def word(self, move: str) -> str:
        """Return the name of a move: syllables that a hash draws, more of them if the name is taken."""
        if move not in self._words:
            drawn = hashlib.sha256(f"{self.seed} {move}".encode()).digest()
            names = ("".join(_SYLLABLES[byte % len(_SYLLABLES)] for byte in drawn[:length]) for length in range(3, 33))
            word = next(name for name in names if self._moves.get(name, move) == move)
            self._moves[word], self._words[move] = move, word
        return self._words[move]

    def move(self, word: str) -> str | None:
        """Return the move of a name that was given."""
        return self._moves.get(word)

    def initial(self) -> Any:
        return self.base.start().text

    def turn(self, state: Any) -> str:
        return self.base.position(state).turn

    def outcome(self, state: Any) -> str | float | None:
        position = self.base.position(state)
        return position.outcome if position.payoff is None else position.payoff

    def legal_moves(self, state: Any) -> list[str]:
        return [self.word(move) for move in self.base.position(state).legal_moves]

    def chance_outcomes(self, state: Any) -> list[tuple[str, float]]:
        return list(self.base.position(state).probabilities.items())

    def child(self, state: Any, move: str) -> Any:
        position = self.base.position(state)
        return position.play(move if position.turn == "chance" else self._moves[move]).text

    def state_text(self, state: Any) -> str:
        return str(state)

    def parse_state(self, text: str) -> Any:
        return self.base.position(text).text

    def drawing(self, state: Any) -> str:
        """Return the board and the names of the moves."""
        position = self.base.position(state)
        names = "\n".join(f"- {self.word(move)} is {move}" for move in position.legal_moves)
        return f"{drawing_of(position)}\n\nThe names of the moves:\n{names}"


def _is_board(rows: list[list[str]], width: int, height: int) -> bool:
    return len(rows) == height and all(len(row) == width for row in rows)


def turned(game: Game) -> list[Disguise]:
    """Return the game on its board turned and mirrored, in all ways that leave it the same game.

    A way is kept if 20 random games show no difference; :func:`same_game` proves it. The list is empty where moves are not named
    by the cells of one flat board, or no way is left.

    Examples
    --------
    >>> import plywood as pw
    >>> [mirrored] = turned(pw.game("connect4"))
    >>> mirrored.position(pw.game("connect4").start().play("a")).text
    '7/7/7/7/7/6x o'
    """
    rows = rows_of(game.start().text)
    width, height = len(rows[0]), len(rows)
    if height < 2 or width > 26 or not _is_board(rows, width, height):
        return []
    found = []
    for swap in (False, True) if width == height else (False,):
        for mirror in (False, True):
            for flip in (False, True):
                disguise = _turned(game, width, height, swap, mirror, flip)
                if (swap or mirror or flip) and same_game(disguise, games=20):
                    found.append(disguise)
    return found


def _turned(game: Game, width: int, height: int, swap: bool, mirror: bool, flip: bool) -> Disguise:
    """Return the game with its cells moved: on the long diagonal, then sideways, then up and down."""

    def there(column: int, row: int) -> tuple[int, int]:
        column, row = (row, column) if swap else (column, row)
        return (width - 1 - column if mirror else column), (height - 1 - row if flip else row)

    places = {(column, row): there(column, row) for column in range(width) for row in range(height)}
    back = {place: cell for cell, place in places.items()}

    def renaming(cells: dict[tuple[int, int], tuple[int, int]]) -> Callable[[str], str]:
        def moved(letter: str, number: str) -> str:
            cell = (ord(letter) - 97, int(number) - 1)
            column, row = cells.get(cell, cell)
            return f"{chr(97 + column)}{row + 1}"

        def word(move: str) -> str:
            # A letter alone is a column.
            if len(move) == 1 and move.isalpha():
                return moved(move, "1")[0]
            return re.sub(r"([a-z])([1-9]\d*)", lambda cell: moved(cell[1], cell[2]), move)

        return word

    def state(text: str) -> str:
        rows = rows_of(text)[::-1]
        if not _is_board(rows, width, height):
            # Not the text of a board: a walk will find the difference.
            return text
        moved = [["."] * width for _ in range(height)]
        for (column, row), (to, up) in places.items():
            moved[up][to] = rows[row][column]
        written = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), "".join(row)) for row in moved[::-1])
        return " ".join([written, *text.split(" ")[1:]])

    return Disguise(game, game, state, renaming(places), renaming(back))


def renamed(game: Game, *, seed: int = 1) -> Disguise:
    """Show any game with other names for its moves, and its board turned or mirrored if it can be.

    Parameters
    ----------
    game
        Any game.
    seed
        Random seed of the names, and of the way that the board is turned.

    Examples
    --------
    >>> import plywood as pw
    >>> d = renamed(pw.game("nim"))
    >>> d.move(d.word("a2"))
    'a2'
    """
    ways = [None, *turned(game)]
    way = random.Random(seed).choice(ways)
    shown = Renamed(game, seed)
    if way is None:
        return Disguise(game, shown, str, shown.word, shown.move)

    def move(word: str) -> str | None:
        name = shown.move(word)
        return name and way.move(name)

    return Disguise(game, shown, way.state, lambda move: shown.word(way.word(move)), move)
