"""Games for the Python algorithms of OpenSpiel."""

from __future__ import annotations

from typing import Any

from plywood._game import Game, _opened

#: Plies after which a game is over as a draw: algorithms want a bound.
_MOST_PLIES = 10_000

#: Outcomes of one event of chance, at most.
_MOST_OUTCOMES = 256


def openspiel(game: Game | str) -> Any:
    """Return a game as a ``pyspiel.Game``, for OpenSpiel's algorithms.

    Actions are the numbers of moves, at chance nodes those of the outcomes in their order. Returns are 1, 0 and -1,
    or the payoff of games that end in payoffs.

    Parameters
    ----------
    game
        The game, or its name. Your own needs ``actions``.

    Examples
    --------
    >>> import pytest; _ = pytest.importorskip("pyspiel")
    >>> import plywood as pw
    >>> state = pw.openspiel("tictactoe").new_initial_state()
    >>> state.apply_action(4)
    >>> state.current_player(), state.legal_actions()
    (1, [0, 1, 2, 3, 5, 6, 7, 8])
    """
    game = _opened(game)
    if not game.action_count:
        raise ValueError(f"the moves of {game.name} have no numbers; give it 'actions', a list of all moves")
    return _game_class()(game)


def _game_class() -> type[Any]:
    """Make the classes: OpenSpiel is needed only now."""
    import numpy as np
    import pyspiel

    class Tensor:
        """An observation of the position by a player, as OpenSpiel's observers are."""

        def __init__(self, game: Any) -> None:
            self._planes = game.observation_shape
            self.tensor = np.zeros(int(np.prod(self._planes)), np.float32)
            self.dict = {"planes": self.tensor.reshape(self._planes)}

        def set_from(self, state: Any, player: int) -> None:
            self.tensor[:] = state.position.observation(("first", "second")[player]).ravel()

        def string_from(self, state: Any, player: int) -> str:
            text: str = state.position.text
            return text

    class State(pyspiel.State):  # type: ignore[misc]
        def __init__(self, game: Any) -> None:
            super().__init__(game)
            self.rules = game.rules
            self.position = self.rules.start()

        def current_player(self) -> int:
            turn = "over" if len(self.position.played) >= _MOST_PLIES else self.position.turn
            players: dict[str, int] = {
                "first": 0,
                "second": 1,
                "chance": pyspiel.PlayerId.CHANCE,
                "over": pyspiel.PlayerId.TERMINAL,
            }
            return players[turn]

        def _legal_actions(self, player: int) -> list[int]:
            return sorted(self.position.legal_actions)

        def chance_outcomes(self) -> list[tuple[int, float]]:
            return list(enumerate(self.position.probabilities.values()))

        def _moves(self) -> dict[int, str]:
            if self.position.turn == "chance":
                return dict(enumerate(self.position.legal_moves))
            return dict(zip(self.position.legal_actions, self.position.legal_moves, strict=True))

        def _apply_action(self, action: int) -> None:
            chance = self.position.turn == "chance"
            self.position = self.position.play(self.position.legal_moves[action] if chance else action)

        def _action_to_string(self, player: int, action: int) -> str:
            return self._moves().get(action, f"action {action}")

        def is_terminal(self) -> bool:
            return bool(self.current_player() == pyspiel.PlayerId.TERMINAL)

        def returns(self) -> list[float]:
            outcome, payoff = self.position.outcome, self.position.payoff
            if payoff is not None:
                return [payoff, -payoff]
            return {"first": [1.0, -1.0], "second": [-1.0, 1.0]}.get(outcome or "", [0.0, 0.0])

        def information_state_string(self, player: int | None = None) -> str:
            text: str = self.position.text
            return text

        def observation_string(self, player: int | None = None) -> str:
            text: str = self.position.text
            return text

        def __str__(self) -> str:
            text: str = self.position.text
            return text

    chance, two = pyspiel.GameType.ChanceMode, pyspiel.GameType

    class Adapter(pyspiel.Game):  # type: ignore[misc]
        def __init__(self, rules: Any, params: dict[str, Any] | None = None) -> None:
            self.rules = rules
            self.observation_shape = rules.observation_shape
            has_chance = rules._rules.has_chance
            kind = pyspiel.GameType(
                short_name="plywood",
                long_name=rules.name,
                dynamics=two.Dynamics.SEQUENTIAL,
                chance_mode=chance.EXPLICIT_STOCHASTIC if has_chance else chance.DETERMINISTIC,
                information=two.Information.PERFECT_INFORMATION,
                utility=two.Utility.ZERO_SUM,
                reward_model=two.RewardModel.TERMINAL,
                max_num_players=2,
                min_num_players=2,
                provides_information_state_string=True,
                provides_information_state_tensor=False,
                provides_observation_string=True,
                provides_observation_tensor=True,
                provides_factored_observation_string=False,
            )
            greatest = rules._rules.greatest_payoff
            info = pyspiel.GameInfo(
                num_distinct_actions=rules.action_count,
                max_chance_outcomes=_MOST_OUTCOMES if has_chance else 0,
                num_players=2,
                min_utility=-greatest,
                max_utility=greatest,
                utility_sum=0.0,
                max_game_length=_MOST_PLIES,
            )
            super().__init__(kind, info, params or {})

        def new_initial_state(self, state: str | None = None) -> Any:
            return State(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            return Tensor(self)

    return Adapter
