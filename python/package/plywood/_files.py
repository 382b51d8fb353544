"""Files of the workshop: tables, proofs, brains and records."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar, overload

from plywood import _plywood
from plywood._answers import Answer, BrainCounts, BrainStats, KnownMoves
from plywood._game import Game, Position, game

if TYPE_CHECKING:
    from plywood._parts import Proved

_Answer = TypeVar("_Answer", bound=Answer)


def _game_of(path: str | os.PathLike[str], name: str, of: Game | None) -> Game:
    """Return the game that a file is of: the one that is given, which has to be of this name, or that of the list."""
    if of is not None and of.name != name:
        raise ValueError(f"'{os.fspath(path)}' is a file of {name}, not of {of.name}")
    return of or game(name)


class _File:
    """A file that answers about a game."""

    def __init__(self, path: str | os.PathLike[str], of: Game) -> None:
        self.path = Path(path)
        self.game = of

    def __repr__(self) -> str:
        return f"<{type(self).__name__} '{self.path}' of {self.game.name}>"

    @property
    def bot(self) -> str:
        """The name of the bot that plays by the file."""
        raise NotImplementedError

    def __getitem__(self, position: Position) -> Proved | None:
        """Return the value of a position for its side to move: ``win``, ``draw``, ``loss``.

        Raises
        ------
        KeyError
            If the file does not know it.
        """
        try:
            known = self.game._own(position).analyse(self.bot)
        except (ValueError, RuntimeError) as error:
            if not hasattr(error, "of_plywood"):
                raise
            raise KeyError(str(error)) from None
        return known.proved


class Table(_File):
    """A table of the values of all positions of a game, from :meth:`Solution.save`."""

    @property
    def bot(self) -> str:
        """The name of the bot that plays by the table."""
        return f"perfect:table={self.path}"

    def _check(self) -> Table:
        """Open it once, which finds out whether it is of this game and has its length."""
        position = self.game.start()
        while position.turn == "chance":
            position = position.roll()
        if position.turn != "over":
            position.analyse(self.bot)
        return self


class Proof(_File):
    """A proof, which was checked: a strategy for a player against all replies."""

    @property
    def bot(self) -> str:
        """The name of the bot that plays by the proof."""
        return f"perfect:proof={self.path}"


class Brain:
    """A learner's saved knowledge of a game, from :meth:`Game.learn`.

    Each call opens the file and closes it. ``with brain:`` keeps it open, so that many calls are quick; nobody else
    writes into it meanwhile.

    Parameters
    ----------
    path
        The file.
    of
        The game, if it is one of your own.
    """

    def __init__(self, path: str | os.PathLike[str], of: Game | None = None) -> None:
        self.path = Path(path)
        self._held: _plywood.HeldBrain | None = None
        if of is not None:
            self.game = of
        self.game = _game_of(path, self.stats().game, of)

    def __repr__(self) -> str:
        return f"<Brain '{self.path}' of {self.game.name}>"

    @property
    def bot(self) -> str:
        """The name of the bot that plays by the brain."""
        return f"learner:brain={self.path}"

    def __enter__(self) -> Self:
        self._held = self.game._rules.hold_brain(self.path)
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file that ``with`` keeps open."""
        if self._held is not None:
            self._held.close()
            self._held = None

    def _answer(self, kind: type[_Answer], command: str, words: Iterable[str] = (), **options: Any) -> _Answer:
        of = self.__dict__.get("game") or game("tictactoe")
        answer, incomplete, _ = of._answer(["brain", command, str(self.path), *words], options, None)
        return kind(answer or {}, incomplete)

    def stats(self) -> BrainStats:
        """Return the game, how much the brain knows, and its learning curve."""
        return self._answer(BrainStats, "stats")

    def show(self, position: Position | None = None) -> KnownMoves:
        """Return what is known of each move of a position, by default of the opening."""
        place = {} if position is None else self.game._own(position)._place()
        return self._answer(KnownMoves, "show", **place)

    def export(self, path: str | os.PathLike[str]) -> None:
        """Write the brain as text, a line of JSON for each position."""
        parts = self._answer(Answer, "export").to_dict()
        lines = [{key: part for key, part in parts.items() if key != "positions"}, *parts["positions"]]
        text = "".join(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n" for line in lines)
        Path(path).write_text(text, encoding="utf-8")

    @classmethod
    def imported(cls, path: str | os.PathLike[str], text: str | os.PathLike[str], of: Game | None = None) -> Brain:
        """Make a new brain in the file ``path`` from a text that :meth:`export` wrote."""
        (of or game("tictactoe"))._answer(["brain", "import", os.fspath(path), os.fspath(text)], {}, None)
        return cls(path, of)

    def merge(self, other: Brain | str | os.PathLike[str]) -> BrainCounts:
        """Add what another brain of the same game knows."""
        return self._answer(BrainCounts, "merge", [os.fspath(other.path if isinstance(other, Brain) else other)])

    def reset(self) -> None:
        """Forget everything."""
        self._answer(Answer, "reset", yes=True)


class Record:
    """A game that was played.

    Attributes
    ----------
    tags : dict
        ``Game``, ``First``, ``Second``, ``Result`` and others.
    moves : list of str
        The moves, outcomes of chance included.
    """

    def __init__(self, tags: dict[str, str], moves: list[str]) -> None:
        self.tags = tags
        self.moves = moves

    def __repr__(self) -> str:
        return f"<Record {self.tags.get('Game')} {self.tags.get('Result', '*')} {len(self.moves)} moves>"

    def to_dict(self) -> dict[str, Any]:
        """Return tags and moves."""
        return {**self.tags, "moves": self.moves}

    def _after(self, moves: list[str], of: Game | None) -> Position:
        seed = self.tags.get("Seed", "")
        played = of or game(self.tags["Game"])
        return played.position(self.tags.get("Position"), moves, seed=int(seed) if seed.isdecimal() else 1)

    def position(self, of: Game | None = None) -> Position:
        """Return the last position of the game, which knows all before it.

        Parameters
        ----------
        of
            The game, if it is one of your own.
        """
        return self._after(self.moves, of)

    def positions(self, of: Game | None = None) -> list[Position]:
        """Return all positions of the game, from the first to the last.

        Parameters
        ----------
        of
            The game, if it is one of your own.
        """
        found = [self._after([], of)]
        for move in self.moves:
            found.append(found[-1].play(move))
        return found


_Kind = Literal["table", "proof", "brain", "records"]


@overload
def load(path: str | os.PathLike[str], of: Game | None = None, *, kind: Literal["table"]) -> Table: ...
@overload
def load(path: str | os.PathLike[str], of: Game | None = None, *, kind: Literal["proof"]) -> Proof: ...
@overload
def load(path: str | os.PathLike[str], of: Game | None = None, *, kind: Literal["brain"]) -> Brain: ...
@overload
def load(path: str | os.PathLike[str], of: Game | None = None, *, kind: Literal["records"]) -> list[Record]: ...
@overload
def load(
    path: str | os.PathLike[str], of: Game | None = None, *, kind: None = None
) -> Table | Proof | Brain | list[Record]: ...
def load(
    path: str | os.PathLike[str], of: Game | None = None, *, kind: _Kind | None = None
) -> Table | Proof | Brain | list[Record]:
    """Read a file of the workshop: a table, a proof, a brain, or records of games.

    Parameters
    ----------
    path
        The file. A proof is checked, which may take a while.
    of
        The game, if it is one of your own; others are named in the file.
    kind
        What it has to be, so that checkers of types know what they get.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If it is none of them or not of this kind, is empty, cut short or of another game, or a proof that does not hold.
    RuntimeError
        If a brain is damaged or cut short, or in use by another program or another game object that learns.
    """
    found = _loaded(path, of)
    kinds = {Table: "table", Proof: "proof", Brain: "brain", list: "records"}
    if kind is not None and kinds[type(found)] != kind:
        raise ValueError(f"'{os.fspath(path)}' is a file of the kind '{kinds[type(found)]}', not '{kind}'")
    return found


def _loaded(path: str | os.PathLike[str], of: Game | None) -> Table | Proof | Brain | list[Record]:
    with Path(path).open("rb") as file:
        head = file.read(4096)
    if not head:
        raise ValueError(f"'{os.fspath(path)}' is empty: no table, proof or brain, and no records of games")
    for kind, separator in (("table", b" "), ("proof", b": ")):
        if head.startswith(f"plywood {kind} ".encode()):
            starts = b"game" + separator
            name = next((line for line in head.split(b"\n")[:-1] if line.startswith(starts)), None)
            if name is None:
                raise ValueError(f"'{os.fspath(path)}' is a {kind} that is cut short: it names no game")
            played = _game_of(path, name[len(starts) :].decode(errors="replace"), of)
            if kind == "table":
                return Table(path, played)._check()
            checked = played.verify(path)
            if not checked:
                raise ValueError(f"'{os.fspath(path)}': {checked.incomplete}")
            return Proof(path, played)
    if head.startswith(b"redb"):
        return Brain(path, of)
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"'{os.fspath(path)}' is no table, proof or brain, and no records of games") from None
    records = [Record(dict(tags), moves) for tags, moves in _plywood.read_records(text)]
    if not records:
        raise ValueError(f"'{os.fspath(path)}' is no table, proof or brain, and has no records of games")
    return records
