"""Answers of commands: what the program prints with ``--json``, as objects."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    import pandas
    from typing import Unpack

    from plywood import _parts as parts
    from plywood._game import Position
    from plywood._options import TreeOptions
    from plywood._parts import Proved, Side
    from plywood._values import Values


def _pandas() -> Any:
    """Import pandas, which only tables need."""
    try:
        import pandas
    except ModuleNotFoundError as missing:
        raise ModuleNotFoundError("tables need pandas: pip install pandas pyarrow") from missing
    return pandas


def _is_short(part: object) -> bool:
    """Return whether a part is a single value, or a few of them by name."""
    if isinstance(part, dict):
        return len(part) <= 4 and all(_is_short(value) for value in part.values())
    return not isinstance(part, list)


class Answer:
    """The answer of a command. Its parts are attributes, under the names of ``--json``.

    Attributes
    ----------
    incomplete : str or None
        The reason why this is not all that was asked for.
    """

    #: The part that is a table, for :meth:`to_pandas`.
    _table = ""

    #: In answers to work that may stop before its end; False in all that are incomplete.
    complete: bool

    def __init__(self, parts: Mapping[str, Any], incomplete: str | None = None) -> None:
        self._parts = dict(parts)
        self.incomplete = incomplete

    if not TYPE_CHECKING:
        # Checkers of types know the parts by the annotations of each class.

        def __getattr__(self, name: str) -> Any:
            # Copies ask before there is anything.
            parts = self.__dict__.get("_parts", {})
            if name in parts:
                return parts[name]
            raise AttributeError(f"{type(self).__name__} has no part '{name}'; it has {', '.join(parts)}")

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._parts})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answer) and self._parts == other._parts

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        shown = {name: part for name, part in self._parts.items() if _is_short(part)}
        return f"{type(self).__name__}({', '.join(f'{name}={part!r}' for name, part in shown.items())})"

    def to_dict(self) -> dict[str, Any]:
        """Return all parts, as the program prints them with ``--json``."""
        return dict(self._parts)

    def to_pandas(self) -> pandas.DataFrame:
        """Return the table of the answer as a ``pandas.DataFrame``; a row with the parts if it has none."""
        pandas = _pandas()
        return pandas.DataFrame(self._parts[self._table] if self._table else [self._parts])


class Analysis(Answer):
    """The choice of a bot in a position, and why.

    ``value`` is a number for the side to move, in the points of the bot's evaluation: 1,000,000 for a win that a search
    proved, 1 for a win that was looked up, the payoff in games with payoffs. ``proved`` says ``win``, ``draw`` or
    ``loss`` where that is known.
    """

    _table = "moves"

    game: str
    position: str
    bot: str
    best: str | None
    value: float | None
    proved: Proved | None
    plies: int | None
    exact_plies: bool
    exact: bool
    pv: list[str]
    depth: int | None
    nodes: int
    seconds: float
    nodes_per_second: float | None
    moves: list[parts.MoveValue]
    without_value: list[str]
    unit: str | None
    solved_by: str | None
    #: Where the game explains its positions.
    explanation: str
    #: In finished positions alone, whose value is for this side.
    over: bool
    side: Side

    @property
    def move(self) -> str | None:
        """The best move; None if the game is over."""
        return self.best

    @property
    def alternatives(self) -> list[parts.MoveValue]:
        """The moves whose values are known.

        Each has ``move``, ``value`` for the side to move, ``proved``, ``plies`` and ``exact``.
        """
        return self.moves


class Evaluation(Answer):
    """The static evaluation of a position and its children."""

    _table = "children"

    game: str
    position: str
    evaluation: str
    side: Side
    value: float
    children: list[parts.Child]


class Perft(Answer):
    """The number of paths of a length."""

    game: str
    depth: int
    nodes: int
    seconds: float
    nodes_per_second: float
    #: With ``divide=True``.
    divide: list[parts.MovePaths]


class Count(Answer):
    """The number of positions that can be reached."""

    game: str
    positions: int
    up_to_symmetry: int
    terminal: parts.Ends
    by_ply: list[int]
    seconds: float


class Comparison(Answer):
    """Searches side by side."""

    game: str
    position: str
    levels: list[parts.Level]
    searches: list[parts.ComparedSearch]

    def to_pandas(self) -> pandas.DataFrame:
        """Return a row for each search and depth."""
        rows = [{"bot": search["bot"], **row} for search in self.searches for row in search["depths"]]
        return _pandas().DataFrame(rows)


class Check(Answer):
    """The laws of a game, and how often each was checked."""

    _table = "laws"

    game: str
    ok: bool
    games: int
    cut: int
    laws: list[parts.Law]

    def __bool__(self) -> bool:
        return self.ok


class Verification(Answer):
    """The check of a proof file. It is true if the proof holds."""

    game: str
    position: str | None
    ok: bool
    proved: Proved | None
    plies: int | None
    claims: list[str]
    positions: int
    line_moves: int | None
    connections: int | None
    reason: str | None
    seconds: float

    def __bool__(self) -> bool:
        return self.incomplete is None


class Puzzles(Answer):
    """Positions in which exactly one move wins, or draws."""

    _table = "puzzles"

    game: str
    seed: int
    puzzles: list[parts.Puzzle]
    games: int
    seconds: float


class Training(Answer):
    """A brain after training, with its learning curve; after learning from records what was learnt."""

    _table = "curve"

    game: str
    brain: str
    games: int
    nodes: int
    edges: int
    #: After stages of games.
    seed: int
    trained: int
    resumed_after: int
    games_per_second: float
    seconds: float
    file_bytes: int
    memory_bytes: int
    curve: list[parts.CurvePoint]
    advice: list[str]
    #: After records.
    records: int
    learnt: int
    other_games: int


class Match(Answer):
    """The games of two bots, with intervals of 95 %."""

    game: str
    games: int
    first_bot: parts.MatchBot
    second_bot: parts.MatchBot
    draws: int
    as_first: parts.Tally
    as_second: parts.Tally
    elo: float | None
    elo_margin: float | None
    los: float
    score: parts.Share
    win_share: parts.Interval
    pairs: list[int]
    ended_by_repetition: int
    ended_by_ply_limit: int
    mean_plies: float
    different_games: parts.DifferentGames
    clock: parts.MatchClock | None
    time: parts.MatchTime | None
    failures: parts.MatchFailures | None
    sprt: parts.SequentialTest | None
    seed: int
    seconds: float


class Tournament(Answer):
    """The table of a tournament: the players, the best first."""

    title: str
    games: int
    distinct_games: int
    rounds: int
    players: list[parts.Player]
    pairs: list[parts.Pairing]
    sides: list[parts.FirstMove]
    openings: list[parts.OpeningTally]
    failures: list[parts.TournamentFailure]
    bracket: parts.Bracket | None
    settings: list[list[str]]

    def to_pandas(self) -> pandas.DataFrame:
        """Return a row for each player, with columns such as ``as_first_wins`` for parts of parts."""
        rows = []
        for player in self.players:
            row: dict[str, Any] = {}
            for name, part in player.items():
                row |= {f"{name}_{key}": value for key, value in part.items()} if isinstance(part, dict) else {name: part}
            rows.append(row)
        return _pandas().DataFrame(rows)


class Grades(Answer):
    """How good the moves of players are, measured against exact values."""

    format: int
    game: str
    positions: int
    unknown: int
    decisions: int
    phases: parts.PhaseCut | None
    players: list[parts.GradePlayer]
    source: str
    truth: str
    nodes: int
    seed: int
    seconds: float

    def to_pandas(self) -> pandas.DataFrame:
        """Return a row for each player, with the shares and means of all its moves."""
        rows = []
        for player in self.players:
            figures = player["all"]
            row: dict[str, Any] = {"name": player["name"], "moves": figures["kept"]["of"]}
            row |= {key: figures[key]["share"] for key in ("kept", "decisions")}
            row |= {key: figures[key]["mean"] for key in ("regret", "longer_wins")}
            row |= dict(figures["blunders"] or {})
            rows.append(row | {"failed": figures["failed"], "mean_seconds": figures["mean_seconds"]})
        return _pandas().DataFrame(rows)


class Tuning(Answer):
    """The weights of an evaluation after tuning."""

    game: str
    evaluation: str | None
    weights: parts.Numbers
    built_in: parts.Numbers
    eval: str | None
    option: str
    bot: str
    iterations: int
    games: int
    test: parts.TuningTest | None
    seed: int
    seconds: float


class Playouts(Answer):
    """Games that were played at random."""

    games: int
    first_wins: int
    second_wins: int
    draws: int
    mean_plies: float


class Description(Answer):
    """The rules of a game for a player, its options, evaluations and bots."""

    game: str
    how_to_play: str
    parameters: list[parts.Parameter]
    players: list[str]
    chance: bool
    lines: int | None
    symmetries: int
    default_depth: int | None
    evaluations: list[parts.EvaluationInfo]
    own_bots: list[parts.BotInfo]


class BrainStats(Answer):
    """What a brain is of, how much it knows, and its learning curve."""

    _table = "curve"

    game: str
    games: int
    nodes: int
    edges: int
    alpha: float
    gamma: float
    prove: int
    symmetry: bool
    loops: Literal["after", "at-once"]
    kind: Literal["graph", "ntuple", "both"]
    rate: float | None
    #: The decay of traces is named as in JSON: ``stats.to_dict()["lambda"]``.
    network: parts.Network | None
    proved: parts.ProvedCounts | None
    played: int | None
    visits: int | None
    file_bytes: int
    run: parts.TrainingRun | None
    curve: list[parts.CurvePoint]


class KnownMoves(Answer):
    """What a brain knows of the moves of a position."""

    _table = "moves"

    game: str
    brain: str
    position: str
    turn: Literal["first", "second", "chance", "over"]
    moves: list[parts.KnownMove]
    value: float | None
    reasons: list[parts.Reason]


class BrainCounts(Answer):
    """How much a brain knows."""

    brain: str
    games: int
    nodes: int
    edges: int


class _OfPosition(Answer):
    """An answer that asks again about its position, with the options that it was made with."""

    def __init__(
        self, parts: Mapping[str, Any], incomplete: str | None, position: Position, options: dict[str, Any]
    ) -> None:
        super().__init__(parts, incomplete)
        self._position = position
        self._options = options


class Tree(_OfPosition):
    """The tree of a game, a strategy, a search or a proof. It draws itself in a notebook.

    Parameters
    ----------
    position : Position
        The root.
    options : dict
        The options that it was made with.
    """

    _table = "nodes"

    game: str
    position: str
    view: Literal["full", "coloured", "decision", "trace", "proof", "numbers"]
    merged: bool
    solved: bool
    strategy: parts.TreeStrategy | None
    search: parts.TreeSearch | None
    proof: parts.TreeProof | None
    question: parts.TreeQuestion | None
    shown: int
    left_out: int
    left_out_more: bool
    cut_at: int | None
    nodes: list[parts.TreeNode]

    def save(self, path: str | os.PathLike[str], **options: Unpack[TreeOptions]) -> None:
        """Draw the tree to a file; its ending says how: ``.svg``, ``.png``, ``.pdf``, ``.dot``, ``.txt``, ``.json``.

        Parameters
        ----------
        path
            The file.
        **options
            Options of the picture: ``title``, ``subtitle``, ``boards``, ``dark``, ``animate``, ...
        """
        self._position._answer("tree", [], {**self._options, **options, "out": os.fspath(path)}, None)

    def svg(self, **options: Unpack[TreeOptions]) -> str:
        """Return the picture as SVG; options are those of :meth:`save`."""
        import tempfile

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "tree.svg"
            self.save(path, **options)
            return path.read_text(encoding="utf-8")

    def _repr_svg_(self) -> str:
        return self.svg()


class Solution(_OfPosition):
    """The exact value of a position, and of every other position that is asked for.

    ``solution[position]`` is the :attr:`value` of another position of the game. The parts have one shape for all methods:
    ``to_dict()["value"]`` is a number, 1 for a win, and ``proved`` the word.
    """

    format: int
    game: str
    position: str
    method: Literal["search", "enumerate", "proof", "race", "iterate", "within"]
    #: The side whose value it is: the side to move, or the first player where chance decides.
    side: Side
    proved: Proved | None
    plies: int | None
    exact_plies: bool | None
    win_probability: float | None
    error_bound: float | None
    best: str | None
    pv: list[str]
    moves: list[parts.SolvedMove]
    nodes: int
    seconds: float
    #: Where the game explains its positions.
    explanation: str
    #: In finished positions alone.
    over: bool
    #: With ``method="search"``.
    depth: int | None
    #: With ``method="enumerate"``; ``positions`` and ``bytes`` with a proof too, ``endless`` and ``positions`` with
    #: ``method="iterate"``.
    endless: bool
    endless_draws: int
    finished: int
    longest: int
    positions: int | None
    up_to_symmetry: int
    wins: int
    draws: int
    losses: int
    bytes: int | None
    rows: int | None
    letters: int | None
    sent_bytes: int | None
    resumed: int | None
    #: With ``method="proof"``.
    claims: list[str]
    #: With ``method="race"``.
    holds: list[list[int]]
    against: parts.AgainstHold | None
    #: With ``method="iterate"``.
    sweeps: int
    #: With ``within``.
    forced: bool | None
    none_within: int

    @property
    def value(self) -> Proved | float | None:
        """The value: ``win``, ``draw`` or ``loss`` for :attr:`side`, the side to move.

        In games with payoffs it is the payoff, with dice the probability of winning, and a number with
        ``method="iterate"``. None if it was not found.
        """
        known: Iterable[Any] = (self._parts[key] for key in ("proved", "win_probability", "value"))
        return next((value for value in known if value is not None), None)

    @property
    def payoff(self) -> float | None:
        """The points for the side to move in games that end in points; None in others."""
        is_points = self._parts["method"] == "search" and self._parts["proved"] is None
        points: float | None = self._parts["value"] if is_points else None
        return points

    def __getitem__(self, position: Position) -> Proved | float | None:
        if self._position.game._own(position) == self._position:
            return self.value
        return position.solve(**self._kept()).value

    def _kept(self) -> Any:
        """Return the options that hold for other positions too."""
        kept = ("method", "table", "max_memory", "error")
        return {key: value for key, value in self._options.items() if key in kept}

    def values(self, positions: Iterable[Position | str]) -> Values:
        """Return the values of many positions as arrays, found on all cores. See :meth:`Game.solve`.

        Examples
        --------
        >>> import plywood as pw
        >>> g = pw.game("mnk:m=4,n=3,k=3")
        >>> g.solve().values([g.start(), g.start().play("a1")]).value.tolist()
        [1.0, -1.0]
        """
        return self._position.game.solve(positions, **self._kept())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write what :func:`plywood.load` reads again: the table of all values, or the proof if ``method="proof"``.

        Parameters
        ----------
        path
            The file.
        """
        method = self._options.get("method")
        method = method if method in ("enumerate", "proof") else "enumerate"
        self._position._solve({"method": method, "out": os.fspath(path)})
