"""Environments for language models: rewards are those of a plain minimax."""

import asyncio
import random
from contextlib import asynccontextmanager
from functools import cache
from types import SimpleNamespace
from typing import Any

import plywood as pw
import pytest
from chat_server import serving
from plywood.llm import Environment
from sticks import Coin

LINES = ["036", "147", "258", "012", "345", "678", "048", "246"]


@cache
def minimax(board: str, mover: str) -> float:
    """The chance of winning of the player to move, a draw counting half. Cells are in the order of the position's text."""
    other = "o" if mover == "x" else "x"
    if any(all(board[int(cell)] == other for cell in line) for line in LINES):
        return 0.0
    if "." not in board:
        return 0.5
    return max(1 - minimax(board[:at] + mover + board[at + 1 :], other) for at in range(9) if board[at] == ".")


def loss(position: pw.Position, move: str) -> float:
    """The loss of a move by minimax alone."""
    rows, side = position.text.split()
    board = "".join("." * int(cell) if cell.isdigit() else cell for cell in rows if cell != "/")
    at = "abc".index(move[0]) + 3 * (3 - int(move[1]))
    after = board[:at] + side + board[at + 1 :]
    return minimax(board, side) - (1 - minimax(after, "o" if side == "x" else "x"))


def test_rewards_are_those_of_a_plain_minimax() -> None:
    game = pw.game("tictactoe")
    near = [game.start(), *map(game.start().play, game.start().legal_moves)]
    positions = near + [Environment(game).episode(number).position for number in range(60)]
    environment = Environment(game, positions=positions)
    seen = set()
    for number, position in enumerate(positions):
        for move in position.legal_moves:
            step = environment.episode(number).step(f"move: {move}")
            assert step.done and step.text is None and step.move == move
            assert step.reward == -loss(position, move), (position, move)
            seen.add(step.reward)
    assert seen == {0.0, -0.5, -1.0}


def test_a_game_is_rewarded_move_by_move() -> None:
    game, rng = pw.game("tictactoe"), random.Random(1)
    environment = Environment(game, opponent="random", legal_moves=True)
    sides, ends = set(), set()
    for number in range(8):
        heard: list[str] = []

        def model(messages: list[dict[str, str]]) -> str:
            heard.append(rng.choice(messages[-1]["content"].split("The legal moves: ")[1].splitlines()[0].split(", ")))
            return f"move: {heard[-1]}"

        played = environment.rollout(model, number)
        at, losses = game.start(), []
        mine = ("first", "second")[number % 2]
        for move in played.position.played:
            losses += [-loss(at, move)] if at.turn == mine else []
            at = at.play(move)
        assert at.turn == "over" and played.rewards == losses and played.reward == sum(losses)
        assert [message["role"] for message in played.messages] == ["user", "assistant"] * len(heard)
        sides.add(mine)
        ends.add(at.outcome)
    assert len(sides) == 2 and len(ends) > 1


def test_grades_and_rewards_agree() -> None:
    # Points, moves in a row, and dice.
    for name, unit, part in [
        ("kalah:houses=3,seeds=2", "points", "regret_points"),
        ("kalah:houses=3,seeds=2", "chance", "regret"),
        ("pig:target=20", "chance", "regret"),
        ("connect4:m=4,n=4", "chance", "regret"),
    ]:
        game = pw.game(name)
        positions = [Environment(game).episode(number).position for number in range(25)]
        environment = Environment(game, positions=positions, unit=unit)
        moves = [f"move: {position.legal_moves[-1]}" for position in positions]
        rewards = [environment.episode(number).step(move).reward for number, move in enumerate(moves)]
        assert min(rewards) < 0
        losses = {at.text: -reward for at, reward in zip(positions, rewards, strict=True)}
        graded = mean_loss(game, list(losses), part)
        assert graded == pytest.approx(sum(losses.values()) / len(losses), abs=1e-6), (name, unit)


def mean_loss(game: pw.Game, texts: list[str], part: str) -> float:
    """The mean regret of the player who always takes the last legal move, by `grade`."""
    import tempfile

    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("".join(text + "\n" for text in texts))
        file.flush()
        grades = game.grade(lambda position: position.legal_moves[-1], positions=file.name, baselines="none")
    figures = grades.players[0]["all"][part]
    assert figures["of"] == len(texts)
    return float(figures["mean"])


