"""The Python package beside OpenSpiel's, in one run: playouts, steps of games, and exact values.

python bench/versus/python_package.py

Both packages are called from Python, on one thread, in the same process and by turns; the figure is the best of three runs in processor
time. What the language costs is part of it, as it is for those who use them.
"""

import time
from collections.abc import Callable

import numpy as np
import plywood as pw
import pyspiel
from open_spiel.python.algorithms import mcts, minimax
from openspiel import rate

#: Games that both have with the same rules.
BOTH = {
    "tictactoe": "tic_tac_toe",
    "connect4": "connect_four",
    "breakthrough": "breakthrough",
    "hex": "hex",
    "kalah": "mancala",
    "nim": "nim(pile_sizes=3;4;5,is_misere=False)",
    "othello": "othello",
    "ultimate": "ultimate_tic_tac_toe",
    "dotsandboxes": "dots_and_boxes(num_rows=3,num_cols=4)",
}


def best(work: Callable[[], float]) -> float:
    """The greatest rate of three runs; ``work`` returns what it did."""
    rates = []
    for _ in range(3):
        begun = time.process_time()
        done = work()
        rates.append(done / (time.process_time() - begun))
    return max(rates)


def playouts(name: str) -> tuple[float, float]:
    """Whole random games a second: each package in its own native loop."""
    ours = pw.game(name)
    count = int(0.5 * best(lambda: ours.playouts(2000, jobs=1).games)) + 1
    return best(lambda: ours.playouts(count, jobs=1).games), rate(
        pyspiel.load_game(BOTH[name]), 0.5
    )


def steps(name: str) -> tuple[float, float, float]:
    """Moves a second with observation and mask: our batch, our positions one by one, their states one by one."""
    ours, theirs = pw.game(name), pyspiel.load_game(BOTH[name])
    random = np.random.default_rng(1)

    def batch() -> float:
        games, done = ours.batch(1024, seed=1), 0.0
        chosen = []
        for _ in range(30):
            chosen = games.random_actions()
            begun = time.process_time()
            games.step(chosen)
            done += time.process_time() - begun
        return 30 * 1024 / done

    def single() -> float:
        moves, position = 0, ours.start()
        for _ in range(2000):
            if position.turn == "over":
                position = ours.start()
            position.observation()
            legal = position.legal_actions
            position = position.play(legal[int(random.integers(len(legal)))])
            moves += 1
        return moves

    def their_single() -> float:
        moves, state = 0, theirs.new_initial_state()
        for _ in range(2000):
            if state.is_terminal():
                state = theirs.new_initial_state()
            np.array(state.observation_tensor(0))
            state.legal_actions_mask()
            legal = state.legal_actions()
            state.apply_action(legal[int(random.integers(len(legal)))])
            moves += 1
        return moves

    return max(batch() for _ in range(3)), best(single), best(their_single)


def bare_moves(name: str) -> tuple[float, float]:
    """Moves a second of the least that a program of its own needs: the turn, the legal actions, a move; theirs and ours by turns."""
    ours, theirs = pw.game(name), pyspiel.load_game(BOTH[name])
    numbers = np.random.default_rng(1).random(20_000).tolist()

    def single() -> float:
        position = ours.start()
        for number in numbers:
            if position.turn == "over":
                position = ours.start()
            legal = position.legal_actions
            position = position.play(legal[int(number * len(legal))])
        return len(numbers)

    def their_single() -> float:
        state = theirs.new_initial_state()
        for number in numbers:
            if state.current_player() < 0:
                state = theirs.new_initial_state()
            legal = state.legal_actions()
            state.apply_action(legal[int(number * len(legal))])
        return len(numbers)

    rates = [(best(single), best(their_single)) for _ in range(3)]
    return max(rate for rate, _ in rates), max(rate for _, rate in rates)


