"""Tree searches and bots whose evaluator is a function of arrays, such as a neural network."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from plywood._game import Game, Position

    #: A function of observations, (positions, planes, rows, columns), and masks, (positions, actions), that returns priors,
    #: (positions, actions), and values, (positions,).
    Evaluate: TypeAlias = Callable[[NDArray[np.float32], NDArray[np.bool_]], tuple[ArrayLike, ArrayLike]]


class _Question:
    """A question for a move."""

    __slots__ = ("action", "error", "is_answered", "position")

    def __init__(self, position: Position) -> None:
        self.position = position
        self.action = 0
        self.error: BaseException | None = None
        self.is_answered = False


class _Together:
    """A bot that many threads ask at once: what comes while it answers is answered together, as soon as it is free."""

    def __init__(self) -> None:
        self._waiting: list[_Question] = []
        self._queue = threading.Lock()
        self._work = threading.Lock()

    def choose(self, positions: Sequence[Position]) -> NDArray[np.int64]:
        """Return an action for each position."""
        raise NotImplementedError

    def __call__(self, position: Position) -> int:
        """Return an action: this is a bot, for :func:`match` and :func:`tournament`."""
        question = _Question(position)
        with self._queue:
            self._waiting.append(question)
        with self._work:
            if not question.is_answered:
                self._answer_all()
        if question.error is not None:
            raise question.error
        return question.action

    def _answer_all(self) -> None:
        with self._queue:
            questions, self._waiting = self._waiting, []
        try:
            actions = self.choose([question.position for question in questions])
            for question, action in zip(questions, actions, strict=True):
                question.action = int(action)
        except BaseException as error:
            for question in questions:
                question.error = error
        for question in questions:
            question.is_answered = True


class Searched:
    """The results of a search of several positions.

    Attributes
    ----------
    visits : ndarray of uint32, (positions, actions)
        How often the search tried each action. Visits of earlier searches that were kept count as well.
    values : ndarray of float32, (positions,)
        The mean value, from -1 to 1 for the player to move.
    """

    def __init__(self, visits: NDArray[np.uint32], values: NDArray[np.float32]) -> None:
        self.visits = visits
        self.values = values

    def __len__(self) -> int:
        return len(self.values)

    def __repr__(self) -> str:
        return f"<Searched of {len(self)} positions>"

    def policy(self, temperature: float = 1.0) -> NDArray[np.float64]:
        """Return the share of each action in the visits.

        Parameters
        ----------
        temperature
            Shares are raised to the power of one over it. At 0 the most visited action has all; of equal ones the first.
        """
        import numpy as np

        if not 0 <= temperature < np.inf:
            raise ValueError(f"a temperature is a number of at least 0, and not {temperature}")
        # The greatest is 1: no power overflows.
        shares: NDArray[np.float64] = self.visits / np.maximum(self.visits.max(axis=1, keepdims=True), 1)
        if temperature:
            shares **= 1 / temperature
        else:
            best = shares.argmax(axis=1)
            shares = np.zeros_like(shares)
            shares[np.arange(len(best)), best] = 1
        total: NDArray[np.float64] = shares.sum(axis=1, keepdims=True)
        return shares / np.maximum(total, 1e-30)

    def actions(self, temperature: float = 0.0, random: np.random.Generator | None = None) -> NDArray[np.int64]:
        """Return an action for each position: the most visited one, or one that is drawn by :meth:`policy`.

        Parameters
        ----------
        temperature
            That of the policy.
        random
            The generator; needed if the temperature is not 0.
        """
        return _drawn(self.policy(temperature), temperature > 0, random)


def _drawn(policy: NDArray[Any], at_random: bool, random: np.random.Generator | None) -> NDArray[np.int64]:
    import numpy as np

    actions: NDArray[Any] = policy.argmax(axis=1)
    if not at_random:
        return actions.astype(np.int64)
    if random is None:
        raise ValueError("a temperature above 0 needs random, a generator of NumPy")
    sums = policy.cumsum(axis=1)
    # Rounding may leave the last sum below 1.
    actions = (sums <= random.random((len(sums), 1)) * sums[:, -1:]).sum(axis=1)
    return actions.astype(np.int64)


def _numbers(given: ArrayLike, shape: tuple[int, ...], what: str) -> NDArray[np.float32]:
    import numpy as np

    numbers = np.asarray(given, np.float32)
    if numbers.shape != shape and not (what == "values" and numbers.shape == (*shape, 1)):
        raise ValueError(f"evaluate() returned {what} of the shape {numbers.shape}; the positions need {shape}")
    return np.ascontiguousarray(numbers).reshape(-1)


class Mcts(_Together):
    """A Monte Carlo tree search (PUCT) that asks a function about many positions at once. Made by :meth:`Game.mcts`.

    It searches many positions side by side, and keeps the tree of each between moves: search a position that was played on from
    one of the last search, and what is known of it stays. It is a bot as well, for :func:`match` and :func:`tournament`: with
    ``jobs=64`` the positions of 64 games are searched together.

    Parameters
    ----------
    game
        The game. Yours needs ``actions`` and ``rows``.
    evaluate
        Your function ``evaluate(observations, masks) -> (priors, values)``. For each position it gets the observation by the
        player to move and the mask of legal actions, and returns the prior of each action, a number of at least 0, and a value
        from -1 to 1 for the player to move: the payoff divided by ``game.greatest_payoff``. Priors of illegal actions are
        ignored; the others need not sum to 1. The arrays are overwritten by the next call.
    simulations
        Visits of each position that is searched.
    batch
        Positions that are evaluated at once, at most. A position that is searched alone gets there slowly: of its visits so far,
        an eighth may wait for an evaluation.
    exploration
        The weight of the priors.
    noise, alpha
        The share of noise in the priors of the positions that are searched, and its parameter of Dirichlet's distribution:
        for self-play ``noise=0.25``. The default is none.
    temperature
        That of the bot: 0 plays the most visited action.
    seed
        Random seed of noise and of the bot.

    Examples
    --------
    >>> import numpy as np
    >>> import plywood as pw
    >>> g = pw.game("connect4")
    >>> def evaluate(observations, masks):
    ...     return masks, np.zeros(len(masks))
    >>> search = g.mcts(evaluate, simulations=300)
    >>> found = search.search([g.position(moves="d d e e"), g.position(moves="a d a d a")])
    >>> found.actions().tolist()
    [2, 0]
    >>> found.policy().shape
    (2, 7)
    """

    def __init__(
        self,
        game: Game,
        evaluate: Evaluate,
        *,
        simulations: int = 800,
        batch: int = 256,
        exploration: float = 1.5,
        noise: float = 0.0,
        alpha: float = 0.3,
        temperature: float = 0.0,
        seed: int = 1,
    ) -> None:
        import numpy as np

        super().__init__()
        for name, number, least in (("simulations", simulations, 1), ("batch", batch, 1)):
            if number < least:
                raise ValueError(f"{name} is a number of at least {least}, and not {number}")
        if not 0 <= noise <= 1 or not alpha > 0 or not exploration >= 0:
            raise ValueError("noise is a share from 0 to 1, alpha a number above 0, and exploration one of at least 0")
        self.game = game
        self.evaluate = evaluate
        self.simulations = simulations
        self.noise = noise
        self.alpha = alpha
        self.temperature = temperature
        self._random = np.random.default_rng(seed)
        self._native = game._rules.evaluated(batch, exploration)
        self._searching = threading.Lock()

    def __repr__(self) -> str:
        return f"<Mcts of {self.game.name}>"

    def search(self, positions: Sequence[Position]) -> Searched:
        """Search positions in which a player decides.

        Parameters
        ----------
        positions
            Positions of the game.

        Returns
        -------
        Searched
            The visits of each action, and the value of each position.

        Raises
        ------
        ValueError
            If the game is over in one of them, or chance decides; or if ``evaluate`` returns something else than such numbers.
        """
        with self._searching:
            self._native.begin([position._state for position in positions])
            try:
                if self.noise:
                    self._grow(1)
                    self._mix(len(positions))
                self._grow(self.simulations)
            except BaseException:
                # What waits for an evaluation never gets one.
                self._native.forget()
                raise
            return Searched(*self._native.results(len(positions)))

    def _grow(self, visits: int) -> None:
        native = self._native
        observations, masks = native.observations, native.masks
        while count := native.select(visits):
            priors, values = self.evaluate(observations[:count], masks[:count])
            native.expand(_numbers(priors, (count, masks.shape[1]), "priors"), _numbers(values, (count,), "values"))

    def _mix(self, count: int) -> None:
        import numpy as np

        # Shares of numbers with this distribution have Dirichlet's.
        noise = self._random.gamma(self.alpha, size=count * self.game.action_count)
        self._native.mix(self.noise, noise.astype(np.float32))

    def choose(self, positions: Sequence[Position]) -> NDArray[np.int64]:
        """Return an action for each position, after a search."""
        return self.search(positions).actions(self.temperature, self._random)


class Policy(_Together):
    """A bot that plays the actions that a function finds likely. Made by :func:`policy`."""

    def __init__(self, evaluate: Evaluate, temperature: float = 0.0, seed: int = 1) -> None:
        import numpy as np

        super().__init__()
        if not 0 <= temperature < np.inf:
            raise ValueError(f"a temperature is a number of at least 0, and not {temperature}")
        self.evaluate = evaluate
        self.temperature = temperature
        self._random = np.random.default_rng(seed)

    def probabilities(self, positions: Sequence[Position]) -> NDArray[np.float64]:
        """Return the probability of each action in positions of one game in which a player decides."""
        import numpy as np

        count = positions[0].game.action_count
        observations = np.stack([position.observation() for position in positions])
        masks = np.zeros((len(positions), count), np.bool_)
        for mask, position in zip(masks, positions, strict=True):
            mask[position.legal_actions] = True
        priors, _ = self.evaluate(observations, masks)
        legal = _numbers(priors, masks.shape, "priors").reshape(masks.shape).astype(np.float64) * masks
        if not np.isfinite(legal).all() or (legal < 0).any():
            raise ValueError("evaluate() returned a prior that is no number of at least 0")
        # All moves are as likely as each other if no prior is positive.
        legal = np.where(legal.sum(axis=1, keepdims=True) > 0, legal, masks)
        if self.temperature:
            legal = (legal / legal.max(axis=1, keepdims=True)) ** (1 / self.temperature)
        probabilities: NDArray[np.float64] = legal / legal.sum(axis=1, keepdims=True)
        return probabilities

    def choose(self, positions: Sequence[Position]) -> NDArray[np.int64]:
        """Return an action for each position."""
        return _drawn(self.probabilities(positions), self.temperature > 0, self._random)


def policy(evaluate: Evaluate, *, temperature: float = 0.0, seed: int = 1) -> Policy:
    """Return a bot that plays the action with the greatest prior, or draws one. Many games are evaluated at once.

    Parameters
    ----------
    evaluate
        A function as for :class:`Mcts`. Its values are ignored.
    temperature
        Probabilities are raised to the power of one over it before an action is drawn; 0 plays the most likely one.
    seed
        Random seed.

    Examples
    --------
    >>> import numpy as np
    >>> import plywood as pw
    >>> bot = pw.policy(lambda observations, masks: (masks, np.zeros(len(masks))), temperature=1)
    >>> result = pw.match(pw.game("tictactoe"), bot, "perfect", games=10, jobs=10)
    >>> result.first_bot["wins"]
    0
    """
    return Policy(evaluate, temperature, seed)
