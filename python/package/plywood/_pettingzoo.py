"""Games as environments of PettingZoo."""

from __future__ import annotations

from functools import cache
from typing import Any

from plywood._game import Game, _opened

#: Largest number in an observation: more points or seeds than any game of the list has.
_GREATEST = 65_535.0


def env(game: Game | str, *, render_mode: str | None = None, max_cycles: int | None = None) -> Any:
    """Return a game as an AEC environment of PettingZoo, with its usual wrappers.

    The agents are ``first`` and ``second``. An observation is a dict of ``observation``, as
    :meth:`Position.observation`, and ``action_mask``. Dice roll by the seed of ``reset``. Rewards come at the end: the
    payoff, or 1, 0 and -1 in games without payoffs. An illegal action ends the game with the greatest loss that the
    game has, -1 without payoffs, for the player who chose it. A game that is cut is truncated, not terminated.

    Parameters
    ----------
    game
        The game, or its name. Your own needs ``actions`` and ``rows``.
    render_mode
        ``ansi`` (the position as text), ``svg`` (its picture) or ``human`` (printed).
    max_cycles
        Cycles of two moves after which the game is truncated; None for 5000.

    Examples
    --------
    >>> import pytest; _ = pytest.importorskip("pettingzoo")
    >>> import plywood as pw
    >>> e = pw.env("tictactoe")
    >>> e.reset(seed=1)
    >>> e.agent_selection, int(e.last()[0]["action_mask"].sum())
    ('first', 9)
    """
    return _wrapped(game, render_mode, 2 * (5000 if max_cycles is None else max_cycles))


def _wrapped(game: Game | str, render_mode: str | None, most_moves: int) -> Any:
    from pettingzoo.utils import wrappers

    game = _opened(game)
    raw = _environment()(game, render_mode, most_moves)
    # With less a learner would rather break the rules than lose by more.
    loss = -game._rules.greatest_payoff
    checked = wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(raw, illegal_reward=loss))
    return wrappers.OrderEnforcingWrapper(checked)


def parallel_env(game: Game | str, *, render_mode: str | None = None, max_cycles: int | None = None) -> Any:
    """Return a game as a parallel environment: both players act in each step, and the action of the one who is not to
    move is ignored.

    Parameters are those of :func:`env`; here a cycle is one move.
    """
    from pettingzoo.utils import turn_based_aec_to_parallel

    return turn_based_aec_to_parallel(_wrapped(game, render_mode, 10_000 if max_cycles is None else max_cycles))


def _made(game: Game, render_mode: str | None, most_moves: int) -> Any:
    return _environment()(game, render_mode, most_moves)


@cache
def _environment() -> type[Any]:
    """Make the class of environments: PettingZoo is needed only now."""
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv

    class Environment(AECEnv):  # type: ignore[misc]
        metadata: dict[str, Any] = {
            "name": "plywood_v0",
            "render_modes": ["human", "ansi", "svg"],
            "is_parallelizable": True,
            "render_fps": 2,
        }

        def __init__(self, game: Game, render_mode: str | None, most_moves: int) -> None:
            super().__init__()
            if not game.action_count:
                raise ValueError(f"the moves of {game.name} have no numbers; give it 'actions', a list of all moves")
            if 0 in game.observation_shape:
                raise ValueError(f"{game.name} has no board to observe; give it a method rows(state)")
            if render_mode not in (None, *self.metadata["render_modes"]):
                raise ValueError(f"render_mode is 'human', 'ansi', 'svg' or None, and not {render_mode!r}")
            self.game = game
            self.render_mode = render_mode
            self.most_moves = most_moves
            self.possible_agents = ["first", "second"]
            self.agents: list[str] = []
            board = spaces.Box(0.0, _GREATEST, game.observation_shape, np.float32)
            mask = spaces.Box(0, 1, (game.action_count,), np.int8)
            self.observation_spaces = {
                agent: spaces.Dict({"observation": board, "action_mask": mask}) for agent in self.possible_agents
            }
            self.action_spaces = {agent: spaces.Discrete(game.action_count) for agent in self.possible_agents}
            self._random = np.random.default_rng()

        def __reduce__(self) -> Any:
            # The class has no name to be found by: it is made when it is needed.
            return _made, (self.game, self.render_mode, self.most_moves), self.__dict__

        def observation_space(self, agent: str) -> Any:
            return self.observation_spaces[agent]

        def action_space(self, agent: str) -> Any:
            return self.action_spaces[agent]

        def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
            if seed is not None:
                self._random = np.random.default_rng(seed)
            self.agents = list(self.possible_agents)
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
            self.terminations = dict.fromkeys(self.agents, False)
            self.truncations = dict.fromkeys(self.agents, False)
            self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
            self.position = self._rolled(self.game.start())
            self.moves_made = 0
            self.agent_selection = self._agent()

        def _rolled(self, position: Any) -> Any:
            while position.turn == "chance":
                outcomes = position.probabilities
                chosen = self._random.choice(len(outcomes), p=np.array(list(outcomes.values())))
                position = position.play(list(outcomes)[chosen])
            return position

        def _agent(self) -> str:
            turn: str = self.position.turn
            # In a finished game PettingZoo goes on asking both.
            return turn if turn in self.agents else self.possible_agents[0]

        def observe(self, agent: str) -> dict[str, Any]:
            mask = np.zeros(self.game.action_count, np.int8)
            if self.position.turn == agent:
                mask[self.position.legal_actions] = 1
            return {"observation": self.position.observation(agent), "action_mask": mask}

        def step(self, action: int | None) -> None:
            agent = self.agent_selection
            if self.terminations[agent] or self.truncations[agent]:
                self._was_dead_step(action)
                return
            # Raises what is wrong with an illegal action.
            position = self.position.play(action)
            self._cumulative_rewards[agent] = 0
            self._clear_rewards()
            self.position = self._rolled(position)
            self.moves_made += 1
            outcome = self.position.outcome
            if outcome is not None:
                payoff = self.position.payoff
                if payoff is None:
                    payoff = {"first": 1.0, "second": -1.0}.get(outcome, 0.0)
                self.rewards = {"first": payoff, "second": 0.0 - payoff}
                self.terminations = dict.fromkeys(self.agents, True)
            elif self.moves_made >= self.most_moves:
                self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self._agent() if outcome is None else self.possible_agents[agent == "first"]
            self._accumulate_rewards()
            if self.render_mode == "human":
                self.render()

        def render(self) -> str | None:
            if self.render_mode is None:
                return None
            if self.render_mode == "svg":
                picture: str = self.position.svg()
                return picture
            text: str = self.position.text
            if self.render_mode == "human":
                print(text)
                return None
            return text

        def close(self) -> None:
            pass

    return Environment
