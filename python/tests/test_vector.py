"""Many games as a vector environment of Gymnasium."""

from typing import Any

import numpy as np
import plywood as pw
import pytest

pytest.importorskip("gymnasium")
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402
from gymnasium.wrappers.vector import RecordEpisodeStatistics  # noqa: E402

MODES = ["next_step", "same_step", "disabled"]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("opponent", [None, "random"])
def test_games_go_on_as_gymnasium_says(name: str, mode: str, opponent: str | None) -> None:
    check_that_games_go_on(pw.game(name), mode, opponent)


def test_games_go_on_against_a_bot_with_a_name() -> None:
    check_that_games_go_on(pw.game("connect4:m=5,n=4"), "next_step", "engine:depth=1")


def check_that_games_go_on(game: pw.Game, mode: str, opponent: str | None) -> None:
    count = 6
    envs = pw.vector_env(game, count, opponent=opponent, side="both", autoreset_mode=mode, max_plies=30)
    assert isinstance(envs, VectorEnv) and envs.metadata["autoreset_mode"] == AutoresetMode[mode.upper()]
    seen, infos = envs.reset(seed=3)
    assert seen in envs.observation_space and infos["action_mask"].any(axis=1).all()
    ended = np.zeros(count, bool)
    games = 0
    for _ in range(40):
        actions = envs.random_actions()
        assert all(mask[action] for mask, action, over in zip(infos["action_mask"], actions, ended) if not over)
        former = ended
        seen, rewards, terminated, truncated, infos = envs.step(actions)
        assert seen in envs.observation_space and rewards.shape == (count,) and not (terminated & truncated).any()
        ended = terminated | truncated
        assert not rewards[~terminated].any()
        if mode == "next_step":
            # The step after an end begins a game, and the action counts for nothing.
            assert not (former & ended).any() and not rewards[former].any()
            assert (infos["action_mask"].any(axis=1) == ~ended).all()
        elif mode == "same_step":
            assert infos["action_mask"].any(axis=1).all()
            if ended.any():
                assert (infos["_final_obs"] == ended).all()
                for number, last in enumerate(infos["final_obs"]):
                    assert (last is None) == (not ended[number])
                    assert last is None or np.array_equal(last, infos["final_observation"][number])
            else:
                assert "final_obs" not in infos
        elif ended.any():
            others = seen[~ended].copy()
            seen, infos = envs.reset(options={"reset_mask": ended})
            assert np.array_equal(others, seen[~ended]) and infos["action_mask"].any(axis=1).all()
        games += ended.sum()
        if mode == "disabled":
            ended = np.zeros(count, bool)
    assert games
    envs.close()


def test_an_opponent_by_name_plays_its_moves_and_the_same_by_the_same_seed() -> None:
    game = pw.game("tictactoe")
    envs = pw.vector_env(game, 20, opponent="perfect", autoreset_mode="same_step")
    observations, infos = envs.reset(seed=1)
    for _ in range(20):
        observations, rewards, *_, infos = envs.step(envs.random_actions())
        assert (rewards <= 0).all(), "it never loses"
    searching = pw.vector_env(game, 20, opponent="mcts:playouts=20", side="both")

    def games() -> list[np.ndarray]:
        observations, infos = searching.reset(seed=2)
        seen = [observations]
        for _ in range(8):
            observations, *_, infos = searching.step(infos["action_mask"].argmax(axis=1))
            seen.append(observations)
        return seen

    assert all((one == other).all() for one, other in zip(games(), games(), strict=True))
    searching.close()


def test_an_opponent_answers_and_rewards_are_yours() -> None:
    game = pw.game("tictactoe")
    asked: list[pw.Position] = []

    def first_move(position: pw.Position) -> str:
        asked.append(position)
        return position.legal_moves[0]

    envs = pw.vector_env(game, 2, opponent=first_move, side="both", autoreset_mode="same_step")
    seen, infos = envs.reset(seed=1)
    # The second game is that of the second player: the opponent has begun in a3.
    assert infos["action_mask"].sum(axis=1).tolist() == [9, 8] and seen[1, 1, 0, 0] == 1
    # The opponent goes on a3, b3, c3 in the second game, and wins; in the first the answers are a3 and b3, and the middle row wins.
    for actions in ([3, 3], [4, 4]):
        seen, rewards, terminated, _, infos = envs.step(actions)
    assert terminated.tolist() == [False, True] and rewards.tolist() == [0, -1]
    # The last position as the one who lost sees it.
    last = infos["final_obs"][1]
    assert last[1, 0].tolist() == [1, 1, 1] and last[0, 1].tolist() == [1, 1, 0]
    seen, rewards, terminated, _, infos = envs.step([5, 8])
    assert terminated.tolist() == [True, False] and rewards.tolist() == [1, 0]
    assert all(position.turn in ("first", "second") for position in asked)


def test_a_game_that_ends_before_your_move_is_none() -> None:
    game = pw.game("tree:(a:3 b:(c:1 d:5))")
    envs = pw.vector_env(game, 4, opponent="random", side="second", autoreset_mode="same_step")
    envs.reset(seed=1)
    for _ in range(20):
        _, rewards, terminated, _, infos = envs.step([1] * 4)
        assert rewards.tolist() == [-5] * 4 and terminated.all() and infos["action_mask"].all()
    with pytest.raises(ValueError, match="ends before your first move"):
        pw.vector_env(game, 4, opponent=lambda position: "a", side="second").reset()


def test_self_play_rewards_the_mover() -> None:
    envs = pw.vector_env(pw.game("tictactoe"), 1)
    _, infos = envs.reset(seed=1)
    for action, turn in ((0, 0), (3, 1), (1, 0), (4, 1), (8, 0)):
        assert infos["turn"].tolist() == [turn]
        _, rewards, terminated, _, infos = envs.step([action])
        assert not rewards.any()
    _, rewards, terminated, _, infos = envs.step([5])
    assert rewards.tolist() == [1] and terminated.tolist() == [True]
    seen, rewards, terminated, _, infos = envs.step([0])
    assert not rewards.any() and not terminated.any() and not seen.any()


def test_payoffs_are_rewards_and_seeds_fix_all() -> None:
    def play(seed: int) -> list[Any]:
        envs = RecordEpisodeStatistics(
            pw.vector_env(pw.game("kalah:houses=4,seeds=3"), 8, opponent="rules", autoreset_mode="same_step")
        )
        _, infos = envs.reset(seed=seed)
        random, history, lengths = np.random.default_rng(1), [], []
        for _ in range(25):
            actions = [int(random.choice(np.flatnonzero(mask))) for mask in infos["action_mask"]]
            _, rewards, terminated, _, infos = envs.step(actions)
            history.append(rewards.tolist())
            if terminated.any():
                lengths += infos["episode"]["r"][terminated].tolist()
        assert set(lengths) and max(map(abs, lengths)) > 1
        return history

    assert play(5) == play(5) != play(6)


def test_wrong_words_are_refused() -> None:
    game = pw.game("tictactoe")
    for options, words in [
        ({"side": "third"}, "side"),
        ({"autoreset_mode": "never"}, "autoreset_mode"),
        ({"opponent": "no_bot"}, "no_bot"),
    ]:
        with pytest.raises(ValueError, match=words):
            pw.vector_env(game, 2, **options)
    with pytest.raises(ValueError, match="num_envs"):
        pw.vector_env(game, 0)
    envs = pw.vector_env(game, 2)
    envs.reset()
    with pytest.raises(ValueError, match="action 9 of game 0"):
        envs.step([9, 0])
