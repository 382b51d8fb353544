"""Language models as players, with a server that answers well, badly, slowly, and not at all."""

import re
import socket
import threading
import time
from itertools import count
from typing import Any

import plywood as pw
import pytest
from chat_server import serving
from sticks import Sticks


@pytest.fixture(autouse=True)
def no_server_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)


def position_of(asked: dict[str, Any], game: pw.Game) -> pw.Position:
    """The position of a question, read from its drawing."""
    return game.position(re.findall(r"position: (.*)", asked["messages"][0]["content"])[-1])


def well(game: pw.Game) -> Any:
    """A model that plays perfectly and talks."""

    def answer(asked: dict[str, Any]) -> str:
        move = position_of(asked, game).analyse("perfect").move
        return f"<think>move: z9?</think>Let me see.\n\n**Move: {move.upper()}**"

    return answer


def first_legal(game: pw.Game) -> Any:
    return lambda asked: f"move: {position_of(asked, game).legal_moves[0]}"


def test_a_model_that_answers_well_plays_perfectly() -> None:
    game = pw.game("tictactoe")
    with serving(well(game)) as server:
        model = pw.llm.Player("some-model", address=server.address, key="secret", temperature=0)
        grades = game.grade(model, sample=20, baselines="none", jobs=2)
        match = pw.match(game, model, "random", games=4, jobs=2)
        table = pw.tournament(game, {"model": model, "first": "first"}, openings="random:1")
    figures = grades.players[0]["all"]
    assert grades.players[0]["name"] == "some_model_1"
    assert figures["kept"]["share"] == 1 and figures["failed"] == 0
    assert match.second_bot["wins"] == 0 and table.players[0]["name"] == "model"
    summary = model.summary
    assert summary["answers"] == summary["moves"] == len(server.requests) > 30
    assert summary["illegal"] == summary["failed"] == 0
    assert summary["prompt_tokens"] == 100 * len(server.requests)
    assert 0 < summary["mean_seconds"] <= summary["longest_seconds"]
    assert set(server.keys) == {"Bearer secret"} and "secret" not in repr(model)
    assert all(asked["model"] == "some-model" and asked["temperature"] == 0 for asked in server.requests)


def test_the_moves_so_far_are_in_the_question() -> None:
    game = pw.game("tictactoe")
    with serving(first_legal(game)) as server:
        game.match(pw.llm.Player("m", address=server.address), "first", games=1)
    histories = [re.findall("Moves so far: (.*)", asked["messages"][0]["content"]) for asked in server.requests]
    assert histories[:3] == [[], ["a3 b3"], ["a3 b3 c3 a2"]]


def test_illegal_answers_are_asked_again_and_counted() -> None:
    game, turn = pw.game("tictactoe"), count()

    def answer(asked: dict[str, Any]) -> str:
        # Every second answer is legal.
        return "move: z9" if next(turn) % 2 == 0 else first_legal(game)(asked)

    with serving(answer) as server:
        model = pw.llm.Player("m", address=server.address)
        assert model(game.start()) == "a3"
    assert [message["role"] for message in server.requests[1]["messages"]] == ["user", "assistant", "user"]
    assert "'z9' is no legal move" in server.requests[1]["messages"][2]["content"]
    summary = model.summary
    assert (summary["moves"], summary["answers"], summary["illegal"], summary["failed"]) == (1, 2, 1, 0)
    assert summary["illegal_share"] == 0.5


REFUSED = (200, '{"choices":[{"message":{"content":null}}]}')


@pytest.mark.parametrize("answer", ["move: z9", "a1 or b2", "", "move:", "x" * 10_000, REFUSED])
def test_a_model_without_a_legal_answer_has_failed(answer: Any) -> None:
    game = pw.game("tictactoe")
    with serving(lambda _: answer) as server:
        model = pw.llm.Player("m", address=server.address, retries=1)
        grades = game.grade(model, sample=3, baselines="none")
        lost = game.match(model, "random", games=1)
        at_random = pw.llm.Player("m", address=server.address, retries=0, illegal="random")
        assert game.match(at_random, "random", games=2).games == 2
    figures = grades.players[0]["all"]
    assert figures["failed"] == 3 and figures["kept"]["right"] == 0 and grades.players[0]["failures"]
    assert model.summary["illegal"] == 2 * model.summary["failed"] == 8
    assert at_random.summary["failed"] == at_random.summary["moves"] > 0
    assert lost.second_bot["wins"] == 1 and lost.failures is not None and lost.failures["first_bot"] == 1


@pytest.mark.parametrize("answer", ["z9", "", 99, True, None, 1.5])
def test_illegal_answers_of_a_function_are_figures_of_a_grade(answer: Any) -> None:
    graded = pw.grade("tictactoe", lambda _: answer, sample=3, baselines="none").players[0]
    assert graded["all"]["failed"] == 3 and "illegal move" in graded["failures"][0]


