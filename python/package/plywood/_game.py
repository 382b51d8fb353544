"""Games and their positions."""

from __future__ import annotations

import ast
import json
import os
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, TypeVar, Unpack, overload

from plywood import _plywood
from plywood._answers import (
    Analysis,
    Answer,
    Check,
    Comparison,
    Count,
    Description,
    Evaluation,
    Grades,
    Match,
    Perft,
    Playouts,
    Puzzles,
    Solution,
    Tournament,
    Training,
    Tree,
    Tuning,
    Verification,
)
from plywood._progress import Callback, Line

if TYPE_CHECKING:
    from concurrent.futures import Executor

    import numpy as np
    from numpy.typing import NDArray

    from plywood._batch import Batch
    from plywood._bots import Bot
    from plywood._files import Brain, Proof, Table
    from plywood._mcts import Evaluate, Mcts
    from plywood._options import (
        AnalyseOptions,
        CheckOptions,
        CompareOptions,
        CountOptions,
        GradeOptions,
        LearnOptions,
        MatchOptions,
        PerftOptions,
        PuzzlesOptions,
        SearchTreeOptions,
        SolveOptions,
        TournamentOptions,
        TuneOptions,
    )
    from plywood._parts import BotInfo, GameInfo, Side
    from plywood._positions import Positions
    from plywood._values import Values

_Answer = TypeVar("_Answer", bound=Answer)
_Written = TypeVar("_Written")


def _plain(value: Any) -> Any:
    """Return NumPy's truth values and numbers as Python's."""
    return value.item() if type(value).__module__ == "numpy" and getattr(value, "ndim", None) == 0 else value


def _words(options: Mapping[str, Any]) -> list[str]:
    """Write options as the program's: ``max_plies=3`` is ``--max-plies=3``, ``lambda_=0`` ``--lambda=0``."""
    words = []
    for name, given in options.items():
        flag, value = "--" + name.rstrip("_").replace("_", "-"), _plain(given)
        if value is None or value is False:
            continue
        if value is True:
            words.append(flag)
        elif name == "seconds":
            words.append(f"--time={value}s")
        elif isinstance(value, list):
            for each in value:
                words += _words({name: each})
        elif isinstance(value, tuple):
            words += [flag, *(str(each) for each in value)]
        else:
            words.append(f"{flag}={os.fspath(value) if isinstance(value, os.PathLike) else value}")
    return words


def _alike(one: Any, other: Any) -> bool:
    """Return true if two values are equal, or would be after a way through another process."""
    import pickle

    try:
        if one == other:
            return True
    except Exception:
        # Arrays have no single answer.
        pass
    try:
        return pickle.dumps(one) == pickle.dumps(other)
    except Exception:
        return False


def _named(name: str, options: Mapping[str, Any]) -> str:
    """Append options to the name of a game or a bot: ``gravity=True`` is ``gravity=on``, ``seconds=1`` ``time=1s``."""
    word = {True: "on", False: "off"}
    plain = {key.rstrip("_"): _plain(value) for key, value in options.items() if value is not None}
    given = [
        f"time={value}s" if key == "seconds" else f"{key}={word[value] if isinstance(value, bool) else value}"
        for key, value in plain.items()
    ]
    return name + ((",", ":")[":" not in name] + ",".join(given) if given else "")


def _in_json(options: Mapping[str, Any]) -> str:
    """Write options that are set as JSON."""
    given = {name.rstrip("_"): _plain(value) for name, value in options.items() if value is not None}
    given = {name: value for name, value in given.items() if value is not False}
    return json.dumps(given, default=lambda it: os.fspath(it) if isinstance(it, os.PathLike) else str(it))


def _line(progress: bool | Callback | None) -> Line | None:
    return Line() if progress is True else None


def _callback(line: Line | None, progress: bool | Callback | None) -> Callback | None:
    return line or (progress if callable(progress) else None)


def _close(line: Line | None) -> None:
    if line is not None:
        line.close()


def _reported(
    progress: bool | Callback | None, work: Callable[[Callback | None], tuple[str, str | None, list[str]]]
) -> tuple[Any, str | None, list[Any]]:
    """Do work that reports its progress; return its answer, the reason if that is not all, and the lines of a batch."""
    line = _line(progress)
    try:
        answer, incomplete, lines = work(_callback(line, progress))
    finally:
        _close(line)
    return json.loads(answer), incomplete, [json.loads(text) for text in lines]


def _fits_lines(texts: list[str]) -> bool:
    """Return true if each position can be a line of a batch, where some words mean something else."""
    return not any(
        text.startswith("#") or "moves" in text.split() or " ".join(text.split()) != text for text in texts
    )


def _answers(lines: list[dict[str, Any]], texts: list[str]) -> list[dict[str, Any]]:
    """Return the answers about these positions in the lines of a batch."""
    for line in lines:
        if "error" in line:
            raise ValueError(f"position '{texts[line['line'] - 1]}': {line['error']['message']}")
        del line["line"]
    return lines