def test_illegal_answers_end_an_episode_after_the_retries() -> None:
    environment = Environment("tictactoe", opponent="first", retries=1)
    environment.reset(0)
    step = environment.step("I resign")
    assert (step.reward, step.done, step.move) == (0.0, False, None) and "'I resign' is no legal move" in step.text
    assert environment.step("move: b2").move == "b2"
    step = environment.step("move: b2")
    assert (step.text, step.reward, step.done) == (None, -1.0, True)
    with pytest.raises(RuntimeError, match="the episode is over"):
        environment.step("move: a1")
    assert Environment("kalah:houses=2,seeds=2", unit="points").episode(0).step("").reward == -16


def test_episodes_of_a_number_are_equal() -> None:
    for options in ({}, {"opponent": "random"}):
        texts = [[Environment("pig:target=20", seed=3, **options).episode(number).text for number in range(5)] for _ in range(2)]
        assert texts[0] == texts[1] and (options or len({*texts[0]}) > 1)
        environment = Environment("pig:target=20", opponent="random")
        played = [environment.rollout(lambda _: "move: roll", 1) for _ in range(2)]
        assert played[0].position.played == played[1].position.played and played[0].rewards == played[1].rewards


def test_a_disguise_has_the_same_rewards() -> None:
    game = pw.game("tictactoe")
    disguise = pw.llm.sum_to_fifteen(game)
    environment = Environment(game, positions=["x2/3/3 o"], disguise=disguise)
    for move in game.position("x2/3/3 o").legal_moves:
        step = environment.episode(0).step(disguise.word(move))
        assert (step.reward, step.move) == (0.0 if move == "b2" else -0.5, move)


def test_a_player_is_a_model_of_an_environment() -> None:
    with serving(lambda asked: "move: b2") as server:
        model = pw.llm.Player("m", address=server.address)
        played = Environment("tictactoe", opponent="first", positions=["x2/3/3 o"]).rollout(model.ask)
    assert played.rewards == [0.0, -1.0] and model.summary["answers"] == 2
    assert len(server.requests[1]["messages"]) == 3


def test_wrong_environments_are_clear_errors() -> None:
    for options, message in [
        ({"unit": "elo"}, "unit is 'chance' or 'points', and not 'elo'"),
        ({"positions": []}, "positions has none"),
        ({"positions": ["xxx/oo1/3 o"]}, "nobody has to decide in 'xxx/oo1/3 o'"),
        ({"unit": "points"}, "does not end in points"),
    ]:
        with pytest.raises(ValueError, match=message):
            Environment("tictactoe", **options).episode(0).step("move: b2" if "unit" in options else "")
    with pytest.raises(KeyError, match="another game"):
        Environment("tictactoe", positions=[pw.game("connect4").start()])
    with pytest.raises(RuntimeError, match="no episode is under way"):
        Environment("tictactoe").step("b2")
    with pytest.raises(ValueError, match="has dice and points"):
        Environment(Coin(), method="iterate").episode(0).step("move: toss")
    coin = Environment(Coin(), method="iterate", unit="points", positions=[Coin().start()])
    assert coin.episode(0).step("stop").reward == pytest.approx(-0.728) and coin.episode(0).step("toss").reward == 0


def test_verifiers_get_the_same_rewards() -> None:
    vf = pytest.importorskip("verifiers.v1")
    environment = Environment("tictactoe", opponent="first")
    taskset, talk = pw.llm.for_verifiers(environment, 4)
    tasks = list(taskset(vf.TasksetConfig(id="moves")))
    assert [task.data.number for task in tasks] == [0, 1, 2, 3] and issubclass(talk, vf.Env)
    assert tasks[1].data.prompt == environment.episode(1).text
    answers = ["move: a1", "move: b2", "move: c3"]
    trace = SimpleNamespace(assistant_messages=[SimpleNamespace(content=answer) for answer in answers])
    rewards = [hook for hook in tasks[0].hooks("reward")]
    replies = iter(answers)
    played = environment.rollout(lambda _: next(replies), 0)
    assert asyncio.run(rewards[0](trace)) == played.reward

    said: list[str | None] = []

    class Seat:
        """The agent of verifiers, which answers in turn."""

        @asynccontextmanager
        async def interaction(self, task: Any) -> Any:
            replies = iter(answers)

            async def turn(text: str | None = None) -> Any:
                said.append(text)
                return SimpleNamespace(terminated=False, last_reply=next(replies))

            yield SimpleNamespace(turn=turn)

    asyncio.run(talk.run(object.__new__(talk), tasks[0], SimpleNamespace(agent=Seat())))
    assert said == [None] + [message["content"] for message in played.messages[2:] if message["role"] == "user"]
