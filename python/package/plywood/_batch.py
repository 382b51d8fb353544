"""Many games at once, as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy, deepcopy
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from plywood._game import Game, Position


class Batch:
    """Many games of one kind, played at once. Dice roll by themselves, and a game that ends begins again.

    With ``autoreset=False`` a game that ends stays as it is until :meth:`reset` or :meth:`set`: it stays in ``dones``, its mask
    is empty, and its actions are ignored.

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

    def __init__(self, game: Game, count: int, seed: int = 1, max_plies: int = 10_000, autoreset: bool = True) -> None:
        # NumPy is imported when it is first needed: it takes longer than all of this package.
        import numpy as np

        self.game = game
        self._most_plies = max_plies
        self._autoreset = autoreset
        self._native = game._rules.batch(count, seed, max_plies, autoreset)
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
        ways = (self._most_plies, self._autoreset)
        return _restored, (self.game, len(self), ways, self._native.saved(), self._random, arrays)

    def clone(self) -> Batch:
        """Return a batch that goes on from the same positions with the same dice."""
        return copy(self)

    def reset(self, mask: ArrayLike | None = None) -> None:
        """Begin games anew.

        Parameters
        ----------
        mask
            True for each game that begins anew; by default all do. Rows of other games stay as they are, but their
            rewards are 0.
        """
        self._native.reset(None if mask is None else _marks(mask))

    def set(self, positions: Sequence[Position]) -> None:
        """Go on from these positions, one for each game.

        Parameters
        ----------
        positions
            Positions of this game that are not over. Where chance decides, dice roll at once. ``max_plies`` counts the moves
            that led there; repetitions do not count.

        Examples
        --------
        >>> import plywood as pw
        >>> g = pw.game("tictactoe")
        >>> batch = g.batch(2)
        >>> batch.set([g.start(), g.position(moves="b2 a1")])
        >>> [position.text for position in batch.positions()]
        ['3/3/3 x', '3/1x1/o2 x']
        """
        self._native.set([position._state for position in positions])

    def positions(self, *, seed: int = 1) -> list[Position]:
        """Return the position of every game, without the moves that led there.

        Parameters
        ----------
        seed
            Random seed of the events of chance from there on.
        """
        from plywood._game import Position

        return [Position(self.game, state) for state in self._native.positions(seed)]

    def step(self, actions: ArrayLike, *, mask: ArrayLike | None = None) -> None:
        """Play an action in every game.

        Parameters
        ----------
        actions
            A whole number for each game: a legal move of its player.
        mask
            True for each game in which the action is played; by default in all. Those of other games are ignored.

        Raises
        ------
        ValueError
            If one is not legal, or there are not as many actions as games. Nothing is played then.
        RuntimeError
            If another thread is in a call of the same batch.
        """
        self._native.step(_whole_numbers(actions), None if mask is None else _marks(mask))

    def random_actions(self, random: np.random.Generator | None = None) -> NDArray[np.int64]:
        """Return a legal action for every game, each as likely as the others; 0 where a game is over.

        Parameters
        ----------
        random
            The generator; by default that of the batch, which its seed fixes.
        """
        return self._native.pick((random or self._random).random(len(self)))


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
    game: Game,
    count: int,
    ways: tuple[int, bool],
    saved: str,
    random: np.random.Generator,
    arrays: dict[str, NDArray[Any]],
) -> Batch:
    max_plies, autoreset = ways
    batch = Batch(game, count, max_plies=max_plies, autoreset=autoreset)
    batch._native.restore(saved)
    # A copy has a generator of its own.
    batch._random = deepcopy(random)
    for name, values in arrays.items():
        getattr(batch, name)[...] = values
    return batch


def _marks(mask: ArrayLike) -> NDArray[np.bool_]:
    """Return marks as the native part takes them."""
    import numpy as np

    given = np.asarray(mask)
    if given.ndim != 1 or given.dtype != np.bool_:
        raise ValueError(
            f"the mask has the shape {given.shape} and the type {given.dtype}; each game needs True or False"
        )
    return np.ascontiguousarray(given)


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
