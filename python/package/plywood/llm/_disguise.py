"""Games in other words, shape and names, and the proof that they are the same game."""

from __future__ import annotations

import random
import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plywood._game import Game, Position

@dataclass(frozen=True)
class Disguise:
    """A game that is shown as another one.

    Make one with :func:`sum_to_fifteen`, :func:`sets_of_words`, :func:`renamed` or :func:`turned`, or your own, and prove
    it with :func:`same_game`.

    Attributes
    ----------
    game : Game
        The game that is played.
    shown : Game
        The game that the model sees.
    state : callable
        From the text of a position to the text of the one that is shown.
    word : callable
        From a move to the one that is shown.
    move : callable
        From a move that is shown to the move, or None if there is none.
    """

    game: Game
    shown: Game
    state: Callable[[str], str]
    word: Callable[[str], str]
    move: Callable[[str], str | None]

    def position(self, position: Position) -> Position:
        """Return the position that is shown for one of the game, with the moves so far."""
        start = self.game._own(position)._state.start
        at, words = self.game.position(start), []
        for played in position.played:
            # Outcomes of chance keep their names.
            words.append(played if at.turn == "chance" else self.word(played))
            at = at.play(played)
        return self.shown.position(None if start is None else self.state(start), words)


@dataclass(frozen=True)
class Sameness:
    """The answer of :func:`same_game`; it is true if no difference was found.

    Attributes
    ----------
    positions : int
        The positions that were compared.
    complete : bool
        True if those are all: the games are proved to be the same.
    difference : str or None
        The first difference, at the end of one of the shortest lines that lead to one.
    """

    positions: int
    complete: bool
    difference: str | None

    def __bool__(self) -> bool:
        return self.difference is None


def same_game(disguise: Disguise, *, games: int | None = None, seed: int = 1) -> Sameness:
    """Walk both games at once, position by position, and return the first difference.

    Compared are the side to move, the result, the moves in both directions, the probabilities of chance, and that moves
    lead to the position that is shown for the text of a position.

    Parameters
    ----------
    disguise
        The game and its disguise.
    games
        The number of random games to walk; by default all positions are compared.
    seed
        Random seed of those games.

    Examples
    --------
    >>> import plywood as pw
    >>> same_game(pw.llm.renamed(pw.game("nim:heaps=2-2")))
    Sameness(positions=14, complete=True, difference=None)
    """
    start, shown = disguise.game.start(), disguise.shown.start()
    seen = {start.text}
    compared = 0
    # A breadth-first walk finds a difference at the end of a shortest line.
    queue = deque([(start, shown)])
    generator = random.Random(seed)
    for _ in range(games or 1):
        while queue:
            one, other = queue.popleft()
            compared += 1
            difference = _difference(disguise, one, other)
            if difference is not None:
                line = " ".join(one.played) or "no move"
                return Sameness(compared, False, f"after {line}: {difference}")
            moves = one.legal_moves
            for move in moves if games is None else generator.sample(moves, min(1, len(moves))):
                child = one.play(move)
                if games is not None or child.text not in seen:
                    seen.add(child.text)
                    queue.append((child, other.play(move if one.turn == "chance" else disguise.word(move))))
        queue.append((start, shown))
    return Sameness(compared, games is None, None)


def _difference(disguise: Disguise, one: Position, other: Position) -> str | None:
    """Return how two positions differ that should be the same, or positions after their moves."""
    for what in ("turn", "outcome", "payoff"):
        if getattr(one, what) != getattr(other, what):
            return f"{what} is {getattr(one, what)!r}, and shown as {getattr(other, what)!r}"
    if disguise.state(one.text) != other.text:
        return f"'{one.text}' is shown as '{disguise.state(one.text)}', and the moves lead to '{other.text}'"
    if one.turn == "chance":
        if one.probabilities != other.probabilities:
            return f"chance is {one.probabilities}, and shown as {other.probabilities}"
        return None
    words = {move: disguise.word(move) for move in one.legal_moves}
    if sorted(words.values()) != sorted(other.legal_moves):
        unlike = sorted({*words.values()} ^ {*other.legal_moves}) or sorted(words.values())
        return f"the moves differ by {' '.join(unlike)}"
    for move, word in words.items():
        if disguise.move(word) != move:
            return f"'{move}' is shown as '{word}', which stands for {disguise.move(word)!r}"
        child, shown = one.play(move), other.play(word)
        if disguise.state(child.text) != shown.text:
            return f"'{move}' leads to '{child.text}', and '{word}' to '{shown.text}'"
    return None


def rows_of(text: str) -> list[list[str]]:
    """Return the rows of the board in the text of a position, from the top; numbers are runs of free cells."""
    rows = text.split(" ")[0].split("/")
    runs = ((("." * int(part)) if part.isdigit() else part for part in re.findall(r"\d+|.", row)) for row in rows)
    return [[cell for run in row for cell in run] for row in runs]
