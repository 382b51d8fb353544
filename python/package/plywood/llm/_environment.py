"""Games as environments for language models, with exact rewards."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from plywood._game import Game, _opened
from plywood.llm._prompt import HOW_TO_ANSWER, prompt, question, read_move

if TYPE_CHECKING:
    from plywood._game import Position
    from plywood.llm._disguise import Disguise

    #: A conversation, as the OpenAI chat interface has it.
    Messages = list[dict[str, str]]


@dataclass(frozen=True)
class Step:
    """The answer of an environment to an answer of a model.

    Attributes
    ----------
    text : str or None
        The next message for the model; None at the end of the episode.
    reward : float
        The change of the exact value by the move, for the player who made it: 0 if it kept the value, else negative.
    done : bool
        True at the end of the episode.
    move : str or None
        The move that was played; None after an illegal answer.
    """

    text: str | None
    reward: float
    done: bool
    move: str | None


@dataclass(frozen=True)
class Rollout:
    """An episode that was played.

    Attributes
    ----------
    messages : list of dict
        The conversation.
    rewards : list of float
        The reward of each answer.
    position : Position
        The last position.
    """

    messages: Messages
    rewards: list[float]
    position: Position

    @property
    def reward(self) -> float:
        """The sum of all rewards."""
        return sum(self.rewards)


class Environment:
    """A game as an environment for a language model, whose rewards are exact.

    A reward is the change of the exact value of the position by a move, for the player who made it, as ``g.grade`` measures
    it: 0 for a move that keeps the value, -0.5 for a win made a draw, -1 for a win made a loss, with dice the loss in chance
    of winning. Each move has its own reward at once; what the opponent does later is not part of it. The reward of an illegal
    answer is as much as a move can lose.

    Parameters
    ----------
    game
        A game or its name, whose values are found at once: see :meth:`Game.solve`. Only positions count, not repetitions.
    opponent
        The bot or function that the model plays against; the model begins every second episode. None for episodes of one move.
    positions
        The positions in which episodes begin, or their texts; by default the opening, and in episodes of one move positions of
        random games.
    disguise
        The game in other words; see :class:`Disguise`.
    rules, legal_moves
        The parts of the question, as in :func:`prompt`.
    retries
        How many answers without a legal move are asked again, in an episode; the next one ends it.
    unit
        ``chance`` for rewards in chance of winning, where a draw counts half, or ``points`` in games that end in points.
    method
        The method of :meth:`Game.solve`, where the default does not do, as in your own games with dice.
    seed
        Random seed. Episodes of one number are equal.

    Examples
    --------
    A corner is answered in the centre, everything else loses:

    >>> import plywood as pw
    >>> environment = Environment("tictactoe", positions=["x2/3/3 o"])
    >>> text = environment.reset()
    >>> environment.step("move: c3").reward, environment.rollout(lambda messages: "move: b2").rewards
    (-0.5, [0.0])
    """

    def __init__(
        self,
        game: Game | str,
        *,
        opponent: str | Callable[[Position], str | int] | None = None,
        positions: Iterable[Position | str] | None = None,
        disguise: Disguise | None = None,
        rules: str | None = None,
        legal_moves: bool = False,
        retries: int = 0,
        unit: Literal["chance", "points"] = "chance",
        method: Literal["iterate", "race"] | None = None,
        seed: int = 1,
    ) -> None:
        if unit not in ("chance", "points"):
            raise ValueError(f"unit is 'chance' or 'points', and not {unit!r}")
        self.game, self.opponent, self.disguise = _opened(game), opponent, disguise
        self.rules, self.legal_moves, self.retries = rules, legal_moves, retries
        self.unit, self.method, self.seed = unit, method, seed
        given = [] if positions is None else list(positions)
        self.positions = [self.game.position(each) if isinstance(each, str) else self.game._own(each) for each in given]
        if positions is not None and not self.positions:
            raise ValueError("positions has none")
        #: The reward of an illegal answer: as much as a move can lose.
        self.illegal = -1.0 if unit == "chance" else -2.0 * self.game.greatest_payoff
        self._values: dict[str, float] = {}
        self._number = 0
        self._episode: Episode | None = None

    def episode(self, number: int) -> Episode:
        """Return the episode of a number, which is played by its own ``step``: many can be under way at once."""
        return Episode(self, number)

    def reset(self, number: int | None = None) -> str:
        """Begin an episode, by default the next one, and return the first message for the model."""
        self._number = self._number if number is None else number
        self._episode = self.episode(self._number)
        self._number += 1
        return self._episode.text

    def step(self, answer: str) -> Step:
        """Play the move of an answer in the episode that was begun."""
        if self._episode is None:
            raise RuntimeError("no episode is under way; begin one with reset()")
        return self._episode.step(answer)

    def rollout(self, model: Callable[[Messages], str], number: int | None = None) -> Rollout:
        """Play a whole episode.

        Parameters
        ----------
        model
            A function from a conversation to an answer, such as :meth:`Player.ask`.
        number
            The number of the episode, by default the next one.
        """
        messages, rewards = [{"role": "user", "content": self.reset(number)}], []
        assert self._episode is not None
        episode = self._episode
        while not episode.done:
            answer = model(list(messages))
            step = episode.step(answer)
            rewards.append(step.reward)
            messages.append({"role": "assistant", "content": answer})
            if step.text is not None:
                messages.append({"role": "user", "content": step.text})
        return Rollout(messages, rewards, episode.position)

    def value(self, position: Position, side: str) -> float:
        """Return the exact value of a position for a side: its chance of winning, or points."""
        first = self._values.get(position.text)
        if first is None:
            first = self._values[position.text] = self._for_first(position)
        return first if side == "first" else (1 - first if self.unit == "chance" else -first)

    def _for_first(self, position: Position) -> float:
        if position.outcome is not None:
            value = position.payoff
            if self.unit == "chance":
                return {"first": 1.0, "draw": 0.5, "second": 0.0}[position.outcome]
        elif self.game._rules.has_chance and self.unit == "chance":
            solution = position.solve(method=self.method)
            chance = solution.win_probability
            if chance is None:
                raise ValueError(f"{self.game.name} has dice and points; take unit='points'")
            return chance if solution.side == "first" else 1 - chance
        else:
            found = self.game.solve([position], method=self.method)
            value = float(found.value[0])
            if math.isnan(value):
                raise ValueError(f"the value of '{position.text}' of {self.game.name} was not found")
            value = -value if position.turn == "second" else value
            if self.unit == "chance":
                return (1 + (value > 0) - (value < 0)) / 2
            value = None if found.proved[0] else value
        if value is None:
            raise ValueError(f"{self.game.name} does not end in points; take unit='chance'")
        return value


class Episode:
    """An episode of an environment.

    Attributes
    ----------
    text : str
        The first message for the model.
    position : Position
        The position now.
    done : bool
        True at the end.
    """

    def __init__(self, environment: Environment, number: int) -> None:
        self._environment, self._random = environment, random.Random(f"{environment.seed} {number}")
        self._side, self._retries, self.done = "", environment.retries, False
        game, opponent = environment.game, environment.opponent
        self._opponent = game.bot(opponent, seed=environment.seed + number) if isinstance(opponent, str) else opponent
        # With dice, the opponent may win before the model has moved.
        for _ in range(100):
            self._begin(number)
            if self.position.turn != "over":
                break
        else:
            raise ValueError(f"nobody has to decide in '{self.position.text}' of {game.name}")
        self.text = prompt(self._shown(), rules=environment.rules, legal_moves=environment.legal_moves)

    def _begin(self, number: int) -> None:
        given = self._environment.positions
        if given:
            self.position = self._after_chance(given[number % len(given)])
        elif self._opponent is None:
            self.position = self._sampled()
        else:
            self.position = self._after_chance(self._environment.game.start())
        self._side = self.position.turn
        if self._opponent is not None and not given:
            self._side = "second" if number % 2 else "first"
        self._reply()

    def step(self, answer: str) -> Step:
        """Play the move of an answer."""
        if self.done:
            raise RuntimeError("the episode is over")
        environment, shown = self._environment, self._shown()
        word, words = read_move(answer, shown.legal_moves)
        if word is None:
            self.done = self._retries == 0
            self._retries -= 1
            wrong = f"'{words}' is no legal move here. {HOW_TO_ANSWER}"
            return Step(None, environment.illegal, True, None) if self.done else Step(wrong, 0.0, False, None)
        move = environment.disguise.move(word) if environment.disguise else word
        assert move is not None
        before, self.position = self.position, self.position.play(move)
        side = before.turn
        lost = environment.value(before, side) - environment.value(self.position, side)
        self.position = self._after_chance(self.position)
        self._reply()
        self.done = self._opponent is None or self.position.turn == "over"
        # Values of dice are sums of many terms: smaller differences are rounding.
        reward = -lost if lost > 1e-9 else 0.0
        text = None if self.done else question(self._shown(), environment.legal_moves)
        return Step(text, reward, self.done, move)

    def _shown(self) -> Position:
        disguise = self._environment.disguise
        return disguise.position(self.position) if disguise else self.position

    def _after_chance(self, position: Position) -> Position:
        while position.turn == "chance":
            chances = position.probabilities
            [outcome] = self._random.choices(list(chances), list(chances.values()))
            position = position.play(outcome)
        return position

    def _reply(self) -> None:
        """Let the opponent, if there is one, move until the model has to, or the game is over."""
        while self._opponent is not None and self.position.turn not in (self._side, "over"):
            self.position = self._after_chance(self.position.play(self._opponent(self.position)))

    def _sampled(self) -> Position:
        """Return a position of a random game in which there is a choice, each of the game as likely as the others."""
        while True:
            game, choices = [self._after_chance(self._environment.game.start())], []
            while game[-1].turn != "over":
                moves = game[-1].legal_moves
                choices += [game[-1]] if len(moves) > 1 else []
                game.append(self._after_chance(game[-1].play(self._random.choice(moves))))
            if choices:
                return self._random.choice(choices)
