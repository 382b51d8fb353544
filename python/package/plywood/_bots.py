"""Bots that stay: they keep their trees, tables and programs from move to move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from plywood._game import Game, Position


class Bot:
    """A bot that is kept from move to move, from :meth:`Game.bot`: a function from a position to a move.

    It is a context manager, which ends the program of a bot from outside. It plays for both sides, each on its own.

    Attributes
    ----------
    game : Game
        The game that it plays.
    name : str
        Its name with its options.

    Examples
    --------
    >>> import plywood as pw
    >>> g = pw.game("tictactoe")
    >>> with g.bot("mcts:playouts=100") as bot:
    ...     p = g.start()
    ...     while p.turn != "over":
    ...         p = p.play(bot(p))
    >>> p.outcome in ("first", "second", "draw")
    True
    """

    def __init__(self, game: Game, name: str, seed: int = 1) -> None:
        self.game = game
        self.name = name
        self._native = game._rules.seat(name, seed)

    @property
    def __name__(self) -> str:
        # Matches call functions by their names.
        return "".join(letter if letter.isalnum() else "_" for letter in self.name)

    def __repr__(self) -> str:
        return f"<Bot {self.name} of {self.game.name}>"

    def __call__(self, position: Position) -> str:
        """Return the move that the bot chooses."""
        return self._native.choose(self.game._own(position)._state)

    def close(self) -> None:
        """End the bot, and its program if it is one."""
        self._native.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