def test_a_slow_server_is_not_waited_for() -> None:
    game = pw.game("tictactoe")

    def slowly(_: dict[str, Any]) -> str:
        time.sleep(0.6)
        return "move: a1"

    with serving(slowly) as server:
        model = pw.llm.Player("m", address=server.address, timeout=0.1)
        with pytest.raises(pw.llm.ServerError, match=r"127.0.0.1:\d+/v1 gave no answer within 0.1 s"):
            game.match(model, "random", games=1)


def test_a_server_that_drips_is_not_waited_for() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        def drip() -> None:
            client, _ = listening.accept()
            with client:
                try:
                    client.recv(100_000)
                    client.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
                    while True:
                        client.sendall(b" ")
                        time.sleep(0.02)
                except OSError:
                    pass

        thread = threading.Thread(target=drip)
        thread.start()
        model = pw.llm.Player("m", address=f"http://127.0.0.1:{listening.getsockname()[1]}/v1", timeout=0.2)
        with pytest.raises(pw.llm.ServerError, match="no answer within"):
            model(pw.game("tictactoe").start())
        thread.join()


def test_no_server_is_a_clear_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    model = pw.llm.Player("m", address=f"http://127.0.0.1:{port}/v1")
    with pytest.raises(pw.llm.ServerError, match=f"the server http://127.0.0.1:{port}/v1 cannot be asked: .*refused"):
        pw.grade("tictactoe", model, sample=5, baselines="none")


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ((401, "no such key"), "answered with status 401: no such key"),
        ((200, "<html>"), "answered with no chat completion: '<html>'"),
        ((200, "[]"), "answered with no chat completion"),
        ((200, '{"choices": []}'), "answered with no chat completion"),
        ((503, "busy"), "answered with status 503: busy"),
        ((307, ""), "answered with status 307"),
    ],
)
def test_other_answers_are_clear_errors(answer: Any, message: str) -> None:
    headers = {"Retry-After": "0", "Location": "http://127.0.0.1:1/v1/chat/completions"}
    with serving(lambda _: answer, headers) as server:
        model = pw.llm.Player("m", address=server.address, key="secret", attempts=3)
        with pytest.raises(pw.llm.ServerError, match=message):
            model(pw.game("tictactoe").start())
    # Only servers that are busy are asked again.
    assert len(server.requests) == (3 if answer[0] == 503 else 1)


def test_a_busy_server_is_asked_again() -> None:
    answers = iter([(429, "later"), (503, "busy"), "move: b2"])
    with serving(lambda _: next(answers), {"Retry-After": "0"}) as server:
        model = pw.llm.Player("m", address=server.address)
        assert model(pw.game("tictactoe").start()) == "b2"
    assert model.summary["answers"] == 1


def test_server_and_key_come_from_the_environment_or_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="no server is named"):
        pw.llm.Player("m")
    with pytest.raises(ValueError, match="'localhost' is no address of a server"):
        pw.llm.Player("m", address="localhost")
    with pytest.raises(ValueError, match="illegal is 'fail' or 'random', and not 'pass'"):
        pw.llm.Player("m", address="http://localhost", illegal="pass")
    with serving(lambda _: "move: b2") as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.address)
        monkeypatch.setenv("OPENAI_API_KEY", "of-the-environment")
        assert pw.llm.Player("m")(pw.game("tictactoe").start()) == "b2"
    assert server.keys == ["Bearer of-the-environment"]


def test_questions_list_the_moves_only_if_asked(name: str) -> None:
    position = pw.game(name).start()
    while position.turn == "chance":
        position = position.roll()
    question = pw.llm.prompt(position)
    listed = pw.llm.prompt(position, legal_moves=True)
    assert "to move" in question and " moves: " not in question and "move: " not in question
    assert f"The legal moves: {', '.join(position.legal_moves)}" in listed
    assert position.text in question


def test_own_rules_are_their_docstring() -> None:
    assert "the player who takes the last one wins" in pw.llm.prompt(Sticks(9).start())
    assert "Take the last one." in pw.llm.prompt(Sticks(9).start(), rules="Take the last one.")
    silent = type("Silent", (Sticks,), {"__doc__": None})(9)
    with pytest.raises(ValueError, match="silent does not say its rules"):
        pw.llm.prompt(silent.start())
    with pytest.raises(ValueError, match="nobody has to decide"):
        pw.llm.prompt(pw.game("tictactoe").position("xxx/oo1/3 o"))


@pytest.mark.parametrize(
    ("answer", "move"),
    [
        ("move: b2", "b2"),
        ("Move: `B2`.", "b2"),
        ("1. move: a1\nNo!\n> **move:** b2", "b2"),
        ("b2", "b2"),
        ("<think>b2", None),
        ("I move b2", None),
        ("move: b2 or a1", None),
        ("move: x", "x"),
        ("move: X", "X"),
        ("move: b+", "b+"),
    ],
)
def test_moves_are_read(answer: str, move: str | None) -> None:
    assert pw.llm.read_move(answer, ["a1", "b2", "x", "X", "b+", "b-"])[0] == move
