"""Searches and bots whose evaluator is a function of arrays."""

import threading
from typing import Any

import numpy as np
import plywood as pw
import pytest

from sticks import Sticks


def even(observations: Any, masks: Any) -> tuple[Any, Any]:
    """All moves alike, all positions level."""
    return masks, np.zeros(len(masks))


@pytest.mark.parametrize(
    ("name", "moves", "best"),
    [
        ("tictactoe", "b2 a1 a3 c1 c3", "b1"),
        ("connect4", "d a d a d a", "d"),
        ("breakthrough:m=4,n=4", "", None),
        ("pig:target=20", "", "roll"),
        ("nim:heaps=1-2", "", "b1"),
    ],
)
def test_results_alone_lead_to_the_best_move(name: str, moves: str, best: str | None) -> None:
    game = pw.game(name)
    search = game.mcts(even, simulations=1500, batch=32)
    position = game.position(moves=moves)
    found = search.search([position])
    assert found.visits.sum() == 1499 and set(np.flatnonzero(found.visits[0])) <= set(position.legal_actions)
    assert -1 <= found.values[0] <= 1
    move = dict(zip(position.legal_actions, position.legal_moves, strict=True))[int(found.actions()[0])]
    assert best is None or move == best
    assert search(position) == found.actions()[0]


def test_leaves_are_described_by_the_player_to_move(name: str) -> None:
    game = pw.game(name)
    if not game.action_count:
        return
    seen: list[Any] = []

    def keeping(observations: Any, masks: Any) -> tuple[Any, Any]:
        seen.extend(zip(observations.copy(), masks.copy(), strict=True))
        return masks, np.zeros(len(masks))

    position = game.start()
    while position.turn == "chance":
        position = position.roll()
    game.mcts(keeping, simulations=8, batch=4).search([position])
    assert np.array_equal(seen[0][0], position.observation())
    assert list(np.flatnonzero(seen[0][1])) == sorted(position.legal_actions)
    # The children that dice do not hide are among the others.
    children = [position.play(move) for move in position.legal_moves]
    known = [child.observation() for child in children if child.turn in ("first", "second")]
    assert len(known) < len(children) or any(np.array_equal(seen[1][0], child) for child in known)


def test_priors_and_values_guide() -> None:
    game = pw.game("connect4")
    start = game.start()

    def one(observations: Any, masks: Any) -> tuple[Any, Any]:
        priors = np.full(masks.shape, 1e-3)
        priors[:, 1] = 1
        return priors, np.zeros((len(masks), 1))

    assert game.mcts(one, simulations=60)(start) == 1

    def stones(observations: Any, masks: Any) -> tuple[Any, Any]:
        # Who has a stone in column f has won.
        return masks, observations[:, 0, :, 5].max(axis=1) - observations[:, 1, :, 5].max(axis=1)

    found = game.mcts(stones, simulations=400).search([start])
    assert found.actions()[0] == 5 and abs(found.values[0]) < 0.2


def test_trees_are_kept_and_noise_is_new() -> None:
    game = pw.game("connect4")
    calls = [0]

    def counting(observations: Any, masks: Any) -> tuple[Any, Any]:
        calls[0] += len(masks)
        return even(observations, masks)

    search = game.mcts(counting, simulations=300)
    positions = [game.start(), game.position(moves="d")]
    first = search.search(positions)
    assert calls[0] == 600
    following = [position.play(int(action)) for position, action in zip(positions, first.actions(), strict=True)]
    second = search.search(following[::-1])
    kept = [first.visits[number].max() for number in (1, 0)]
    assert (second.visits.sum(axis=1) == np.array(kept) + 299).all()
    noisy = [game.mcts(even, simulations=100, noise=0.5, seed=seed).search(positions[:1]).visits for seed in (1, 1, 2)]
    assert np.array_equal(noisy[0], noisy[1]) and not np.array_equal(noisy[0], noisy[2])


