"""Exercise: a policy learns tic-tac-toe from games against itself, with NumPy alone.

The policy is one layer of hidden units. It sees the board as the player to move, so one policy plays both sides. After a game
the moves of the winner become more likely and those of the loser less likely (REINFORCE, Williams 1992). Two things keep it curious:
some moves are random, and probabilities near 1 cost something (an entropy bonus). Set either to 0 to see why.
"""

from collections.abc import Callable

import numpy as np
import plywood as pw
from numpy.typing import NDArray

#: Games at once, plies between two changes of the weights, changes, hidden units.
GAMES, PLIES, CHANGES, HIDDEN = 128, 18, 400, 64

#: The learning rate, the share of random moves, and the weight of the entropy.
RATE, RANDOM, ENTROPY = 0.6, 0.3, 0.1


class Policy:
    """Probabilities of actions from what the player to move sees."""

    def __init__(self, inputs: int, actions: int, rng: np.random.Generator) -> None:
        self.first = rng.normal(0, 1 / np.sqrt(inputs), (inputs, HIDDEN))
        self.second = np.zeros((HIDDEN, actions))

    def __call__(
        self, seen: NDArray[np.float32], masks: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the hidden units and the probabilities of the actions, 0 for illegal ones."""
        hidden = np.tanh(seen @ self.first)
        scores = np.where(masks, hidden @ self.second, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return hidden, weights / weights.sum(axis=1, keepdims=True)

    def bot(self) -> Callable[[pw.Position], str]:
        """Return a bot that plays the most likely move."""

        def choose(position: pw.Position) -> str:
            mask = np.zeros((1, self.second.shape[1]), bool)
            mask[0, position.legal_actions] = True
            _, probabilities = self(position.observation().reshape(1, -1), mask)
            best = int(probabilities[0].argmax())
            return position.legal_moves[position.legal_actions.index(best)]

        return choose


def learn(policy: Policy, batch: pw.Batch, rng: np.random.Generator) -> None:
    """Play some plies in all games, and make the moves of winners more likely."""
    rows = np.arange(len(batch))
    steps = []
    for _ in range(PLIES):
        # The batch overwrites its arrays: copy what is needed later.
        seen, masks, movers = batch.observations.reshape(len(batch), -1).copy(), batch.masks.copy(), batch.turns.copy()
        hidden, probabilities = policy(seen, masks)
        played = (1 - RANDOM) * probabilities + RANDOM * masks / masks.sum(axis=1, keepdims=True)
        actions = (played.cumsum(axis=1) > rng.random((len(batch), 1))).argmax(axis=1)
        # A random move counts by how likely the policy itself would have played it.
        weights = probabilities[rows, actions] / played[rows, actions]
        batch.step(actions)
        steps.append((seen, hidden, probabilities, actions, weights, movers, batch.rewards.copy(), batch.dones.copy()))
    first, second = np.zeros_like(policy.first), np.zeros_like(policy.second)
    result = np.zeros((len(batch), 2))
    for seen, hidden, probabilities, actions, weights, movers, rewards, dones in reversed(steps):
        # Backwards, so that each move knows how its game ended; 0 for games that go on.
        result = np.where(dones[:, None], rewards, result)
        error = -probabilities
        error[rows, actions] += 1
        error *= (weights * result[rows, movers])[:, None]
        logs = np.log(probabilities + 1e-12)
        error -= ENTROPY * probabilities * (logs - (probabilities * logs).sum(axis=1, keepdims=True))
        second += hidden.T @ error
        first += seen.T @ ((error @ policy.second.T) * (1 - hidden**2))
    policy.first += RATE * first / len(batch)
    policy.second += RATE * second / len(batch)


def main() -> None:
    """Learn, and print the score against random moves now and then."""
    game, rng = pw.game("tictactoe"), np.random.default_rng(1)
    batch = game.batch(GAMES, seed=1)
    policy = Policy(int(np.prod(game.observation_shape)), game.action_count, rng)
    for change in range(CHANGES + 1):
        if change % 100 == 0:
            score = pw.match(game, policy.bot(), "random", games=400, seed=1).score
            print(f"after {change} changes: score {score['share']:.1%} against random moves")
        learn(policy, batch, rng)


if __name__ == "__main__":
    main()