def evaluated(name: str, games: int) -> tuple[float, float]:
    """Positions a second that a network of 50 000 weights in NumPy evaluates for searches of many games, and our part of the time."""
    game = pw.game(name)
    random = np.random.default_rng(1)
    inputs, actions = int(np.prod(game.observation_shape)), game.action_count
    units = 50_000 // (inputs + actions + 1)
    first = random.normal(0, 0.1, (inputs, units)).astype(np.float32)
    second = random.normal(0, 0.1, (units, actions + 1)).astype(np.float32)
    spent, done = 0.0, 0

    def network(observations, masks):
        nonlocal spent, done
        begun = time.perf_counter()
        last = np.maximum(observations.reshape(len(masks), -1) @ first, 0) @ second
        scores = np.where(masks, last[:, :-1], -np.inf)
        priors = np.exp(scores - scores.max(axis=1, keepdims=True))
        values = np.tanh(last[:, -1])
        done += len(masks)
        spent += time.perf_counter() - begun
        return priors, values

    search = game.mcts(network, simulations=200, batch=games)
    positions = [game.start()] * games
    begun = time.perf_counter()
    for _ in range(4):
        actions_found = search.search(positions).actions()
        positions = [
            position.play(int(action))
            for position, action in zip(positions, actions_found, strict=True)
        ]
    taken = time.perf_counter() - begun
    return done / taken, 1 - spent / taken


def their_search(name: str) -> float:
    """Visits a second of OpenSpiel's search, which is written in Python, with an evaluator that does nothing."""
    game = pyspiel.load_game(BOTH[name])

    class Level(mcts.Evaluator):
        def evaluate(self, state):
            return np.zeros(2)

        def prior(self, state):
            legal = state.legal_actions()
            return [(action, 1 / len(legal)) for action in legal]

    bot = mcts.MCTSBot(game, 1.5, 1000, Level(), child_selection_fn=mcts.SearchNode.puct_value)
    begun = time.perf_counter()
    bot.step(game.new_initial_state())
    return 1000 / (time.perf_counter() - begun)


def exact(name: str, theirs: str) -> tuple[float, float]:
    """Seconds for the exact value: our ``solve``, and their alpha-beta, which is written in Python and has no table."""
    begun = time.process_time()
    value = pw.game(name).solve().value
    ours = time.process_time() - begun
    begun = time.process_time()
    found, _ = minimax.alpha_beta_search(pyspiel.load_game(theirs))
    assert {"win": 1, "draw": 0, "loss": -1}[value] == found
    return ours, time.process_time() - begun


def main() -> None:
    """Print all rows."""
    print("random games a second, native loops: game, Plywood, OpenSpiel, times")
    for name in BOTH:
        ours, theirs = playouts(name)
        print(f"{name:14} {ours:12,.0f} {theirs:12,.0f} {ours / theirs:8.1f}")
    print(
        "moves a second with observation and mask: game, Plywood's batch, Plywood one by one, OpenSpiel one by one, batch times"
    )
    for name in BOTH:
        batch, single, theirs = steps(name)
        print(
            f"{name:14} {batch:12,.0f} {single:12,.0f} {theirs:12,.0f} {batch / theirs:8.1f}"
        )
    print(
        "moves a second of the bare loop, one by one: game, Plywood, OpenSpiel, times"
    )
    for name in BOTH:
        ours, theirs = bare_moves(name)
        print(f"{name:14} {ours:12,.0f} {theirs:12,.0f} {ours / theirs:8.2f}")
    print(
        "evaluated positions a second in searches, with a network of 50 000 weights, and Plywood's part of the time; visits of "
        "OpenSpiel's search without a network"
    )
    for name in ("connect4", "othello", "breakthrough"):
        rate_of_ours, part = max(evaluated(name, 256) for _ in range(3))
        print(f"{name:14} {rate_of_ours:12,.0f} {part:6.0%} {their_search(name):12,.0f}")
    print("seconds to the exact value: game, Plywood, OpenSpiel")
    small = "connect_four(rows=3,columns=4,x_in_row=3)"
    for name, theirs in [("tictactoe", "tic_tac_toe"), ("connect4:m=4,n=3,k=3", small)]:
        ours, other = exact(name, theirs)
        print(f"{name:20} {ours:10.4f} {other:10.3f}")
    begun = time.process_time()
    print(
        f"connect4:m=5,n=5: {pw.game('connect4:m=5,n=5').solve().value} in {time.process_time() - begun:.2f} s, by Plywood alone"
    )


if __name__ == "__main__":
    main()
