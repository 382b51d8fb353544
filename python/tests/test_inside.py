"""A bot is asked about the position that it was given: every answer inside a game is that from outside."""

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import plywood as pw
import pytest
from sticks import Coin, Sticks


def asked(question: Callable[[], Any]) -> Any:
    """An answer without its time, or the error in its place."""
    try:
        answer = question()
    except (ValueError, RuntimeError) as error:
        return str(error)
    return untimed(answer.to_dict() if isinstance(answer, pw.Answer) else answer)


def untimed(part: Any) -> Any:
    if isinstance(part, dict):
        return {key: untimed(value) for key, value in part.items() if "second" not in key and "time" not in key}
    return [untimed(value) for value in part] if isinstance(part, list) else part


def answers(position: pw.Position, brain: pw.Brain | None) -> dict[str, Any]:
    """What there is to ask about a position."""
    again = pickle.loads(pickle.dumps(position))
    assert again == position and hash(again) == hash(position) and again.played == position.played
    assert again.roll().text == position.roll().text if position.turn == "chance" else True
    first = position.legal_moves[0]
    questions: dict[str, Callable[[], Any]] = {
        "analyse": lambda: position.analyse("engine", depth=2),
        "all": lambda: position.analyse("engine", depth=1, all=True),
        "within": lambda: position.solve(within=2),
        "solve": lambda: position.solve(depth=2),
        "evaluate": position.evaluate,
        "tree": lambda: position.tree(depth=1),
        "searched": lambda: position.tree("engine", depth=1, most=20),
        "compare": lambda: position.compare(depth=1),
        "show": lambda: brain.show(position) if brain else None,
        "batch": lambda: [answer.to_dict() for answer in position.game.analyse([position], "engine", depth=1)],
        "text": lambda: (position.text, position.turn, position.outcome, position.payoff),
        "moves": lambda: (position.legal_moves, position.legal_actions, position.probabilities),
        "played": lambda: position.played,
        "svg": lambda: position.svg() + position.play(first).svg(),
        "observation": lambda: position.observation().tolist(),
        "next": lambda: (position.play(first).text, position.play(first).played),
        "pickled": lambda: (again.text, again.played, asked(lambda: again.analyse("engine", depth=2))),
    }
    return {name: asked(question) for name, question in questions.items()}


class Asking:
    """A bot that asks everything about some of its positions, and plays at random."""

    def __init__(self, game: pw.Game, brain: pw.Brain | None) -> None:
        self.game, self.brain, self.calls = game, brain, 0
        self.heard: list[tuple[list[str], dict[str, Any]]] = []
        self.random = np.random.default_rng(1)

    def __call__(self, position: pw.Position) -> str:
        self.calls += 1
        if self.calls % 3 == 2 and len(self.heard) < 3:
            self.heard.append((position.played, answers(position, self.brain)))
        return position.legal_moves[self.random.integers(len(position.legal_moves))]

    def compare(self, start: str | None) -> None:
        """Asks the same from outside."""
        assert self.heard or self.calls < 2
        for moves, heard in self.heard:
            outside = answers(self.game.position(start, moves), self.brain)
            for question, answer in heard.items():
                assert answer == outside[question], (question, start, moves)


def trained(game: pw.Game, folder: Path) -> pw.Brain | None:
    """A small brain, if the game has no dice."""
    if game._rules.has_chance:
        return None
    game.learn(folder / "small.brain", [(2, "random")], max_plies=20)
    return pw.Brain(folder / "small.brain", game)


def compare(game: pw.Game, folder: Path) -> None:
    brain = trained(game, folder)
    bot = Asking(game, brain)
    game.match(bot, "random", games=2, openings="random:2", max_plies=10, jobs=1)
    bot.compare(None)
    bot = Asking(game, brain)
    game.tournament({"asking": bot, "random": "random"}, pairs=1, openings="random:1", max_plies=8, jobs=1)
    bot.compare(None)


def test_answers_inside_a_bot_are_those_from_outside(name: str, tmp_path: Path) -> None:
    compare(pw.game(name), tmp_path)


@pytest.mark.parametrize("rules", [Sticks(9), Coin()])
def test_answers_about_own_rules_too(rules: pw.Game, tmp_path: Path) -> None:
    compare(rules, tmp_path)


def test_a_match_from_a_position_begins_there() -> None:
    game = pw.game("connect4")
    for place in ({"position": "7/7/7/7/3o3/3x3 x", "moves": "c c"}, {"moves": "d e"}):
        bot, start = Asking(game, None), game.position(place.get("position"), place["moves"]).text
        game.match(bot, "random", games=2, max_plies=8, **place)
        assert all(answer["text"][0] == game.position(start, moves).text for moves, answer in bot.heard)
        bot.compare(start)


class Circle(pw.Game):
    """Step back and forth on three places; nobody wins, and a position that comes back is a draw."""

    def initial(self):
        return (0, "first")

    def turn(self, state):
        return state[1]

    def outcome(self, state):
        return None

    def legal_moves(self, state):
        return ["left", "right"]

    def child(self, state, move):
        return ((state[0] + (1 if move == "left" else 2)) % 3, "second" if state[1] == "first" else "first")


def test_a_bot_knows_the_moves_before() -> None:
    circle, seen = Circle(), []

    def back_and_forth(position: pw.Position) -> str:
        seen.append(position)
        return "left" if position.turn == "first" else "right"

    circle.match(back_and_forth, back_and_forth, games=1)
    # The game ended when the opening was there for the third time.
    assert [len(position.played) for position in seen] == list(range(4))
    assert all(position == circle.position(None, position.played) for position in seen)
    last = seen[-1].play("right")
    assert (last.turn, last.outcome) == ("over", "draw")
    assert pickle.loads(pickle.dumps(last)).turn == "over"
    # The same text without its past is no draw yet.
    assert circle.position(last.text).turn == "first"
