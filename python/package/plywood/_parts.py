"""The parts of answers that are objects themselves, as they are in JSON."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

#: A proved value.
Proved = Literal["win", "draw", "loss"]

#: A player.
Side = Literal["first", "second"]


class MoveValue(TypedDict):
    """A move and its value for the side to move."""

    move: str
    value: float | None
    proved: Proved | None
    plies: int | None
    exact: bool


class SolvedMove(TypedDict):
    """A move or an outcome of chance and its value for the side."""

    move: str
    probability: float | None
    value: float | None
    proved: Proved | None
    plies: int | None
    exact_plies: bool | None
    win_probability: float | None
    error_bound: float | None


class Child(TypedDict):
    """A move and the evaluation after it."""

    move: str
    value: float


class MovePaths(TypedDict):
    """A move and the paths that begin with it."""

    move: str
    nodes: int


class Ends(TypedDict):
    """Finished positions by their winner."""

    first: int
    second: int
    draw: int


class Level(TypedDict):
    """A depth of a tree."""

    depth: int
    positions: float
    standard_error: float | None
    branching: float | None
    tree: float
    counted: bool
    least: float | None


class SearchDepth(TypedDict):
    """A search to a depth."""

    depth: int
    nodes: int
    seconds: float
    best: str
    value: float | None
    proved: Proved | None
    effective_branching: float


class ComparedSearch(TypedDict):
    """A search at all its depths."""

    bot: str
    depths: list[SearchDepth]


class Law(TypedDict):
    """A law and how often it was checked."""

    law: str
    checked: int
    failed: int
    example: str | None


class Puzzle(TypedDict):
    """A position in which exactly one move wins, or draws."""

    version: int
    game: str
    position: str
    side: Side
    goal: Literal["win", "draw"]
    plies: int | None
    solution: list[str]
    difficulty: int


class CurvePoint(TypedDict):
    """The results of a learner against an opponent after some games."""

    games: int
    opponent: str
    wins: int
    draws: int
    losses: int
    score: float
    low: float
    high: float


class SearchDifference(TypedDict):
    """The first difference between a search and the plain one."""

    position: str
    kind: Literal["value", "move", "visited", "error", "endless"]
    path: list[str]
    yours: float | str | bool
    right: float | str | bool | None
    text: str


class TreeNode(TypedDict):
    """A node of a tree. Values are for the first player."""

    parent: int | None
    move: str | None
    turn: Literal["first", "second", "chance", "over"]
    ply: int
    position: str
    ways: int
    also: list[int]
    probability: float | None
    order: int | None
    depth: int | None
    window: list[float | None] | None
    window_after: list[float | None] | None
    window_text: str | None
    value: float | None
    proved: Proved | None
    plies: int | None
    exact: bool | None
    value_text: str | None
    bound: str | None
    end: str | None
    threats: list[str] | None
    pairs: list[list[str]] | None
    by_weight: bool
    by_connections: bool
    elsewhere: bool
    principal: bool
    winner: Literal["first", "second", "draw"] | None
    visits: int | None
    mean: float | None
    numbers: list[int | None] | None
    hidden: int


class TreeStrategy(TypedDict):
    """The strategy that a tree shows."""

    player: Side
    value: float | None
    proved: Proved | None
    leaves: int
    nodes: int


class TreeSearch(TypedDict):
    """The search that a tree shows."""

    bot: str
    best: str
    value: float | None
    proved: Proved | None
    nodes: int
    complete: bool


class TreeProof(TypedDict):
    """The proof that a tree shows."""

    player: Side
    claim: Literal["wins", "holds"]
    plies: int | None
    positions: int


class TreeQuestion(TypedDict):
    """The question that a search by proof numbers answers."""

    player: Side
    wins: bool | None
    nodes: int
    complete: bool


class MatchBot(TypedDict):
    """A bot of a match."""

    name: str
    wins: int


class Tally(TypedDict):
    """Games by their results."""

    wins: int
    draws: int
    losses: int


class Interval(TypedDict):
    """An interval of 95 %."""

    low: float
    high: float


class Share(Interval):
    """A share with its interval of 95 %."""

    share: float


class DifferentGames(TypedDict):
    """The number of different games among the first ones."""

    of_the_first: int
    are: int


class MatchClock(TypedDict):
    """The clock of a match."""

    seconds: float
    increment: float
    grace_ms: float


class TimeSpent(TypedDict):
    """The time of a bot's moves."""

    time_losses: int
    mean_ms: float | None
    max_ms: float
    late: int
    max_late_ms: float
    start_ms: float


class MatchTime(TypedDict):
    """The time of both bots."""

    first_bot: TimeSpent
    second_bot: TimeSpent


class MatchFailures(TypedDict):
    """Games that a program from outside, or a function, lost by failing."""

    first_bot: int
    second_bot: int
    first_reason: str


class SequentialTest(TypedDict):
    """The end of a sequential test."""

    elo0: float
    elo1: float
    llr: float
    trinomial_llr: float
    lower: float
    upper: float
    verdict: Literal["accepted H1", "accepted H0", "undecided"]


class SwissScore(TypedDict):
    """The points of a player in a Swiss tournament."""

    points: float
    buchholz: float
    sonneborn_berger: float
    byes: int


