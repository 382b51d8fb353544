"""Many games at once, as arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from plywood._game import Game


class Batch:
    """Many games of one kind, played at once. Dice roll by themselves, and a game that ends begins again.

    The arrays stay the same objects, and every step overwrites them: copy what you keep.

    Attributes
    ----------
    game : Game
        The rules.
    observations : ndarray of float32, (games, planes, rows, columns)
        What the player to move sees, see :meth:`Position.observation`.
    masks : ndarray of bool, (games, actions)
        The legal moves.
    rewards : ndarray of float32, (games, 2)
        For each player 1, 0 or -1 for a game that the last step ended won, drawn or lost; 0 for a game that goes on.
    dones : ndarray of bool, (games,)
        True for each game that the last step ended. The other arrays describe the new game in its place.
    turns : ndarray of uint8, (games,)
        The player to move, 0 or 1.

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
        self._native = game._rules.batch(count, seed, max_plies)
        self._random = np.random.default_rng(seed)
        self.observations: NDArray[np.float32] = self._native.observations
        self.masks: NDArray[np.bool_] = self._native.masks
        self.rewards: NDArray[np.float32] = self._native.rewards
        self.dones: NDArray[np.bool_] = self._native.dones
        self.turns: NDArray[np.uint8] = self._native.turns

    def __len__(self) -> int:
        return len(self._native)

    def __repr__(self) -> str:
        return f"<Batch of {len(self)} games of {self.game.name}>"

    def reset(self) -> None:
        """Begin all games anew."""
        self._native.reset()

    def step(self, actions: ArrayLike) -> None:
        """Play an action in every game.

        Parameters
        ----------
        actions
            A number for each game, legal by :attr:`masks`.

        Raises
        ------
        ValueError
            If one is not legal, or there are not as many actions as games. Nothing is played then.
        """
        import numpy as np

        self._native.step(np.ascontiguousarray(actions, dtype=np.int64))

    def random_actions(self, random: np.random.Generator | None = None) -> NDArray[np.int64]:
        """Return a legal action for every game, each as likely as the others.

        Parameters
        ----------
        random
            The generator; by default that of the batch, which its seed fixes.
        """
        import numpy as np

        keys = (random or self._random).random(self.masks.shape, dtype=np.float32)
        chosen: NDArray[Any] = np.argmax(np.where(self.masks, keys, -1.0), axis=1)
        return chosen.astype(np.int64)