class Game:
    """The rules of a game: one of the list, from :func:`game`, or your own.

    For your own rules, make a subclass. A state is any value that is not changed; moves are words. Two games are equal if
    they are of one class and have the same attributes: those of ``__getstate__``, as in a copy from another process.

    Attributes
    ----------
    name : str
        The name of the game; by default that of the class in small letters.
    actions : list of str or None
        All moves, if programs that learn are to play by number.
    default_depth : int or None
        The depth of searches without a limit, in plies; None to search to the end.
    greatest_payoff : float
        An upper bound on all payoffs, at least 1.

    Examples
    --------
    Take one to three sticks; the player who takes the last one wins:

    >>> class Sticks(Game):
    ...     def initial(self):
    ...         return (21, "first")
    ...     def turn(self, state):
    ...         return state[1]
    ...     def outcome(self, state):
    ...         left, mover = state
    ...         return None if left else ("second" if mover == "first" else "first")
    ...     def legal_moves(self, state):
    ...         return [str(n) for n in range(1, min(3, state[0]) + 1)]
    ...     def child(self, state, move):
    ...         return (state[0] - int(move), "second" if state[1] == "first" else "first")
    >>> sticks = Sticks()
    >>> sticks.solve().value
    'win'
    >>> sticks.start().analyse("perfect").move
    '1'
    """

    actions: ClassVar[Sequence[str] | None] = None
    default_depth: ClassVar[int | None] = 4
    greatest_payoff: ClassVar[float] = 1.0

    _rules: _plywood.Rules
    _checked: bool

    def __new__(cls, *args: Any, **kwargs: Any) -> Self:
        """Make a game; its rules are opened when they are first needed."""
        if cls is Game:
            raise TypeError("make a subclass of Game for your own rules; game('tictactoe') opens one of the list")
        return super().__new__(cls)

    @classmethod
    def _opened(cls, name: str) -> Game:
        opened: Game = object.__new__(Game)
        opened._rules = _plywood.Rules(name)
        opened._checked = True
        opened.__dict__["greatest_payoff"] = opened._rules.greatest_payoff
        return opened

    def __getattr__(self, name: str) -> Any:
        if name == "_rules":
            self._checked = False
            # The native part knows these rules, and they know it: one of them has to let go.
            self._rules = _plywood.Rules.own(self.name, weakref.proxy(self))
            return self._rules
        raise AttributeError(f"'{type(self).__name__}' has no attribute '{name}'")

    @property
    def name(self) -> str:
        """The full name, which opens the game again."""
        rules = self.__dict__.get("_rules")
        return type(self).__name__.lower() if rules is None else rules.name

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        if self is other or type(self) is not type(other):
            return self is other
        return self.name == other.name and (type(self) is Game or _alike(self.__getstate__(), other.__getstate__()))

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> Any:
        return (game, (self.name,)) if type(self) is Game else super().__reduce__()

    def __getstate__(self) -> Any:
        own = {name: value for name, value in self.__dict__.items() if name not in ("_rules", "_checked")}
        state = super().__getstate__()
        return (own, state[1]) if isinstance(state, tuple) else own

    # The rules of your own game.

    def initial(self) -> Any:
        """Return the state that a game starts from. Yours has to say."""
        raise self._missing("initial()")

    def turn(self, state: Any) -> str:
        """Return the side that decides in a state, ``first`` or ``second``, or ``chance``. Yours has to say."""
        raise self._missing("turn(state)")

    def outcome(self, state: Any) -> str | float | None:
        """Return ``first``, ``second``, ``draw`` or what the second player pays the first; None if the game goes on."""
        raise self._missing("outcome(state)")

    def legal_moves(self, state: Any) -> Iterable[str]:
        """Return the moves of a decision, always in the same order, at least one. Yours has to say."""
        raise self._missing("legal_moves(state)")

    def chance_outcomes(self, state: Any) -> Iterable[tuple[str, float]]:
        """Return the outcomes of a chance node and their probabilities. Games with dice have to say."""
        raise self._missing("chance_outcomes(state)")

    def child(self, state: Any, move: str) -> Any:
        """Return the state after a move, which leaves the old one as it is. Yours has to say."""
        raise self._missing("child(state, move)")

    def evaluate(self, state: Any) -> float:
        """Return an estimate in points for the first player, between -1000 and 1000. Optional."""
        raise NotImplementedError

    def rows(self, state: Any) -> list[str]:
        """Return the board as rows of letters. Optional.

        A dot is a free place and a blank none; ``x`` and capitals are pieces of the first player, ``o`` and small
        letters those of the second.
        """
        raise NotImplementedError

    def state_text(self, state: Any) -> str:
        """Return a state as a line of text; the default is its ``repr``. Equal states have equal texts."""
        return repr(state)

    def parse_state(self, text: str) -> Any:
        """Return the state of a text. The default reads a Python literal."""
        return ast.literal_eval(text)

    def _missing(self, method: str) -> NotImplementedError:
        """Make the exception of a method that the rules lack, which names the one that was meant to be it."""
        from difflib import get_close_matches

        own = [name for name in dir(type(self)) if not hasattr(Game, name)]
        name = method.split("(")[0]
        wrong = next((given for given in own if given.replace("_", "").lower() == name.replace("_", "")), None)
        like = [wrong] if wrong else get_close_matches(name, own, n=1)
        hint = f"; is '{like[0]}' meant to be it?" if like else ""
        return NotImplementedError(f"{type(self).__name__} needs a method {method}{hint}")

    def _overrides(self, method: str) -> bool:
        return getattr(type(self), method) is not getattr(Game, method)

    # What can be done with any game.

    def _answer(
        self,
        words: list[str],
        options: Mapping[str, Any],
        progress: bool | Callback | None,
        bots: Mapping[str, Callable[[Position], str | int]] | None = None,
    ) -> tuple[Any, str | None, list[Any]]:
        rules, asked = self._rules, dict(options)
        if self._checked:
            asked["unchecked"] = True
        playing = {name: self._playing(bot) for name, bot in (bots or {}).items()}
        answered = _reported(progress, lambda callback: rules.answer([*words, *_words(asked)], callback, playing))
        if words[0] in ("count", "puzzles", "match", "tournament", "learn") and not asked.get("unchecked"):
            self._checked = True
        return answered

    def _ask(
        self,
        question: str,
        options: Mapping[str, Any],
        place: tuple[str | None, str] = (None, ""),
        lines: str | None = None,
        progress: bool | Callback | None = None,
    ) -> tuple[Any, str | None, list[Any]]:
        """Ask a question about a place, a start and moves, or about each of some lines."""
        rules, asked = self._rules, dict(options)
        unchecked = bool(asked.pop("unchecked", False)) or self._checked
        text = _in_json(asked)
        answered = _reported(
            progress, lambda callback: rules.ask(question, text, place, lines, callback, unchecked)
        )
        self._checked = self._checked or not unchecked
        return answered

    def _spread(
        self,
        executor: Executor,
        parts: int,
        words: list[str],
        options: Mapping[str, Any],
        progress: bool | Callback | None,
        bots: Mapping[str, Callable[[Position], str | int]],
        outputs: Sequence[str | os.PathLike[str]] = (),
        added: str | os.PathLike[str] | None = None,
    ) -> tuple[Any, str | None]:
        """Do the work of a command by an executor, in parts. At the end write ``outputs``, and add records to ``added``."""
        from plywood import _executor

        line = _line(progress)
        try:
            answered = _executor.merged(
                executor, parts, (self, words, options, bots), outputs, added, _callback(line, progress)
            )
        finally:
            _close(line)
        self._checked = True
        return answered

    def _command(
        self,
        kind: type[_Answer],
        command: str,
        words: list[str],
        options: Mapping[str, Any],
        progress: bool | Callback | None,
    ) -> _Answer:
        answer, incomplete, _ = self._answer([command, self.name, *words], options, progress)
        return kind(answer, incomplete)

    def start(self, *, seed: int = 1) -> Position:
        """Return the opening.

        Parameters
        ----------
        seed
            Random seed of the events of chance.
        """
        return Position(self, self._rules.begin(None, "", seed))

    def position(self, text: str | None = None, moves: str | Iterable[str] = "", *, seed: int = 1) -> Position:
        """Return the position of a text, and moves from there.

        Parameters
        ----------
        text
            The position; None for the opening.
        moves
            Moves and outcomes of chance, in a text with blanks or one by one.
        seed
            Random seed of the events of chance.

        Examples
        --------
        >>> game("tictactoe").position("xox/o1o/x2 x").analyse().move
        'b2'
        """
        line = moves if isinstance(moves, str) else " ".join(moves)
        return Position(self, self._rules.begin(text, line, seed))

    def describe(self) -> Description:
        """Return the rules for a player, options, evaluations and more: ``plywood games GAME``."""
        return self._command(Description, "games", [], {}, None)

    @overload
    def solve(
        self, positions: None = None, *, progress: bool | Callback | None = None, **options: Unpack[SolveOptions]
    ) -> Solution: ...

    @overload
    def solve(
        self,
        positions: Iterable[Position | str],
        *,
        executor: Executor | None = None,
        progress: bool | Callback | None = None,
        **options: Unpack[SolveOptions],
    ) -> Values: ...

    def solve(
        self,
        positions: Iterable[Position | str] | None = None,
        *,
        executor: Executor | None = None,
        progress: bool | Callback | None = None,
        **options: Unpack[SolveOptions],
    ) -> Solution | Values:
        """Find the exact value of the opening, or those of many positions as arrays.

        Many positions are solved on all cores. Where the game has a solver of its own, as connect four has, they share one
        table of positions, which the game keeps for later calls; ``table`` is its largest size in MiB.

        Parameters
        ----------
        positions
            Positions of this game, or their texts. Only the position counts, not the moves that led there.
        executor
            Solves the positions in parts, as for :meth:`match`; on one thread each.
        progress
            True for a progress line, or a function that receives words, parts done and their number.
        **options
            Those of :meth:`Position.solve`; with ``positions`` those that name files have no place.

        Examples
        --------
        >>> g = game("connect4", m=5, n=5)
        >>> p = g.position(moves="c c c c")
        >>> g.solve([p.play(move) for move in p.legal_moves]).value.tolist()
        [1.0, 0.0, 1.0, 0.0, 1.0]
        """
        if positions is None:
            if executor is not None:
                raise ValueError("an executor solves many positions; one has no parts")
            return self.start().solve(progress=progress, **options)
        from plywood._values import Values

        texts = [position if isinstance(position, str) else self._own(position).text for position in positions]
        rules, asked = self._rules, dict(options)
        unchecked = bool(asked.pop("unchecked", False)) or self._checked
        line = _line(progress)
        try:
            if executor is not None:
                from plywood import _executor

                given = {**asked, "unchecked": unchecked}
                return Values(texts, *_executor.solved(executor, self, texts, given, _callback(line, progress)))
            arrays = rules.values(_in_json(asked), texts, _callback(line, progress), unchecked)
        finally:
            _close(line)
        self._checked = self._checked or not unchecked
        return Values(texts, *arrays)

    def bot(self, name: str, *, seed: int = 1) -> Bot:
        """Return a bot that is kept from move to move, with its tree, its table or its program. See :class:`Bot`."""
        from plywood._bots import Bot

        return Bot(self, name, seed)

    def tree(
        self, bot: str | None = None, *, progress: bool | Callback | None = None, **options: Unpack[SearchTreeOptions]
    ) -> Tree:
        """Return the tree from the opening. See :meth:`Position.tree`."""
        return self.start().tree(bot, progress=progress, **options)

    def match(
        self,
        first: str | Callable[[Position], str | int],
        second: str | Callable[[Position], str | int],
        *,
        executor: Executor | None = None,
        progress: bool | Callback | None = None,
        **options: Unpack[MatchOptions],
    ) -> Match:
        """Play many games between two bots, sides swapped every game.

        Parameters
        ----------
        first, second
            Names of bots, or functions from a position to a move or its number. A function whose answer is no legal move loses
            the game: ``failures`` counts such games. An exception ends the match and is raised.
        executor
            Any executor of ``concurrent.futures``, of this computer or of many: it plays the games in parts, each on one
            thread. The games are the same as without it. Games and functions of yours are pickled.
        progress
            True for a progress line, or a function that receives words, parts done and their number.
        **options
            Those of ``plywood match``: ``games``, ``seed``, ``jobs``, ``openings``, ``clock``, ``sprt``,
            ``max_plies``, ``save``.

        Examples
        --------
        >>> result = game("tictactoe").match("engine", "random", games=20, seed=1)
        >>> result.first_bot["wins"] + result.draws
        20
        """
        names, functions = self._bots([first, second])
        words = ["match", self.name, *names]
        if executor is None:
            answer, incomplete, _ = self._answer(words, options, progress, functions)
            return Match(answer, incomplete)
        asked: dict[str, Any] = dict(options)
        if asked.get("sprt"):
            raise ValueError("a sequential test has no parts, because it ends by the games before; leave out executor")
        save, pairs = asked.pop("save", None), (int(asked.get("games") or 100) + 1) // 2
        return Match(*self._spread(executor, pairs, words, asked, progress, functions, added=save))

    def _bots(
        self, bots: Iterable[str | Callable[[Position], str | int]]
    ) -> tuple[list[str], dict[str, Callable[[Position], str | int]]]:
        """Give functions names, by which they play."""
        names, functions = [], {}
        for number, bot in enumerate(bots, 1):
            if callable(bot):
                name = f"{getattr(bot, '__name__', 'bot')}_{number}".replace("<lambda>", "lambda")
                functions[name] = bot
                names.append(name)
            else:
                names.append(bot)
        return names, functions

    def tournament(
        self,
        players: Mapping[str, str | Callable[[Position], str | int]],
        *,
        executor: Executor | None = None,
        progress: bool | Callback | None = None,
        **options: Unpack[TournamentOptions],
    ) -> Tournament:
        """Hold a tournament.

        Parameters
        ----------
        players
            Bots or functions from a position to a move or its number, by the names of the players. Answers that are no legal
            move lose the game, as in :meth:`match`.
        executor
            Plays the games in parts, as for :meth:`match`: of a round robin or a gauntlet. ``records`` is a new file.
        progress
            True for a progress line, or a function that receives words, parts done and their number.
        **options
            Those of ``plywood tournament``: ``pairs``, ``format``, ``rounds``, ``openings``, ``clock``, ``records``,
            ``output``, ``seed``, ``jobs``.

        Examples
        --------
        >>> league = {"strong": "engine", "random": "random", "first": "first"}
        >>> table = game("tictactoe").tournament(league, openings="random:1", seed=1)
        >>> table.players[0]["name"]
        'strong'
        """
        names, functions = self._bots(players.values())
        named = [f"{name}={bot}" for name, bot in zip(players, names, strict=True)]
        words = ["tournament", "--game", self.name, *(f"--player={player}" for player in named)]
        return self._tournament(words, len(named), executor, progress, functions, options)

    def _tournament(
        self,
        words: list[str],
        players: int | None,
        executor: Executor | None,
        progress: bool | Callback | None,
        functions: Mapping[str, Callable[[Position], str | int]],
        options: TournamentOptions,
    ) -> Tournament:
        """Hold the tournament of these words; its number of players is not known if a file has them."""
        if executor is None:
            answer, incomplete, _ = self._answer(words, options, progress, functions)
            return Tournament(answer, incomplete)
        asked: dict[str, Any] = dict(options)
        if asked.get("format") in ("swiss", "knockout"):
            raise ValueError(f"a tournament of the format {asked['format']} has no parts; leave out executor")
        outputs, records = asked.pop("output", None) or [], asked.pop("records", None)
        outputs = [*outputs] if isinstance(outputs, list) else [outputs]
        if records is None and players is None:
            records = os.path.splitext(words[1])[0] + ".games"
        if records is not None:
            if os.path.exists(records) or os.path.splitext(records)[1] != ".games":
                raise ValueError(f"with an executor, records is a new file with the ending .games, and not '{records}'")
            outputs.append(records)
        parts = 1000 if players is None else players * (players - 1) // 2 * int(asked.get("pairs") or 5)
        return Tournament(*self._spread(executor, parts, words, asked, progress, functions, outputs))

    def grade(
        self,
        *players: str | Callable[[Position], str | int],
        executor: Executor | None = None,
        progress: bool | Callback | None = None,
        **options: Unpack[GradeOptions],
    ) -> Grades:
        """Measure how good the moves of players are, against exact values.

        Parameters
        ----------
        *players
            Names of bots, ``records:FILE``, or functions from a position to a move or its number. Answers that are no
            legal move are counted as failed.
        executor
            Grades the positions in parts of 250, as for :meth:`match`; not with ``against``.
        progress
            True for a progress line, or a function that receives words, parts done and their number.
        **options
            Those of ``plywood grade``: ``positions``, ``sample``, ``ply``, ``played_by``, ``all``, ``against``, ``games``,
            ``table``, ``nodes``, ``baselines``, ``worst``, ``output``, ``seed``, ``jobs``.

        Examples
        --------
        >>> def last(position):
        ...     return position.legal_moves[-1]
        >>> grades = game("tictactoe").grade("perfect", last, all=True, baselines="none")
        >>> [player["all"]["kept"]["share"] == 1 for player in grades.players]
        [True, False]
        """
        names, functions = self._bots(players)
        words = ["grade", self.name, *names]
        if executor is None:
            answer, incomplete, _ = self._answer(words, options, progress, functions)
            return Grades(answer, incomplete)
        asked: dict[str, Any] = dict(options)
        if asked.get("against") is not None:
            raise ValueError("games against an opponent have no parts; leave out executor, or against")
        outputs = asked.pop("output", None) or []
        outputs = outputs if isinstance(outputs, list) else [outputs]
        parts = -(-int(asked.get("sample") or 5000) // 250)
        return Grades(*self._spread(executor, parts, words, asked, progress, functions, outputs))

    def _playing(self, bot: Callable[[Position], str | int]) -> Callable[[_plywood.State], str]:
        def choose(state: _plywood.State) -> str:
            move: Any = _plain(bot(Position(self, state)))
            numbers = state.actions()
            if hasattr(move, "__index__") and not isinstance(move, bool) and index(move) in numbers:
                return state.moves()[numbers.index(index(move))]
            return move if isinstance(move, str) else f"{type(move).__name__} {move!r}"

        return choose

    def analyse(
        self,
        positions: Iterable[Position],
        bot: str | None = None,
        *,
        executor: Executor | None = None,
        progress: bool | Callback | None = None,
        **options: Unpack[AnalyseOptions],
    ) -> list[Analysis]:
        """Analyse many positions on all cores, in their order.

        Parameters
        ----------
        positions
            Positions of this game. Only the position counts, not the moves that led there.
        bot
            The bot; the default is that of ``plywood analyse``.
        executor
            Analyses the positions in parts, as for :meth:`match`.
        **options
            ``all``, ``seed``, and options of the bot, such as ``depth``, ``nodes`` or ``seconds``.

        Examples
        --------
        >>> g = game("tictactoe")
        >>> p = g.start()
        >>> [a.value for a in g.analyse([p.play(move) for move in p.legal_moves], "perfect")]
        [0, 0, 0, 0, 0, 0, 0, 0, 0]
        """
        texts = [self._own(position).text for position in positions]
        asked = _asked(bot, options)
        if executor is None:
            return [Analysis(line) for line in self._batch("analyse", texts, asked, progress)]
        from plywood import _executor

        line = _line(progress)
        try:
            return [Analysis(it) for it in _executor.analysed(executor, self, texts, asked, _callback(line, progress))]
        finally:
            _close(line)

    def _own(self, position: Position) -> Position:
        """Return the position, if it is one of this game."""
        if position.game != self:
            raise KeyError(f"{position!r} is a position of another game than {self!r}")
        return position

    def _batch(
        self, command: str, texts: list[str], options: Mapping[str, Any], progress: bool | Callback | None = None
    ) -> list[dict[str, Any]]:
        import tempfile

        if not texts:
            return []
        if not _fits_lines(texts):
            return [self._answer([command, self.name], {**options, "position": text}, progress)[0] for text in texts]
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".txt") as file:
            file.write("".join(text + "\n" for text in texts))
            file.flush()
            _, _, lines = self._answer([command, self.name], {**options, "batch": file.name}, progress)
        return _answers(lines, texts)

    def perft(
        self, depth: int, *, progress: bool | Callback | None = None, **options: Unpack[PerftOptions]
    ) -> Perft:
        """Count the paths of exactly ``depth`` moves.

        Examples
        --------
        >>> game("tictactoe").perft(3).nodes
        504
        """
        return self._command(Perft, "perft", [str(depth)], options, progress)

    def count(self, *, progress: bool | Callback | None = None, **options: Unpack[CountOptions]) -> Count:
        """Count all positions that can be reached.

        Examples
        --------
        >>> game("tictactoe").count().positions
        5478
        """
        return self._command(Count, "count", [], options, progress)

    def check(self, *, progress: bool | Callback | None = None, **options: Unpack[CheckOptions]) -> Check:
        """Check the laws that every game obeys on games played at random. The answer is true if all hold."""
        return self._command(Check, "check", [], options, progress)

    def compare(
        self, *, progress: bool | Callback | None = None, **options: Unpack[CompareOptions]
    ) -> Comparison:
        """Compare searches by depth; options are those of ``plywood compare``."""
        return self._command(Comparison, "compare", [], options, progress)

    def puzzles(
        self,
        *,
        executor: Executor | None = None,
        progress: bool | Callback | None = None,
        **options: Unpack[PuzzlesOptions],
    ) -> Puzzles:
        """Make puzzles; options are those of ``plywood puzzles``. An ``executor`` does it in parts, as for :meth:`match`."""
        if executor is None:
            return self._command(Puzzles, "puzzles", [], options, progress)
        asked: dict[str, Any] = dict(options)
        out = asked.pop("out", None)
        # A part plays at least 16 games, and most games have a puzzle.
        parts = -(-int(asked.get("count") or 20) // 16)
        words = ["puzzles", self.name]
        return Puzzles(*self._spread(executor, parts, words, asked, progress, {}, [] if out is None else [out]))

    def tune(self, *, progress: bool | Callback | None = None, **options: Unpack[TuneOptions]) -> Tuning:
        """Tune the weights of an evaluation by self-play; options are those of ``plywood tune``."""
        return self._command(Tuning, "tune", [], options, progress)

    def learn(
        self,
        brain: str | os.PathLike[str],
        stages: Sequence[tuple[int, str | Callable[[Position], str | int]]] = (),
        *,
        against: str | Callable[[Position], str | int] | Iterable[str | Callable[[Position], str | int]] = (),
        progress: bool | Callback | None = None,
        **options: Unpack[LearnOptions],
    ) -> Training:
        """Train a learner and save its knowledge in a file, its brain.

        Parameters
        ----------
        brain
            The file, made if it is missing.
        stages
            Pairs of a number of games and an opponent: ``self``, the name of a bot, or a function from a position to a move.
        against
            A bot or several, or functions, against which the brain is measured; by default ``random``.
        **options
            Those of ``plywood learn``: ``seed``, ``explore``, ``records``, ...
        """
        if not stages and not options.get("records"):
            raise ValueError("learn() needs stages, such as [(1000, 'self')], or records")
        measured = [against] if isinstance(against, str) or callable(against) else list(against)
        names, functions = self._bots([*(opponent for _, opponent in stages), *measured])
        staged = [(games, name) for (games, _), name in zip(stages, names, strict=False)]
        asked = {"brain": brain, "stage": staged, "against": names[len(staged) :], **options}
        answer, incomplete, _ = self._answer(["learn", self.name], asked, progress, functions)
        return Training(answer, incomplete)

    def verify(self, proof: str | os.PathLike[str], *, progress: bool | Callback | None = None) -> Verification:
        """Check a proof file by the rules of the game alone.

        The answer is true if it holds, else ``incomplete`` says why.
        """
        return self._command(Verification, "verify", [os.fspath(proof)], {}, progress)

    def batch(self, count: int, *, seed: int = 1, max_plies: int = 10_000, autoreset: bool = True) -> Batch:
        """Begin many games at once, for programs that learn. See :class:`Batch`."""
        from plywood._batch import Batch

        return Batch(self, count, seed, max_plies, autoreset)

    def mcts(self, evaluate: Evaluate, **options: Any) -> Mcts:
        """Return a Monte Carlo tree search that asks your function, such as a neural network, about many positions at once.

        Parameters are those of :class:`Mcts`.

        Examples
        --------
        >>> import numpy as np
        >>> g = game("tictactoe")
        >>> search = g.mcts(lambda observations, masks: (masks, np.zeros(len(masks))), simulations=200)
        >>> p = g.position("xx1/oo1/3 x")
        >>> search(p) == p.legal_actions[p.legal_moves.index("c3")]
        True
        """
        from plywood._mcts import Mcts

        return Mcts(self, evaluate, **options)

    def playouts(
        self,
        count: int,
        *,
        executor: Executor | None = None,
        seed: int = 1,
        max_plies: int = 10_000,
        jobs: int | None = None,
    ) -> Playouts:
        """Play games at random on all cores.

        Parameters
        ----------
        count
            The number of games.
        executor
            Plays the games in parts, as for :meth:`match`.
        seed
            Random seed; the result does not depend on the number of threads.
        max_plies
            Plies after which a game is a draw.
        jobs
            Threads; the default is one for each core.

        Returns
        -------
        Playouts
            ``games``, ``first_wins``, ``second_wins``, ``draws``, ``mean_plies``.

        Examples
        --------
        >>> found = game("tictactoe").playouts(1000, seed=1)
        >>> found.first_wins > found.second_wins > found.draws
        True
        """
        if executor is None:
            found = [self._rules.playouts(count, seed, max_plies, jobs or os.cpu_count() or 1)]
        else:
            from plywood import _executor

            found = _executor.played(executor, self, count, seed, max_plies, jobs or 1)
        games, plies = sum(part[0] for part in found), sum(part[2] for part in found)
        first, second = (sum(part[1][side] for part in found) for side in (0, 1))
        mean = plies / games if games else 0.0
        return Playouts(
            {
                "games": games,
                "first_wins": first,
                "second_wins": second,
                "draws": games - first - second,
                "mean_plies": mean,
            }
        )

    @property
    def action_count(self) -> int:
        """The number of actions: moves of a player as numbers, for programs that learn. 0 if moves have none."""
        return self._rules.actions

    @property
    def observation_shape(self) -> tuple[int, int, int]:
        """Planes, rows and columns of an observation."""
        return self._rules.observation_shape

    def _is_known(self) -> bool:
        """Return true if all values are looked up at once."""
        try:
            self.start().analyse("perfect")
        except (ValueError, RuntimeError) as error:
            if not hasattr(error, "of_plywood"):
                raise
            return False
        return True

    def _looked_up(self, bot: str) -> Callable[[list[str]], list[dict[str, Any]]]:
        return lambda texts: self._batch("analyse", texts, {"bot": bot})

    def _searched(self, texts: list[str]) -> list[dict[str, Any]]:
        """Solve positions."""
        found = self.solve(texts)
        words = ("draw", "win", "loss")
        return [
            {
                "value": value,
                "proved": words[int(value)] if proved else None,
                "plies": None if plies < 0 else plies,
            }
            for value, plies, proved in zip(
                found.value.tolist(), found.plies.tolist(), found.proved.tolist(), strict=True
            )
        ]

    def positions(
        self, solution: Table | Proof | Brain | None = None, *, chunk: int = 10_000, children: bool = False
    ) -> Positions:
        """Stream all positions that can be reached with their exact values, breadth first.

        Parameters
        ----------
        solution
            A table from :func:`load`; None for a game that is small enough to be solved at once, or by searches.
        chunk
            Positions that are valued at a time.
        children
            True for the positions after each move, too.

        Returns
        -------
        Positions
            An iterator over rows as dictionaries. ``to_arrow()`` and ``to_pandas()`` make a table of them.

        Examples
        --------
        >>> sum(1 for _ in game("tictactoe").positions())
        5478
        """
        from plywood._files import Table
        from plywood._positions import Positions

        table = solution.path if isinstance(solution, Table) else None
        if solution is None or table is not None:
            found = self._rules.positions(table, children)
            if found is not None:
                return Positions._of(self, found, chunk, children)
        return Positions(self, self._one_by_one(solution, chunk, children), chunk, children)

    def _one_by_one(self, solution: Any, chunk: int, children: bool) -> Iterator[list[dict[str, Any]]]:
        """Value positions by a bot, ``chunk`` at a time."""
        bot = "perfect" if solution is None else solution.bot
        value = self._looked_up(bot) if solution is not None or self._is_known() else self._searched
        seen = {self.start().text}
        level, ply = [self.start()], 0
        while level:
            following = []
            for begin in range(0, len(level), chunk):
                part = level[begin : begin + chunk]
                decided = [position for position in part if position.turn != "chance"]
                values = iter(value([position.text for position in decided]))
                rows = []
                for position in part:
                    row: dict[str, Any] = {"position": position.text, "ply": ply, "turn": position.turn}
                    known = next(values) if position.turn != "chance" else {}
                    row |= {key: known.get(key) for key in ("value", "proved", "plies")}
                    moves = position.legal_moves
                    # The way there does not matter.
                    after = [position.play(move).text for move in moves]
                    rows.append(row | {"moves": len(moves)} | ({"children": after} if children else {}))
                    for text in after:
                        if text not in seen:
                            seen.add(text)
                            following.append(self.position(text))
                yield rows
            level, ply = following, ply + 1


def _former_options(bot: str) -> tuple[str, ...]:
    """The options that two bots had in earlier versions, in which they were one. They are still read."""
    if bot.split(":")[0] not in ("alphabeta", "engine"):
        return ()
    return ("disable", "order", "plain", "selective", "table", "threads", "without")


#: Options of ``analyse`` itself; all others belong to the bot.
_OF_ANALYSE = ("all", "seed")


def _asked(bot: str | None, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of ``analyse``, those of the bot behind its name."""
    of_bot = {key: value for key, value in options.items() if key not in _OF_ANALYSE}
    if bot is None and of_bot:
        bot = "engine"
    command = {key: value for key, value in options.items() if key in _OF_ANALYSE}
    return {"bot": bot and _named(bot, of_bot), **command}


def _completed(written: type[_Written]) -> type[_Written]:
    """Give the native class below this one what is written here, and return it: making an instance of a class of Python's takes twice
    as long, and each move makes one."""
    native: Any = written.__base__
    for name, value in vars(written).items():
        if name != "__slots__":
            setattr(native, name, value)
    native.__name__, native.__qualname__ = written.__name__, written.__qualname__
    completed: type[_Written] = native
    return completed


@_completed
class Position(_plywood.PositionBase):
    """A position of a game and the moves that led there. It never changes.

    Attributes
    ----------
    game : Game
        The rules.

    Examples
    --------
    >>> p = game("connect4").start()
    >>> p = p.play("d").play("d")
    >>> p.turn, p.played
    ('first', ['d', 'd'])
    """

    __slots__ = ()

    @property
    def text(self) -> str:
        """The position as a line of text."""
        return self._state.text

    @property
    def state(self) -> Any:
        """The state as your own rules know it. Games of the list have none."""
        if type(self.game) is Game:
            raise TypeError(f"{self.game.name} is a game of the list, whose states Python does not see; use text")
        return self.game.parse_state(self.text)

    @property
    def outcome(self) -> Literal["first", "second", "draw"] | None:
        """The winner, ``first`` or ``second``, or ``draw``; None if the game goes on."""
        outcome = self._state.outcome
        return outcome and outcome[0]

    @property
    def payoff(self) -> float | None:
        """The points that the second player pays the first, in a finished game with payoffs; None otherwise."""
        outcome = self._state.outcome
        return outcome and outcome[1]

    @property
    def legal_moves(self) -> list[str]:
        """The legal moves, or the outcomes of chance; empty if the game is over."""
        return self._state.moves()

    @property
    def probabilities(self) -> dict[str, float]:
        """The outcomes of a chance node and their probabilities; empty elsewhere."""
        probabilities = self._state.probabilities()
        return dict(zip(self._state.moves(), probabilities, strict=True)) if probabilities else {}

    @property
    def played(self) -> list[str]:
        """The moves that led here, outcomes of chance included."""
        return self._state.played()

    def roll(self) -> Position:
        """Return the position after an outcome that chance draws. The seed is that of the start."""
        return Position(self.game, self._state.roll())

    def observation(self, player: Side | None = None) -> NDArray[np.float32]:
        """Return the position as planes of rows and columns.

        For every grid of the board there are three planes: the player's pieces, the opponent's, and those of neither.
        A square counts 1 if it has a piece, the number on it if it has one, and the number of pieces if they are
        counted. Planes that are filled with one number follow: points of both players, the face of a die.

        Parameters
        ----------
        player
            The player who sees it, ``first`` or ``second``; by default the side to move, or else the first.
        """
        view = player or ("second" if self.turn == "second" else "first")
        if view not in ("first", "second"):
            raise ValueError(f"a player is 'first' or 'second', and not {view!r}")
        return self._state.observation(int(view == "second"))

    def _place(self) -> dict[str, Any]:
        # The native state alone knows where it began, so that the moves always fit. They count for repetitions.
        return {"position": self._state.start, "moves": " ".join(self._state.played()) or None}

    def _answer(
        self, command: str, words: list[str], options: Mapping[str, Any], progress: bool | Callback | None
    ) -> tuple[Any, str | None]:
        game = self.game
        answer, incomplete, _ = game._answer([command, game.name, *words], {**self._place(), **options}, progress)
        return answer, incomplete

    def analyse(
        self, bot: str | None = None, *, progress: bool | Callback | None = None, **options: Unpack[AnalyseOptions]
    ) -> Analysis:
        """Find the best move and say why.

        Parameters
        ----------
        bot
            The name of a bot with its options, ``mcts:playouts=1000``; the default is that of ``plywood analyse``.
            ``engine`` is alpha-beta with all enhancements.
        progress
            True for a progress line, or a function that receives words, parts done and their number.
        **options
            ``all=True`` for the values of all moves, ``seed``, and options of the bot: ``seconds``, ``depth``,
            ``nodes``, ...

        Examples
        --------
        >>> r = game("connect4").position(moves="d d e e").analyse("engine", depth=4)
        >>> r.proved, r.plies
        ('win', 3)
        """
        return Analysis(*self._answer("analyse", [], _asked(bot, options), progress))

    def evaluate(self, evaluation: str | None = None) -> Evaluation:
        """Evaluate the position and its children without looking ahead, for the side to move."""
        return Evaluation(*self._answer("eval", [], {"eval": evaluation}, None))

    def solve(self, *, progress: bool | Callback | None = None, **options: Unpack[SolveOptions]) -> Solution:
        """Find the exact value of the position.

        Parameters
        ----------
        progress
            True for a progress line, or a function that receives words, parts done and their number.
        **options
            Those of ``plywood solve``: ``method``, ``out``, ``within``, ``side``, ``depth``, ``threads``, ``table``,
            ...

        Examples
        --------
        >>> s = game("mnk:m=4,n=3,k=3").solve()
        >>> s.value
        'win'
        """
        return self._solve(dict(options), progress)

    def _solve(self, options: dict[str, Any], progress: bool | Callback | None = None) -> Solution:
        place = self._state.start, " ".join(self._state.played())
        answer, incomplete, _ = self.game._ask("solve", options, place, progress=progress)
        return Solution(answer, incomplete, self, options)

    def tree(
        self, bot: str | None = None, *, progress: bool | Callback | None = None, **options: Unpack[SearchTreeOptions]
    ) -> Tree:
        """Return the tree below the position: of the game, or what a bot searches.

        Parameters
        ----------
        bot
            The bot whose search is shown.
        **options
            Those of the bot, and those of ``plywood tree``: ``view``, ``merge``, ``most``, ``best``, ``along``, ...
            ``depth`` is that of the search if the bot has it, else that of the tree.

        Examples
        --------
        >>> t = game("tictactoe").tree(depth=1)
        >>> t.shown
        10
        """
        takes = [] if bot is None else [*self.game._rules.bot_options(bot), *_former_options(bot)]
        of_bot = {key: value for key, value in options.items() if ("time" if key == "seconds" else key) in takes}
        asked = {key: value for key, value in options.items() if key not in of_bot}
        if bot is not None:
            asked["bot"] = _named(bot, of_bot)
        return Tree(*self._answer("tree", [], asked, progress), self, asked)

    def compare(
        self, *, progress: bool | Callback | None = None, **options: Unpack[CompareOptions]
    ) -> Comparison:
        """Compare searches by depth from here; options are those of ``plywood compare``."""
        return Comparison(*self._answer("compare", [], options, progress))

    def record(self, first: str = "first", second: str = "second") -> str:
        """Return the game so far as a record, which :func:`load` reads and the program replays.

        Parameters
        ----------
        first, second
            The names of the players.
        """
        return self._state.record(first, second)

    def svg(self, width: float = 320, height: float = 320) -> str:
        """Return a picture of the board as SVG, or of its text if the game has no board.

        Parameters
        ----------
        width, height
            The largest size, in pixels.
        """
        picture = self._state.svg(width, height)
        if picture is not None:
            return picture
        text = self.text.replace("&", "&amp;").replace("<", "&lt;")
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="40" font-family="monospace">'
            f'<rect width="100%" height="100%" fill="#fff"/><text x="8" y="25">{text}</text></svg>'
        )

    def save(self, path: str | os.PathLike[str], width: float = 320, height: float = 320) -> None:
        """Draw the board to a file; its ending says how: ``.svg``, ``.png`` or ``.pdf``.

        Parameters
        ----------
        path
            The file.
        width, height
            The largest size, in pixels. A PNG has two points for each.
        """
        ending = os.path.splitext(path)[1][1:]
        with_bytes = _plywood.picture_file(self.svg(width, height), ending)
        with open(path, "wb") as file:
            file.write(with_bytes)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"<Position {self.text} of {self.game.name}>"

    def __str__(self) -> str:
        """Return the board as text, with whose turn it is, as ``plywood show`` prints it."""
        return self._state.drawing().strip("\n")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.text == other.text and self.game == other.game

    def __hash__(self) -> int:
        return hash(self.text)

    def __reduce__(self) -> Any:
        return _restored, (self.game, self._state.start, " ".join(self.played), self._state.seed)


def _restored(game: Game, start: str | None, moves: str, seed: int = 1) -> Position:
    return game.position(start, moves, seed=seed)


def game(name: str, **options: Any) -> Game:
    """Open a game of the list.

    Parameters
    ----------
    name
        Its name, as in ``plywood games``, with or without options: ``connect4``, ``mnk:m=4,n=4,k=4``.
    **options
        Options of the game; True and False are ``on`` and ``off``.

    Raises
    ------
    ValueError
        If there is no such game, or its options do not fit.

    Examples
    --------
    >>> game("mnk", m=7, n=6, k=4, gravity=True)
    <Game mnk:m=7,n=6,k=4,gravity=on>
    """
    return Game._opened(_named(name, options))


def _game_of_list() -> Game:
    """Return some game, for questions that are about none."""
    return game("tictactoe")


def _opened(a_game: Game | str) -> Game:
    return game(a_game) if isinstance(a_game, str) else a_game


def match(
    game: Game | str,
    first: str | Callable[[Position], str | int],
    second: str | Callable[[Position], str | int],
    *,
    executor: Executor | None = None,
    progress: bool | Callback | None = None,
    **options: Unpack[MatchOptions],
) -> Match:
    """Play many games between two bots. See :meth:`Game.match`."""
    return _opened(game).match(first, second, executor=executor, progress=progress, **options)


def grade(
    game: Game | str,
    *players: str | Callable[[Position], str | int],
    executor: Executor | None = None,
    progress: bool | Callback | None = None,
    **options: Unpack[GradeOptions],
) -> Grades:
    """Measure how good the moves of players of a game are. See :meth:`Game.grade`."""
    return _opened(game).grade(*players, executor=executor, progress=progress, **options)


def tournament(
    game: Game | str | os.PathLike[str],
    players: Mapping[str, str | Callable[[Position], str | int]] | None = None,
    *,
    executor: Executor | None = None,
    progress: bool | Callback | None = None,
    **options: Unpack[TournamentOptions],
) -> Tournament:
    """Hold a tournament of a game (see :meth:`Game.tournament`), or, without players, the one in a file."""
    if isinstance(game, Game) or (isinstance(game, str) and players is not None):
        return _opened(game).tournament(players or {}, executor=executor, progress=progress, **options)
    return _game_of_list()._tournament(["tournament", os.fspath(game)], None, executor, progress, {}, options)


def serve(
    game: Game | str | None = None, *, port: int = 7777, data: str | os.PathLike[str] | None = None
) -> None:
    """Serve the page until it is interrupted: all games of the list, and your own.

    Parameters
    ----------
    game
        A game of your own, which the lobby lists then.
    port
        The port at this computer; 0 for any that is free.
    data
        The folder for games and brains; by default that of ``plywood serve``.
    """
    words = [f"--listen=127.0.0.1:{port}", "--log=off"]
    words += [] if data is None else [f"--data={os.fspath(data)}"]
    (_game_of_list() if game is None else _opened(game))._rules.serve(words, lambda line: print(line, flush=True))


def games() -> list[GameInfo]:
    """Return the games of the list, with their options."""
    answer: list[GameInfo] = _game_of_list()._answer(["games"], {}, None)[0]["games"]
    return answer


def bots(game_name: str | None = None) -> list[BotInfo]:
    """Return the bots with their options, and those that only play this game."""
    answer: list[BotInfo] = _game_of_list()._answer(["bots"], {"game": game_name}, None)[0]["bots"]
    return answer
