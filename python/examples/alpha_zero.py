"""Exercise: a network learns connect four on a board of 5 x 4 from nothing but games against itself, as AlphaZero does.

Each move of self-play is chosen by a tree search that asks the network (Silver et al., Science 362, 2018). The network then learns what
the search found: its visits as the policy, and the result of the game as the value. Now and then its moves, with four times as many
visits, are graded by exact values: after 200 rounds, which take two minutes of processor time, 98 % of them keep the value; of random
moves 60 % do. Sixty lines of NumPy.
"""

import numpy as np
import plywood as pw

#: Games side by side, visits of each position, units of the two hidden layers, rounds of learning, and positions that are graded.
GAMES, VISITS, UNITS, ROUNDS, JUDGED = 128, 64, 128, 200, 300

#: Moves in the memory, those in a step of learning, steps in a round, and the learning rate.
MEMORY, STEP, STEPS, RATE = 60_000, 512, 40, 1e-3

#: Results and sides, as numbers for the first player.
SIGN = {"first": 1, "draw": 0, "second": -1}


class Network:
    """Two hidden layers; the last one has a number for each action and one for the value. A constant input makes the biases."""

    def __init__(self, inputs: int, actions: int, rng: np.random.Generator) -> None:
        sizes = [(inputs + 1, UNITS), (UNITS + 1, UNITS), (UNITS + 1, actions + 1)]
        self.weights = [rng.normal(0, size[0] ** -0.5, size).astype(np.float32) for size in sizes]
        self.means, self.squares = ([np.zeros_like(part) for part in self.weights] for _ in range(2))
        self.steps = 0

    def __call__(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return priors and values, as the search asks for them; keep the inputs of the weights, which are needed to learn."""
        self.layers, last = [], observations.reshape(len(masks), -1)
        for weights in self.weights:
            self.layers.append(np.hstack([np.maximum(last, 0), np.ones((len(masks), 1), np.float32)]))
            last = self.layers[-1] @ weights
        # No power of e gets too large or vanishes.
        priors = np.exp(np.clip(last[:, :-1], -20, 20)) * masks
        return priors / priors.sum(axis=1, keepdims=True), np.tanh(last[:, -1])

    def learn(self, observations: np.ndarray, masks: np.ndarray, policies: np.ndarray, results: np.ndarray) -> None:
        """Make the policies and the results more likely: a step of Adam (Kingma and Ba, 2015)."""
        priors, values = self(observations, masks)
        error = np.column_stack([priors - policies, 2 * (values - results) * (1 - values**2)]) / len(results)
        self.steps += 1
        rate = RATE * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for at in (2, 1, 0):
            slope = self.layers[at].T @ error + 1e-4 * self.weights[at]
            error = (error @ self.weights[at].T * (self.layers[at] > 0))[:, :-1]
            self.means[at] += 0.1 * (slope - self.means[at])
            self.squares[at] += 0.001 * (slope**2 - self.squares[at])
            self.weights[at] -= rate * self.means[at] / (np.sqrt(self.squares[at]) + 1e-8)


def self_play(game: pw.Game, search: pw.Mcts, rng: np.random.Generator) -> list[tuple]:
    """Play whole games, and return each position with its mask, the policy of the search and the result for its player."""
    going, moves, winners = {number: game.start() for number in range(GAMES)}, [], {}
    while going:
        found = search.search(list(going.values()))
        actions = found.actions(1.0 if len(moves) < 8 * GAMES else 0.0, rng)
        for (number, position), policy, action in zip(list(going.items()), found.policy(), actions, strict=True):
            moves.append((number, position, policy))
            going[number] = position.play(int(action))
            if going[number].turn == "over":
                winners[number] = going.pop(number).outcome
    return [
        (at.observation(), np.isin(range(game.action_count), at.legal_actions), policy, SIGN[winners[number]] * SIGN[at.turn])
        for number, at, policy in moves
    ]


def main() -> None:
    """Learn, and print the share of right moves now and then."""
    game, rng = pw.game("connect4", m=5, n=4), np.random.default_rng(1)
    network = Network(int(np.prod(game.observation_shape)), game.action_count, rng)
    search = game.mcts(network, simulations=VISITS, noise=0.25, alpha=1.0)
    judge, memory = game.mcts(network, simulations=4 * VISITS), []
    for number in range(1, ROUNDS + 1):
        memory = (memory + self_play(game, search, rng))[-MEMORY:]
        for _ in range(STEPS):
            chosen = [memory[place] for place in rng.integers(len(memory), size=STEP)]
            observations, masks, policies, results = (np.array(part, np.float32) for part in zip(*chosen, strict=True))
            # A game and its mirror image are worth the same.
            columns = slice(None, None, int(rng.choice([1, -1])))
            network.learn(observations[..., columns], masks[:, columns] > 0, policies[:, columns], results)
        if number % 20 == 0 or number == ROUNDS:
            figures = game.grade(judge, sample=JUDGED, baselines="none", jobs=64).players[0]["all"]
            print(f"after {number} rounds: {figures['kept']['share']:.1%} right moves", flush=True)


if __name__ == "__main__":
    main()
