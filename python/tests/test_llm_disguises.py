"""Disguises are the same game: both trees are walked, and a disguise that is not the same is found."""

import re
from dataclasses import replace
from typing import Any

import plywood as pw
import pytest
from chat_server import serving
from plywood.llm import Disguise, same_game
from sticks import Coin, Sticks

TTT = pw.game("tictactoe")


def test_tic_tac_toe_is_walked_whole() -> None:
    walked = same_game(pw.llm.sum_to_fifteen(TTT, seed=5))
    assert walked == pw.llm.Sameness(5478, True, None) and walked


def test_the_magic_square_has_all_its_eight_ways() -> None:
    ways = {tuple(map(pw.llm.sum_to_fifteen(TTT, seed=seed).word, ("a1", "b1", "a2"))) for seed in range(60)}
    assert len(ways) == 8
    assert all(same_game(pw.llm.sum_to_fifteen(TTT, seed=seed), games=5) for seed in range(8))


def test_lines_are_sets() -> None:
    for name in ("tictactoe", "mnk:m=4,n=3,k=3", "mnk:m=5,n=5,k=4"):
        assert same_game(pw.llm.sets_of_words(pw.game(name)), games=10)
    small = pw.game("mnk:m=4,n=2,k=3")
    assert same_game(pw.llm.sets_of_words(small)) == pw.llm.Sameness(small.count().positions, True, None)
    for name, message in [
        ("connect4", "disguises games of lines"),
        ("mnk:m=3,n=3,k=3,misere=on", "disguises games of lines"),
        ("nim", "and not nim"),
        ("mnk:m=9,n=9,k=5", "has 81"),
    ]:
        with pytest.raises(ValueError, match=message):
            pw.llm.sets_of_words(pw.game(name))
    with pytest.raises(ValueError, match="sum_to_fifteen disguises tictactoe, and not mnk:m=4,n=3,k=3"):
        pw.llm.sum_to_fifteen(pw.game("mnk:m=4,n=3,k=3"))


def test_every_game_can_be_renamed(name: str) -> None:
    game = pw.game(name)
    disguise = pw.llm.renamed(game, seed=3)
    assert same_game(disguise, games=2)
    position = game.start()
    while position.turn == "chance":
        position = position.roll()
    first = position.legal_moves[0]
    assert disguise.move(disguise.word(first)) == first != disguise.word(first)
    assert f"- {disguise.word(first)} is " in pw.llm.prompt(disguise.position(position))


def test_own_rules_can_be_renamed() -> None:
    assert same_game(pw.llm.renamed(Sticks(9))) == pw.llm.Sameness(Sticks(9).count().positions, True, None)
    assert same_game(pw.llm.renamed(Coin()))


TURNED = ["tictactoe", "connect4", "hex:size=4", "othello:size=4", "breakthrough:m=4,n=4", "morris:men=3"]


@pytest.mark.parametrize("name", TURNED)
def test_boards_are_turned_in_all_ways(name: str) -> None:
    game = pw.game(name)
    assert len(pw.llm.turned(game)) == game.describe().symmetries - 1


def test_a_mirrored_board_is_proved_and_other_ways_are_not() -> None:
    game = pw.game("mnk:m=3,n=3,k=3,gravity=on")
    [mirrored] = pw.llm.turned(game)
    assert same_game(mirrored).complete and mirrored.word("a") == "c"


def swapped(disguise: Disguise) -> Disguise:
    """The same with two names swapped, both ways."""
    names = {"5": "1", "1": "5"}
    words = {disguise.word(f"{column}{row}"): f"{column}{row}" for column in "abc" for row in "123"}
    word = {move: names.get(name, name) for name, move in words.items()}
    move = {name: move for move, name in word.items()}

    def state(text: str) -> str:
        return re.sub(r"\d", lambda digit: names.get(digit[0], digit[0]), disguise.state(text))

    return replace(disguise, word=word.__getitem__, move=move.get, state=state)


def test_differences_are_found() -> None:
    disguise = pw.llm.sum_to_fifteen(TTT)
    # All moves are there, but 1, 5, 9 are no longer in the places of a line: the texts give sorted numbers.
    walked = same_game(swapped(disguise))
    assert not walked and not walked.complete and walked.difference.startswith("after ")
    other = pw.game("mnk:m=3,n=3,k=3,misere=on")
    same_words = Disguise(TTT, other, str, str, str)
    walked = same_game(same_words)
    line = walked.difference.removeprefix("after ").split(": ")[0].split()
    assert len(line) == 5 and TTT.position(moves=line).outcome == "first"
    assert walked.difference.endswith("outcome is 'first', and shown as 'second'")
    larger = Disguise(TTT, pw.game("mnk:m=4,n=3,k=3"), str, str, str)
    assert "3/3/3 x" in same_game(larger).difference
    wrong = replace(disguise, move=lambda word: "a1")
    assert re.fullmatch(r"after no move: 'a3' is shown as '\d', which stands for 'a1'", same_game(wrong).difference)


@pytest.mark.parametrize("make", [pw.llm.sum_to_fifteen, pw.llm.sets_of_words, pw.llm.renamed])
def test_a_player_sees_the_disguise_alone(make: Any) -> None:
    disguise = make(TTT)

    def answer(asked: dict[str, Any]) -> str:
        # The last thing that the question names as free.
        question = asked["messages"][0]["content"]
        return "move: " + re.findall(r"The legal moves: .*?(\w+)$", question, re.MULTILINE)[0]

    with serving(answer) as server:
        model = pw.llm.Player("m", address=server.address, disguise=disguise, legal_moves=True)
        grades = TTT.grade(model, sample=10, baselines="none")
        match = TTT.match(model, "random", games=2)
    assert grades.players[0]["all"]["failed"] == 0 and match.games == 2
    assert model.summary["illegal"] == 0
    if make is not pw.llm.renamed:
        questions = [asked["messages"][0]["content"] for asked in server.requests]
        assert not any(re.search(r"\b[abc][123]\b|\brow|column|board|cell|tic-tac", question) for question in questions)


def test_words_of_the_game_itself_are_illegal_in_a_disguise() -> None:
    with serving(lambda _: "move: b2") as server:
        model = pw.llm.Player("m", address=server.address, disguise=pw.llm.sum_to_fifteen(TTT), retries=0)
        figures = TTT.grade(model, sample=5, baselines="none").players[0]["all"]
    assert figures["failed"] == 5
    with pytest.raises(KeyError, match="another game"):
        model(pw.game("connect4").start())
