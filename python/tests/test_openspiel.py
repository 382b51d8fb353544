"""OpenSpiel's algorithms on games of Plywood, and its games beside ours."""

import os
from typing import Any

import plywood as pw
import pytest

pyspiel = pytest.importorskip("pyspiel")

import numpy as np  # noqa: E402
from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, mcts, minimax, tabular_qlearner  # noqa: E402


@pytest.mark.parametrize(("name", "value"), [("tictactoe", 0), ("nim:heaps=1-3-5", 1), ("kalah:houses=2,seeds=2", -2)])
def test_their_minimax_agrees_with_our_values(name: str, value: int) -> None:
    game = pw.game(name)
    assert game.solve().to_dict()["value"] == value
    # Their search takes players who move in turn, and that the same player may move again.
    found, _ = minimax.alpha_beta_search(pw.openspiel(game))
    assert found == value


def test_their_monte_carlo_finds_the_win() -> None:
    game = pw.openspiel(pw.game("tictactoe"))
    state = game.new_initial_state()
    for action in (0, 3, 1, 4):
        state.apply_action(action)
    bot = mcts.MCTSBot(
        game, 2, 300, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), random_state=np.random.RandomState(1)
    )
    assert bot.step(state) == 2


def test_their_q_learning_learns_nim() -> None:
    env = rl_environment.Environment(pw.openspiel(pw.game("nim:heaps=1-2")))
    agents = [
        tabular_qlearner.QLearner(player_id=player, num_actions=env.action_spec()["num_actions"]) for player in range(2)
    ]
    np.random.seed(1)
    for _ in range(2000):
        step = env.reset()
        while not step.last():
            step = env.step([agents[step.observations["current_player"]].step(step).action])
        for agent in agents:
            agent.step(step)
    action = agents[0].step(env.reset(), is_evaluation=True).action
    state = pw.openspiel(pw.game("nim:heaps=1-2")).new_initial_state()
    assert state.action_to_string(0, action) == pw.game("nim:heaps=1-2").solve().best


def test_their_cfr_finds_the_value_of_a_game_with_dice() -> None:
    ours = pw.game("tree:(a:{0.5 x:(c:4 d:1) 0.5 y:(e:2 f:-3)} b:1)")
    game = pw.openspiel(ours)
    solver = cfr.CFRSolver(game)
    for _ in range(200):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert exploitability.nash_conv(game, policy) < 0.1
    value = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)[0]
    assert value == pytest.approx(ours.solve(method="iterate").to_dict()["value"], abs=0.1)


def their_name(name: str, state: Any, text: str) -> int:
    """The action of OpenSpiel for a move of ours in this state of OpenSpiel's game."""
    file, player = ord(text[0]) - ord("a"), state.current_player()
    match name.split(":")[0]:
        case "tictactoe":
            return 3 * (3 - int(text[1])) + file
        case "mnk":
            return 5 * (4 - int(text[1])) + file
        case "gomoku":
            return 15 * (15 - int(text[1:])) + file
        case "connect4":
            return file
        case "nim":
            return 3 * (int(text[1:]) - 1) + file
        case "kalah":
            return int(text) + 7 * player
        case "dotsandboxes":
            # Theirs counts rows from the top and ours from below, which is the same but for a reflection.
            kind, column, row = text[0], ord(text[1]) - ord("a"), int(text[2:]) - 1
            return 2 * row + column if kind == "h" else 6 + 3 * row + column
        case "breakthrough":
            # There the first player comes from the top.
            words = "".join(c if c.isalpha() else str(6 - int(c)) for c in text if c not in "-x")
            return by_name(state, words)
        case "ultimate":
            if len(text) != 2 or not text[1].isdigit():
                return ["nw", "n", "ne", "w", "c", "e", "sw", "s", "se"].index(text)
            return 3 * ((9 - int(text[1])) % 3) + file % 3
    return by_name(state, text)


def by_name(state: Any, text: str) -> int:
    names = {
        state.action_to_string(state.current_player(), action).rstrip("*"): action for action in state.legal_actions()
    }
    return names[text]


#: Random games of each; 1000 in a long run.
PLAYOUTS = int(os.environ.get("PLYWOOD_PLAYOUTS", "40"))

#: Our games, and OpenSpiel's with the same rules. In their Pig a player has to hold to win; their cubes of EinStein are dealt.
TWINS = {
    "tictactoe": "tic_tac_toe",
    "mnk:m=5,n=4,k=4": "mnk(m=5,n=4,k=4)",
    "gomoku": "gomoku",
    "connect4": "connect_four",
    "breakthrough:m=5,n=5": "breakthrough(rows=5,columns=5)",
    "hex:size=4": "hex(board_size=4)",
    "nim": "nim(pile_sizes=3;4;5,is_misere=False)",
    "othello": "othello",
    "kalah": "mancala",
    "ultimate": "ultimate_tic_tac_toe",
    "dotsandboxes:m=2,n=2": "dots_and_boxes(num_rows=2,num_cols=2)",
}


@pytest.mark.parametrize("name", TWINS)
def test_random_games_agree_move_for_move(name: str) -> None:
    ours, theirs = pw.game(name), pyspiel.load_game(TWINS[name])
    random = np.random.default_rng(1)
    for _ in range(PLAYOUTS):
        position, state = ours.start(), theirs.new_initial_state()
        while position.turn != "over":
            moves = position.legal_moves
            actions = [their_name(name, state, move) for move in moves]
            assert sorted(actions) == state.legal_actions(), position
            chosen = random.integers(len(moves))
            position = position.play(moves[chosen])
            state.apply_action(actions[chosen])
        assert state.is_terminal()
        assert np.sign(state.returns()[0]) == {"first": 1, "draw": 0, "second": -1}[position.outcome]