class Player(TypedDict):
    """A player of a tournament."""

    name: str
    score: float
    games: int
    wins: int
    draws: int
    losses: int
    as_first: Tally
    as_second: Tally
    distinct_games: int
    rating: float
    low: float
    high: float
    los_to_next: float | None
    swiss: SwissScore | None
    time_losses: int
    failures: int
    mean_ms: float | None
    max_ms: float
    start_ms: float


class GradedShare(TypedDict):
    """A share of moves, with its interval of 95 %."""

    right: int
    of: int
    share: float | None
    low: float
    high: float


class GradedMean(TypedDict):
    """A mean, with its interval of 95 %."""

    of: int
    mean: float | None
    low: float | None
    high: float | None


class Blunders(TypedDict):
    """The moves that made a worse outcome of one."""

    won_to_drawn: int
    drawn_to_lost: int
    won_to_lost: int


class GradeFigures(TypedDict):
    """The moves of a player, measured against exact values."""

    unknown: int
    kept: GradedShare
    decisions: GradedShare
    regret: GradedMean
    regret_points: GradedMean | None
    longer_wins: GradedMean
    blunders: Blunders | None
    failed: int
    mean_seconds: float | None
    longest_seconds: float | None


class GradePhases(TypedDict):
    """The figures of each phase of the game."""

    opening: GradeFigures
    middle: GradeFigures
    end: GradeFigures


class GradeKinds(TypedDict):
    """The figures of positions that are won, drawn and lost for the player to move."""

    won: GradeFigures
    drawn: GradeFigures
    lost: GradeFigures


class GradePlayer(TypedDict):
    """A player that was graded. A worst move has ``position``, ``move``, ``best``, ``line`` and more."""

    name: str
    all: GradeFigures
    phases: GradePhases | None
    kinds: GradeKinds | None
    worst: list[dict[str, Any]]
    failures: list[str]


class PhaseCut(TypedDict):
    """The plies with which the middle and the end of a game begin."""

    middle_from: int
    end_from: int


class Pairing(TypedDict):
    """Two players of a tournament, and the results of the first of them."""

    players: list[str]
    wins: int
    draws: int
    losses: int
    pentanomial: list[int]
    los: float


class FirstMove(TypedDict):
    """The worth of moving first in a game."""

    game: str
    first: Tally
    score: Share
    advantage: float
    advantage_low: float
    advantage_high: float
    draws_between_equals: float


class OpeningTally(TypedDict):
    """The results of an opening for the first player."""

    game: str
    opening: str
    first: Tally


class TournamentFailure(TypedDict):
    """A game that a player lost by failing."""

    player: str
    game: int
    reason: str


class Tie(TypedDict):
    """Two players of a knockout, of whom one goes on."""

    players: list[str | None]
    points: list[float]
    rounds: int
    winner: str | None
    by_seed: bool


class TuningTest(TypedDict):
    """The match of tuned weights against the built-in ones."""

    games: int
    wins: int
    draws: int
    losses: int
    pairs: list[int]
    elo: float | None
    elo_margin: float | None
    sprt: SequentialTest | None


class Parameter(TypedDict):
    """An option of a game or a bot."""

    key: str
    default: str | None
    values: str
    about: str


class Weight(TypedDict):
    """A weight of an evaluation."""

    name: str
    value: int
    min: int
    max: int


class EvaluationInfo(TypedDict):
    """An evaluation of a game."""

    name: str
    about: str
    weights: list[Weight]


class BotInfo(TypedDict):
    """A bot and its options."""

    name: str
    about: str
    parameters: list[Parameter]
    #: The only game that it plays, in :func:`plywood.bots`.
    game: NotRequired[str | None]


class GameInfo(TypedDict):
    """A game of the list."""

    name: str
    title: str
    about: str
    aliases: list[str]
    samples: list[str]
    parameters: list[Parameter]


class Network(TypedDict):
    """The size of a learner's network."""

    tuples: int
    weights: int
    learnt: int


class ProvedCounts(TypedDict):
    """Proved positions by their value."""

    win: int
    draw: int
    loss: int


class TrainingRun(TypedDict):
    """The last training run of a brain."""

    plan: str
    done: int
    games: int
    finished: bool


class KnownMove(TypedDict):
    """What a brain knows of a move: the keys from ``q`` on are there if it is known."""

    move: str
    known: bool
    estimate: float | None
    line: list[str] | None
    q: NotRequired[float]
    visits: NotRequired[int]
    proved: NotRequired[Proved | None]
    plies: NotRequired[int | None]
    tries: NotRequired[int]
    result: NotRequired[float]


class ReasonCell(TypedDict):
    """A cell of a tuple and what it shows."""

    cell: str
    shows: str


class Reason(TypedDict):
    """A tuple that counts much in a value."""

    share: float
    cells: list[ReasonCell]


class AgainstHold(TypedDict):
    """The best results against a player who holds at a turn total."""

    bot: str
    optimal: dict[str, float]
    response: dict[str, float]
    itself: dict[str, float]


#: A bracket of a knockout: its stages.
Bracket = list[list[Tie]]

#: Weights or options by name.
Numbers = dict[str, Any]
