"""Random games a second of OpenSpiel, played in its own C++ loop.

pip install open_spiel; python bench/versus/openspiel.py

A single simulation of its MCTSBot only asks its RandomRolloutEvaluator about the root: so many whole games, one after
the other, without a step in Python. Seconds are processor time. Of three runs the middle one counts.
"""

import random
import time

import pyspiel

GAMES = [
    "nim(pile_sizes=3;4;5,is_misere=False)",
    "othello",
    "breakthrough",
    "hex(board_size=11)",
    "mancala",
    "dots_and_boxes(num_cols=4,num_rows=3)",
    "einstein_wurfelt_nicht",
    "ultimate_tic_tac_toe",
]


def opening(game):
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


def rate(game, least=2.0):
    state, games = opening(game), 100
    while True:
        rollouts = pyspiel.RandomRolloutEvaluator(games, 1)
        bot = pyspiel.MCTSBot(game, rollouts, 2.0, 1, 64, False, 1, False)
        begun = time.process_time()
        bot.step(state)
        took = time.process_time() - begun
        if took >= least:
            return games / took
        games = int(games * min(20, 1.5 * least / max(took, 1e-4)))


def plies(game, games=300):
    """The mean length of a random game, to see that the rules are the same."""
    total = 0
    for _ in range(games):
        state = opening(game)
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            total += 1
    return total / games


if __name__ == "__main__":
    random.seed(1)
    for name in GAMES:
        game = pyspiel.load_game(name)
        middle = sorted(rate(game) for _ in range(3))[1]
        print(f"{name}: {middle:.0f} games a second, {plies(game):.1f} plies each", flush=True)
