"""Many games at once, as arrays."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from plywood._game import Game


class Batch:
    """Many games of one kind, played at once. Dice roll by themselves, and a game that ends begins again.

    A batch can be copied and pickled: the copy goes on from the same positions with the same dice. The arrays stay the same objects, and every step overwrites them: copy what you keep. A step reads none of them.

    Attributes
    ----------
    game : Game
        The rules.
    observations : ndarray of float32, (games, planes, rows, columns)
        What the player to move sees, see :meth:`Position.observation`.
    masks : ndarray of bool, (games, actions)
        The legal moves.
    rewards : ndarray of float32, (games, 2)
        For each player the payoff of a game that the last step ended; 1, 0 or -1 in games without payoffs. 0 for a game
        that goes on or was cut.
    dones : ndarray of bool, (games,)
        True for each game that the last step ended. Observation, mask and turn are those of the new game in its place.
    truncations : ndarray of bool, (games,)
        True for each game that the last step cut after ``max_plies`` plies; it was not over. ``dones & ~truncations``
        are the games that ended by their rules.
    turns : ndarray of uint8, (games,)
        The player to move, 0 or 1.
    final_observations : ndarray of float32, (games, planes, rows, columns)
        For each game in ``dones`` its last observation, by the player whose turn it is, or would be if the game were
        not over: ``final_obs`` in Gymnasium, with ``dones`` as ``_final_obs``. Rows of other games mean nothing.
    final_turns : ndarray of uint8, (games,)
        For each game in ``dones`` the player of its last observation, 0 or 1.

    Examples
    --------
    >>> import plywood as pw
    >>> batch = pw.game("tictactoe").batch(3, seed=1)
    >>> batch.step([4, 0, 8])
    >>> batch.turns.tolist(), batch.masks.sum(axis=1).tolist()
    ([1, 1, 1], [8, 8, 8])
    """

    def __init__(self, game: Game, count: int, seed: int = 1, max_plies: int = 10_000) -> None:
        # NumPy is imported when it is first needed: it takes longer than all of this package.
        import numpy as np

        self.game = game
        self._most_plies = max_plies
        self._native = game._rules.batch(count, seed, max_plies)
        self._random = np.random.default_rng(seed)
        self.observations: NDArray[np.float32] = self._native.observations
        self.masks: NDArray[np.bool_] = self._native.masks
        self.rewards: NDArray[np.float32] = self._native.rewards
        self.dones: NDArray[np.bool_] = self._native.dones
        self.truncations: NDArray[np.bool_] = self._native.truncations
        self.turns: NDArray[np.uint8] = self._native.turns
        self.final_observations: NDArray[np.float32] = self._native.final_observations
        self.final_turns: NDArray[np.uint8] = self._native.final_turns

    def __len__(self) -> int:
        return len(self._native)

    def __repr__(self) -> str:
        return f"<Batch of {len(self)} games of {self.game.name}>"

    def __reduce__(self) -> Any:
        arrays = {name: getattr(self, name).copy() for name in _ARRAYS}
        parts = (self.game, len(self), self._most_plies, self._native.saved(), self._random, arrays)
        return _restored, parts

    def reset(self) -> None:
        """Begin all games anew."""
        self._native.reset()

    def step(self, actions: ArrayLike) -> None:
        """Play an action in every game.

        Parameters
        ----------
        actions
            A whole number for each game: a legal move of its player.

        Raises
        ------
        ValueError
            If one is not legal, or there are not as many actions as games. Nothing is played then.
        RuntimeError
            If another thread is in a call of the same batch.
        """
        self._native.step(_whole_numbers(actions))

    def random_actions(self, random: np.random.Generator | None = None) -> NDArray[np.int64]:
        """Return a legal action for every game, each as likely as the others.

        Parameters
        ----------
        random
            The generator; by default that of the batch, which its seed fixes.
        """
        import numpy as np

        # Those of the rules: the caller may have written into `masks`.
        legal = self._native.legal()
        keys = (random or self._random).random(legal.shape, dtype=np.float32)
        chosen: NDArray[Any] = np.argmax(np.where(legal, keys, -1.0), axis=1)
        return chosen.astype(np.int64)


_ARRAYS = (
    "observations",
    "masks",
    "rewards",
    "dones",
    "truncations",
    "turns",
    "final_observations",
    "final_turns",
)


def _restored(
    game: Game, count: int, max_plies: int, saved: str, random: np.random.Generator, arrays: dict[str, NDArray[Any]]
) -> Batch:
    batch = Batch(game, count, max_plies=max_plies)
    batch._native.restore(saved)
    # A copy has a generator of its own.
    batch._random = deepcopy(random)
    for name, values in arrays.items():
        getattr(batch, name)[...] = values
    return batch


def _whole_numbers(actions: ArrayLike) -> NDArray[np.int64]:
    """Return actions as the native part takes them; what is no whole number is refused and not rounded."""
    import numpy as np

    given = np.asarray(actions)
    if given.ndim != 1:
        raise ValueError(f"the actions have the shape {given.shape}; each game needs one number")
    if given.dtype.kind == "i" or given.dtype in (np.uint8, np.uint16, np.uint32) or not given.size:
        return given.astype(np.int64)
    # A list of numbers and words would be an array of words.
    for number, action in enumerate(actions if isinstance(actions, list | tuple) else given.tolist()):
        try:
            fits = int(action) == action and -(2**63) <= action < 2**63
        except (TypeError, ValueError, OverflowError):
            fits = False
        if not fits:
            raise ValueError(f"action {action!r} of game {number} is no legal move there: it is no number of a move")
    return given.astype(np.int64)
