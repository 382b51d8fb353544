"""PettingZoo's own tests on every game, with 100 seeds."""

import copy
import multiprocessing
import pickle
import types
import warnings

import numpy as np
import plywood as pw
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test  # noqa: E402
from pettingzoo.test import test_save_obs as save_obs_test  # noqa: E402
from pettingzoo.test.max_cycles_test import max_cycles_test  # noqa: E402


def test_the_interface(name: str) -> None:
    with warnings.catch_warnings():
        # Planes are float32, and a game of trees has one number.
        warnings.simplefilter("ignore")
        api_test(pw.env(pw.game(name), max_cycles=100), num_cycles=300)


def test_seeds(name: str) -> None:
    seed_test(lambda: pw.env(pw.game(name), max_cycles=100), num_cycles=60)
    game = pw.game(name)
    for seed in range(100):
        assert played(game, seed) == played(game, seed)
    if game.start().turn == "chance" or "pig" in name:
        assert len({tuple(played(game, seed)) for seed in range(100)}) > 10


def played(game: pw.Game, seed: int) -> list[str]:
    """Play a short game at random."""
    env = pw.env(game, max_cycles=6)
    env.reset(seed=seed)
    random = np.random.default_rng(seed)
    for agent in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        over = termination or truncation
        env.step(None if over else random.choice(np.flatnonzero(observation["action_mask"])))
        assert agent in ("first", "second")
    return env.unwrapped.position.played


def test_rendering(name: str) -> None:
    svg = {"svg": lambda picture: picture.startswith("<svg")}
    render_test(lambda render_mode=None: pw.env(pw.game(name), render_mode=render_mode), svg)


def test_observations_are_saved_or_refused(name: str, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    save_obs_test(pw.env(pw.game(name)))


def test_parallel(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parallel_api_test(pw.parallel_env(pw.game(name), max_cycles=50), num_cycles=100)


class Pennies(pw.Game):
    """Both players choose heads or tails, in turn, for ever: every action is legal."""

    actions = ("h", "t")

    def initial(self):
        return (0, "")

    def turn(self, state):
        return ("first", "second")[state[0] % 2]

    def outcome(self, state):
        return None

    def legal_moves(self, state):
        return ["h", "t"]

    def child(self, state, move):
        return (state[0] + 1, move)

    def rows(self, state):
        return [state[1] or "."]


def test_the_greatest_number_of_cycles() -> None:
    max_cycles_test(
        types.SimpleNamespace(
            env=lambda max_cycles: pw.env(Pennies(), max_cycles=max_cycles),
            parallel_env=lambda max_cycles: pw.parallel_env(Pennies(), max_cycles=max_cycles),
        )
    )


def test_an_illegal_action_loses() -> None:
    env = pw.env(pw.game("tictactoe"))
    env.reset(seed=1)
    env.step(4)
    env.step(4)
    assert env.terminations == {"first": True, "second": True}
    assert env.rewards["second"] == -1


def test_rewards_are_payoffs() -> None:
    env = pw.env(pw.game("tree:(a:3 b:(c:1 d:5))"))
    env.reset(seed=1)
    env.step(0)
    assert env.rewards == {"first": 3, "second": -3} and env.terminations == {"first": True, "second": True}
    env = pw.env(pw.game("dotsandboxes:m=3,n=2"))
    env.reset(seed=1)
    env.step(0)
    env.step(0)
    # All six boxes: a learner does not break the rules to lose less.
    assert env.rewards["second"] == -6
    together = pw.parallel_env(pw.game("kalah:houses=4,seeds=3"))
    random = np.random.default_rng(1)
    seen, _ = together.reset(seed=1)
    while together.agents:
        masks = {agent: observation["action_mask"] for agent, observation in seen.items()}
        actions = {agent: int(random.choice(np.flatnonzero(mask))) for agent, mask in masks.items() if mask.any()}
        actions = dict.fromkeys(together.agents, 0) | actions
        seen, rewards, *_ = together.step(actions)
    payoff = together.unwrapped.position.payoff
    assert payoff and rewards == {"first": payoff, "second": -payoff}


def test_a_cut_is_no_draw() -> None:
    game = pw.game("connect4")
    for make, cycles in ((pw.env, 2), (pw.parallel_env, 4)):
        env = make(game, max_cycles=cycles)
        env.reset(seed=1)
        for _ in range(4):
            action = env.unwrapped.position.legal_actions[0]
            answer = env.step(action if make is pw.env else dict.fromkeys(env.agents, action))
        position = env.unwrapped.position
        if make is pw.env:
            assert env.truncations == {"first": True, "second": True} and not any(env.terminations.values())
            seen, reward = env.last()[0]["observation"], env.last()[1]
            view = env.agent_selection
        else:
            observations, rewards, terminations, truncations, _ = answer
            assert all(truncations.values()) and not any(terminations.values())
            view, reward, seen = "first", rewards["first"], observations["first"]["observation"]
        assert reward == 0 and position.turn == "first"
        # The last observation is that of the position where the game was cut.
        assert np.array_equal(seen, position.observation(view))


def test_games_without_numbers_are_refused() -> None:
    class Silent(Pennies):
        actions = None

    with pytest.raises(ValueError, match="actions"):
        pw.env(Silent())


def mask_of(env: object) -> list[int]:
    """Return the legal actions of an environment, in another process too."""
    return list(env.last()[0]["action_mask"])


def test_environments_are_copied_and_cross_processes() -> None:
    env = pw.env(pw.game("connect4"))
    env.reset(seed=1)
    assert env.action_space("first").n == 7
    env.step(3)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(mask_of, [env]) == [mask_of(env)]
    for other in (copy.copy(env), copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert other.agent_selection == env.agent_selection == "second"
        assert other.unwrapped.position == env.unwrapped.position
    other.step(3)
    assert other.unwrapped.position != env.unwrapped.position