def test_policies_of_visits() -> None:
    found = pw.Searched(np.array([[1, 3, 0], [0, 0, 8]], np.uint32), np.zeros(2, np.float32))
    assert found.policy().tolist() == [[0.25, 0.75, 0], [0, 0, 1]]
    assert found.policy(0).tolist() == [[0, 1, 0], [0, 0, 1]]
    assert found.policy(0.5)[0].tolist() == pytest.approx([0.1, 0.9, 0])
    assert found.policy(1e-3)[0].tolist() == pytest.approx([0, 1, 0])
    drawn = [int(found.actions(1, np.random.default_rng(seed))[0]) for seed in range(200)]
    assert 25 < drawn.count(0) < 75 and drawn.count(2) == 0
    with pytest.raises(ValueError, match="generator"):
        found.actions(1)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda masks: (masks[:, 1:], np.zeros(len(masks))), "priors of the shape"),
        (lambda masks: (masks, np.zeros(len(masks) + 1)), "values of the shape"),
        (lambda masks: (masks, np.full(len(masks), 1.5)), "value 1.5 of position 0"),
        (lambda masks: (masks, np.full(len(masks), np.nan)), "not between -1 and 1"),
        (lambda masks: (-1.0 * masks, np.zeros(len(masks))), "prior -1 of action 0"),
    ],
)
def test_wrong_answers_are_refused(answer: Any, words: str) -> None:
    game = pw.game("tictactoe")
    wrong = [True]
    search = game.mcts(lambda observations, masks: answer(masks) if wrong[0] else even(observations, masks))
    with pytest.raises(ValueError, match=words):
        search.search([game.start()])
    wrong[0] = False
    assert search.search([game.start()]).visits.sum() == 799


def test_wrong_positions_are_refused() -> None:
    game = pw.game("tictactoe")
    search = game.mcts(even)
    with pytest.raises(ValueError, match="position 1 is over"):
        search.search([game.start(), game.position("xxx/oo1/3 o")])
    with pytest.raises(ValueError, match="position 0 is of another game"):
        search.search([pw.game("connect4").start()])
    with pytest.raises(ValueError, match="position 0 is of another game"):
        search.search([pw.game("mnk:m=4,n=4,k=3").start()])
    with pytest.raises(ValueError, match="chance decides in position 0"):
        pw.game("pig").mcts(even).search([pw.game("pig").start().play("roll")])
    with pytest.raises(ValueError, match="simulations"):
        game.mcts(even, simulations=0)
    with pytest.raises(ValueError, match="batch"):
        game.mcts(even, batch=0)
    with pytest.raises(ValueError, match="noise"):
        game.mcts(even, noise=2)


def test_an_exception_reaches_the_caller() -> None:
    def failing(observations: Any, masks: Any) -> Any:
        raise KeyError("mine")

    game = pw.game("tictactoe")
    with pytest.raises(KeyError, match="mine"):
        game.mcts(failing).search([game.start()])
    with pytest.raises(KeyError, match="mine"):
        game.match(pw.policy(failing), "random", games=20, jobs=10)


def test_rules_of_your_own_are_searched() -> None:
    game = Sticks(5)
    assert game.mcts(even, simulations=300)(game.start()) == 0

    class Failing(Sticks):
        def child(self, state: Any, move: str) -> Any:
            if state[0] == 2:
                raise OSError("child")
            return super().child(state, move)

    with pytest.raises(OSError, match="child"):
        Failing(5).mcts(even, simulations=300).search([Failing(5).start()])


def test_bots_of_matches_are_asked_together() -> None:
    game = pw.game("connect4:m=5,n=4")
    most = [0]

    def counting(observations: Any, masks: Any) -> tuple[Any, Any]:
        most[0] = max(most[0], len(masks))
        return even(observations, masks)

    search = game.mcts(counting, simulations=60)
    result = game.match(search, "random", games=60, jobs=20, seed=1)
    assert result.first_bot["wins"] > 50 and most[0] > 5
    most[0] = 0
    league = {"net": pw.policy(counting, temperature=1), "search": search, "random": "random"}
    table = game.tournament(league, openings="random:2", seed=1, jobs=12, pairs=4)
    assert table.players[0]["name"] == "search" and most[0] > 2


def test_threads_share_a_policy() -> None:
    game = pw.game("othello")

    def last(observations: Any, masks: Any) -> tuple[Any, Any]:
        return masks * np.arange(masks.shape[1]), np.zeros(len(masks))

    bot, wrong = pw.policy(last), []

    def work(seed: int) -> None:
        random, position = np.random.default_rng(seed), game.start()
        while position.turn != "over":
            if bot(position) != max(position.legal_actions):
                wrong.append(position)
            position = position.play(int(random.choice(position.legal_actions)))

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
