"""Many games at once as a vector environment of Gymnasium."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from plywood._batch import Batch
from plywood._game import Game, _opened

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from plywood._game import Position

#: Largest number in an observation, as in the environments of PettingZoo.
_GREATEST = 65_535.0

#: Games that may end before your first move, one after the other.
_MOST_TRIES = 1000

_SIDES = ("first", "second")
_MODES = ("next_step", "same_step", "disabled")


def vector_env(
    game: Game | str,
    num_envs: int,
    *,
    opponent: str | Callable[[Position], str | int] | None = None,
    side: str = "first",
    autoreset_mode: str = "next_step",
    max_plies: int = 10_000,
    seed: int = 1,
) -> Any:
    """Return many games as a vector environment of Gymnasium, played by native code.

    Without an opponent it is self-play: each step is a move of the player to move, ``infos["turn"]``, who gets the reward of that
    step. With an opponent the environment is that of one player, and answers before a step returns.

    An observation is that of :meth:`Position.observation`, by the player to move, or by yours if there is an opponent;
    ``infos["action_mask"]`` has the legal actions. An illegal action is a ``ValueError``, and nothing is played then. Rewards come at the
    end: the payoff, or 1, 0 and -1 in games without payoffs. A game that is cut after ``max_plies`` plies is truncated.

    Parameters
    ----------
    game
        The game, or its name. Yours needs ``actions`` and ``rows``.
    num_envs
        The number of games.
    opponent
        ``random``, the name of any bot with its options, or a function from a position to a move, such as :func:`policy`; None for
        self-play.
    side
        Your side against an opponent: ``first``, ``second``, or ``both`` for each in half of the games.
    autoreset_mode
        When a game that ended begins again, as in Gymnasium: in the ``next_step``, whose action is ignored; in the ``same_step``,
        with the last observation in ``infos["final_obs"]`` (``final_observation`` is the same as an array); or ``disabled``: at
        ``reset(options={"reset_mask": mask})``.
    max_plies
        Plies after which a game is truncated.
    seed
        Random seed of dice and opponents until ``reset`` gets one.

    Examples
    --------
    >>> import pytest; _ = pytest.importorskip("gymnasium")
    >>> import plywood as pw
    >>> envs = pw.vector_env("tictactoe", 4, opponent="random")
    >>> observations, infos = envs.reset(seed=1)
    >>> observations.shape, infos["action_mask"].sum(axis=1).tolist()
    ((4, 3, 3, 3), [9, 9, 9, 9])
    >>> observations, rewards, terminated, truncated, infos = envs.step([4, 4, 0, 8])
    >>> infos["action_mask"].sum(axis=1).tolist()
    [7, 7, 7, 7]
    """
    if side not in (*_SIDES, "both"):
        raise ValueError(f"side is 'first', 'second' or 'both', and not {side!r}")
    if autoreset_mode not in _MODES:
        raise ValueError(f"autoreset_mode is 'next_step', 'same_step' or 'disabled', and not {autoreset_mode!r}")
    if num_envs < 1:
        raise ValueError(f"num_envs is a number of at least 1, and not {num_envs}")
    game = _opened(game)
    if 0 in game.observation_shape:
        raise ValueError(f"{game.name} has no board to observe; give it a method rows(state)")
    return _environment()(game, num_envs, opponent, side, autoreset_mode, max_plies, seed)


def _answers(game: Game, opponent: Any) -> Callable[[Batch, NDArray[np.int64], int], Any]:
    """Return a function that finds the actions of an opponent in these games of a batch, from a seed."""
    import numpy as np

    if opponent == "random":
        return lambda batch, games, seed: batch.random_actions(np.random.default_rng(seed))[games]
    if isinstance(opponent, str):
        named = game._rules.batch_bot(opponent)
        return lambda batch, games, seed: named.choose(batch._native, games, seed)

    def asked(batch: Batch, games: NDArray[np.int64], seed: int) -> Any:
        all_positions = batch.positions(seed=seed % 2**32)
        positions: Sequence[Position] = [all_positions[number] for number in games]
        together = getattr(opponent, "choose", None)
        if together is not None:
            return together(positions)
        return [_number(position, opponent(position)) for position in positions]

    return asked


def _number(position: Position, move: Any) -> Any:
    """Return the action of a move; an action stays what it is."""
    if not isinstance(move, str):
        return move
    moves = position.legal_moves
    if move not in moves:
        raise ValueError(f"the opponent chose {move!r}; the legal moves of {position.text} are {' '.join(moves)}")
    return position.legal_actions[moves.index(move)]


@cache
def _environment() -> type[Any]:
    """Make the class of environments: Gymnasium is needed only now."""
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

    class Environment(VectorEnv):
        def __init__(
            self, game: Game, num_envs: int, opponent: Any, side: str, autoreset_mode: str, max_plies: int, seed: int
        ) -> None:
            self.game = game
            self.num_envs = num_envs
            self.render_mode = None
            self.metadata = {"render_modes": [], "autoreset_mode": AutoresetMode[autoreset_mode.upper()]}
            self.single_observation_space = spaces.Box(0.0, _GREATEST, game.observation_shape, np.float32)
            self.single_action_space = spaces.Discrete(game.action_count)
            self.observation_space = batch_space(self.single_observation_space, num_envs)
            self.action_space = batch_space(self.single_action_space, num_envs)
            self._mode = autoreset_mode
            self._opponent = opponent
            places = np.arange(num_envs)
            self._side = {"first": places * 0, "second": places * 0 + 1, "both": places % 2}[side]
            self._places = places
            self._most_plies = max_plies
            self._begin(seed)

        def _begin(self, seed: int) -> None:
            self._random = np.random.default_rng(seed)
            dice = int(self._random.integers(2**32))
            self._batch = Batch(self.game, self.num_envs, dice, self._most_plies, False)
            # A bot that stays from game to game has nothing of those before a seed.
            self._answers = None if self._opponent is None else _answers(self.game, self._opponent)

        def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
            mask = (options or {}).get("reset_mask")
            if seed is not None and mask is not None:
                raise ValueError("a seed is for all games: leave the reset_mask out")
            everywhere = np.ones(self.num_envs, np.bool_)
            if seed is not None:
                # One for each game, as Gymnasium allows, is one for all of them together.
                self._begin(seed)
                self._open(everywhere)
            else:
                self._reset(everywhere if mask is None else mask)
            return self._seen(), self._infos()

        def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
            batch = self._batch
            before = batch.dones.copy()
            mover = batch.turns.astype(np.int64) if self._answers is None else self._side
            batch.step(actions)
            rewards: NDArray[np.float32] = batch.rewards[self._places, mover]
            self._let_answer(rewards, ~before)
            if self._mode == "next_step" and before.any():
                self._reset(before)
            ended = batch.dones & ~before
            terminated, truncated = batch.dones & ~batch.truncations, batch.truncations.copy()
            final: dict[str, Any] = {}
            if self._mode == "same_step" and ended.any():
                seen = self._seen()
                final_obs = np.full(self.num_envs, None, object)
                for number in np.flatnonzero(ended):
                    final_obs[number] = seen[number]
                final = {"final_obs": final_obs, "_final_obs": ended, "final_observation": seen}
                self._reset(ended)
            return self._seen(), rewards, terminated, truncated, {**self._infos(), **final}

        def _reset(self, games: NDArray[np.bool_]) -> None:
            """Begin these games anew."""
            self._batch.reset(games)
            self._open(games)

        def _open(self, games: NDArray[np.bool_]) -> None:
            """Let the opponent begin new games. One that ends before your first move is none, and begins again."""
            for _ in range(_MOST_TRIES):
                self._let_answer(np.zeros(self.num_envs, np.float32), games)
                ended = self._batch.dones & games
                if not ended.any():
                    return
                self._batch.reset(ended)
            raise ValueError(
                f"{self.game.name} ends before your first move against this opponent; choose the other side"
            )

        def _let_answer(self, rewards: NDArray[np.float32], games: NDArray[np.bool_]) -> None:
            """Let the opponent move in these games until it is your turn, and add what that brings."""
            if self._answers is None:
                return
            batch = self._batch
            while (theirs := (batch.turns != self._side) & ~batch.dones & games).any():
                places = np.flatnonzero(theirs)
                actions = np.zeros(self.num_envs, np.int64)
                actions[places] = self._answers(batch, places, int(self._random.integers(2**63)))
                batch.step(actions, mask=theirs)
                rewards += batch.rewards[self._places, self._side]

        def _seen(self) -> NDArray[np.float32]:
            batch = self._batch
            seen = batch.observations.copy()
            # The last position of a game is that of the player to move, who may be the opponent.
            if self._opponent is not None and (other := batch.dones & (batch.turns != self._side)).any():
                games = np.flatnonzero(other)
                seen[games] = batch._native.observed([(int(game), int(self._side[game])) for game in games])
            return seen

        def _infos(self) -> dict[str, Any]:
            everywhere = np.ones(self.num_envs, np.bool_)
            masks, turns = self._batch.masks.copy(), self._batch.turns.copy()
            return {"action_mask": masks, "_action_mask": everywhere, "turn": turns, "_turn": everywhere}

        def random_actions(self) -> NDArray[np.int64]:
            """Return a legal action for every game, each as likely as the others."""
            return self._batch.random_actions(self._random)

        def close_extras(self, **kwargs: Any) -> None:
            # The opponent may be a program.
            self._answers = None

    return Environment
