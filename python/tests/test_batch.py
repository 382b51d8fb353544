"""Batches beside positions that are played one by one: ends, cuts, payoffs, and callers who write into the arrays."""

import copy
import pickle
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import plywood as pw
import pytest
from plywood._batch import _ARRAYS as ARRAYS
from sticks import Sticks


def contents(batch: pw.Batch) -> list[Any]:
    """Copies of all arrays, as the batch itself has them."""
    return [np.array(getattr(batch._native, name)) for name in ARRAYS]


def same(first: list[Any], second: list[Any]) -> bool:
    """True if all arrays are equal, where they mean something."""
    dones = first[ARRAYS.index("dones")]
    return all(
        np.array_equal(one[dones], other[dones]) if name.startswith("final") else np.array_equal(one, other)
        for name, one, other in zip(ARRAYS, first, second, strict=True)
    )


@pytest.mark.parametrize("max_plies", [9, 60])
def test_batches_play_by_the_rules(name: str, max_plies: int) -> None:
    game = pw.game(name)
    count = 4
    batch = game.batch(count, seed=7, max_plies=max_plies)
    if game._rules.has_chance:
        # The dice of a batch are its own.
        for _ in range(60):
            batch.step(batch.random_actions())
            assert set(np.unique(batch.rewards)) <= {-1.0, 0.0, 1.0}
            assert not batch.rewards[batch.truncations].any()
        return
    positions = [game.start()] * count
    ended = cut = 0
    for _ in range(80):
        actions = batch.random_actions()
        batch.step(actions)
        for number, action in enumerate(actions):
            position = positions[number] = positions[number].play(int(action))
            over = position.turn == "over"
            ended, cut = ended + over, cut + bool(batch.truncations[number])
            if over and batch.dones[number] and not batch.truncations[number]:
                payoff = position.payoff
                if payoff is None:
                    payoff = {"first": 1, "second": -1, "draw": 0}[position.outcome]
                assert list(batch.rewards[number]) == [payoff, -payoff]
            elif over and not batch.dones[number]:
                # A game that is drawn by repetition goes on in a batch.
                return
            else:
                is_cut = len(position.played) == max_plies
                assert bool(batch.dones[number]) == bool(batch.truncations[number]) == is_cut
                assert not batch.rewards[number].any()
            if batch.dones[number]:
                view = ("first", "second")[batch.final_turns[number]]
                assert position.turn in ("over", view)
                assert np.array_equal(position.observation(view), batch.final_observations[number])
                positions[number] = position = game.start()
            assert position.turn == ("first", "second")[batch.turns[number]]
            assert sorted(position.legal_actions) == list(np.flatnonzero(batch.masks[number]))
            assert np.array_equal(position.observation(), batch.observations[number])
    assert ended or cut


def check_that_copies_go_on(game: pw.Game) -> None:
    batch = game.batch(4, seed=3, max_plies=40)
    for _ in range(15):
        batch.step(batch.random_actions())
    copies = [copy.copy(batch), copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))]
    for _ in range(40):
        actions = batch.random_actions()
        batch.step(actions)
        for other in copies:
            assert np.array_equal(other.random_actions(), actions)
            other.step(actions)
            assert same(contents(batch), contents(other))


def test_copies_go_on_with_the_same_dice(name: str) -> None:
    check_that_copies_go_on(pw.game(name))


def test_copies_of_a_game_of_your_own_go_on() -> None:
    check_that_copies_go_on(Sticks(9))


def test_rewards_are_payoffs() -> None:
    names = ["othello:size=6", "kalah:houses=4,seeds=3", "dotsandboxes:m=3,n=2", "tree:(a:3 b:(c:1 d:5))"]
    for name in names:
        batch = pw.game(name).batch(20, seed=1)
        seen = set()
        for _ in range(40):
            batch.step(batch.random_actions())
            assert np.array_equal(batch.rewards[:, 0], -batch.rewards[:, 1])
            seen |= set(batch.rewards[:, 0].tolist())
        assert max(seen) > 1

    class Paid(Sticks):
        greatest_payoff = 3.0

        def outcome(self, state):
            won = super().outcome(state)
            return None if won is None else 2.5 if won == "first" else -3.0

    batch = Paid(3).batch(8, seed=1)
    batch.step([2] * 8)
    assert batch.dones.all() and batch.rewards.tolist() == [[2.5, -2.5]] * 8


def test_a_cut_is_no_draw() -> None:
    game = pw.game("tictactoe")
    draw = [4, 0, 8, 2, 1, 7, 3, 5, 6]
    whole, cut = game.batch(1, max_plies=9), game.batch(1, max_plies=8)
    for action in draw[:8]:
        whole.step([action])
        cut.step([action])
    assert not whole.dones[0] and cut.dones[0] and cut.truncations[0]
    assert np.array_equal(whole.observations[0], cut.final_observations[0]) and cut.final_turns[0] == 0
    whole.step(draw[8:])
    assert whole.dones[0] and not whole.truncations[0] and not whole.rewards.any()


def test_a_new_game_that_dice_end_at_once_hides_no_reward() -> None:
    class Dice(pw.Game):
        """Chance begins: half of all games end before anybody moves. The player who moves wins."""

        actions = ("go", "1", "2")

        def initial(self):
            return "dice"

        def turn(self, state):
            return "chance" if state == "dice" else "first"

        def outcome(self, state):
            return {"lost": "second", "won": "first"}.get(state)

        def chance_outcomes(self, state):
            return [("1", 0.5), ("2", 0.5)]

        def legal_moves(self, state):
            return ["go"]

        def child(self, state, move):
            return {"1": "lost", "2": "play", "go": "won"}[move]

        def rows(self, state):
            return [state[0]]

    batch = Dice().batch(30, seed=1)
    for _ in range(5):
        batch.step([0] * 30)
        assert batch.dones.all() and batch.rewards.tolist() == [[1.0, -1.0]] * 30


def test_batches_go_on_from_given_positions(name: str) -> None:
    game = pw.game(name)
    if not game.action_count:
        return
    source, batch = game.batch(5, seed=4), game.batch(5, seed=9)
    for _ in range(7):
        source.step(source.random_actions())
    positions = source.positions()
    assert [position.turn for position in positions] == [("first", "second")[turn] for turn in source.turns]
    batch.set(positions)
    assert np.array_equal(batch.observations, source.observations) and np.array_equal(batch.masks, source.masks)
    assert np.array_equal(batch.turns, source.turns) and not batch.dones.any() and not batch.rewards.any()
    assert [position.text for position in batch.positions()] == [position.text for position in positions]
    before = contents(batch)
    for wrong in (positions[1:], [*positions[1:], pw.game("hex:size=3").start()]):
        with pytest.raises(ValueError, match="4 positions for 5 games|position 4 is of another game"):
            batch.set(wrong)
        assert same(before, contents(batch))


def test_a_finished_position_begins_no_game() -> None:
    game = pw.game("tictactoe")
    with pytest.raises(ValueError, match="position 1 is over"):
        game.batch(2).set([game.start(), game.position("xxx/oo1/3 o")])
    # Moves that led there count.
    batch = game.batch(1, max_plies=4)
    batch.set([game.position(moves="a1 a2 b1")])
    batch.step([0])
    assert batch.truncations.all()


def test_games_that_are_over_wait_to_begin_anew() -> None:
    game = pw.game("tictactoe")
    batch = game.batch(3, autoreset=False)
    for actions in ([0, 0, 0], [3, 3, 3], [1, 1, 1], [4, 4, 4], [2, 2, 8]):
        batch.step(actions)
    assert batch.dones.tolist() == [True, True, False] and batch.rewards[:, 0].tolist() == [1, 1, 0]
    assert batch.masks.any(axis=1).tolist() == [False, False, True]
    assert np.array_equal(batch.observations[:2], batch.final_observations[:2])
    ended = batch.observations[:2].copy()
    # Their actions are ignored, and their rewards were given.
    batch.step([77, -1, 5])
    assert batch.dones.all() and batch.rewards[:, 0].tolist() == [0, 0, -1]
    assert np.array_equal(batch.observations[:2], ended)
    copied = batch.clone()
    copied.reset([True, False, False])
    assert copied.dones.tolist() == [False, True, True] and copied.masks.sum(axis=1).tolist() == [9, 0, 0]
    assert batch.dones.all() and np.array_equal(copied.observations[1:], batch.observations[1:])
    copied.step([4, 0, 0])
    assert copied.masks.sum(axis=1).tolist() == [8, 0, 0]
    for wrong in ([True], [1, 0, 0], [[True] * 3]):
        with pytest.raises(ValueError, match="mask|marks"):
            copied.reset(wrong)


def test_only_marked_games_are_stepped() -> None:
    batch = pw.game("connect4").batch(3, seed=1)
    batch.step([0, 99, 2], mask=[True, False, True])
    assert batch.turns.tolist() == [1, 0, 1] and batch.observations.any(axis=(1, 2, 3)).tolist() == [True, False, True]
    batch.reset(np.array([False, False, True]))
    assert batch.turns.tolist() == [1, 0, 0] and not batch.observations[2].any()


#: What a caller may do to the arrays of a batch, by mistake or not.
ABUSES: list[Callable[[Any, np.random.Generator], object]] = [
    lambda array, random: array.fill(0),
    lambda array, random: array.fill(1),
    lambda array, random: array.view(np.uint8).put(random.integers(0, array.nbytes, 9), 1),
    lambda array, random: array.setflags(write=False),
    lambda array, random: setattr(array, "shape", (array.size,)),
    lambda array, random: setattr(array, "dtype", np.uint8),
    lambda array, random: setattr(array, "dtype", np.float64),
    lambda array, random: array.resize((1,), refcheck=False),
    lambda array, random: array.sort(axis=-1),
    lambda array, random: array.base.setflags(write=True),
]


def wrong_actions(legal: Any, random: np.random.Generator) -> Any:
    """Actions that are refused: one is illegal, or they are no list of whole numbers."""
    actions: Any = [int(random.choice(np.flatnonzero(mask))) for mask in legal]
    number = int(random.integers(len(actions)))
    kind = random.integers(14)
    illegal = [action for action, fits in enumerate(legal[number]) if not fits]
    if kind == 0:
        return actions[1:]
    if kind == 1:
        return [actions]
    if kind == 2:
        return "words"
    actions[number] = [
        *[int(random.choice(illegal or [-3]))] * 4,
        -1,
        legal.shape[1],
        -(2**63),
        2**63,
        2**70,
        0.5,
        float("nan"),
        None,
        "0x",
        [0],
    ][kind]
    return np.array(actions) if kind == 7 else actions


@pytest.mark.parametrize("kind", ["connect4", "othello:size=6", "pig:target=30", "nim", "hex:size=5,swap=on", "sticks"])
def test_a_step_trusts_no_array_and_is_all_or_nothing(kind: str) -> None:
    random = np.random.default_rng(53)
    game = Sticks(9) if kind == "sticks" else pw.game(kind)
    # The twin gets the same actions, and nobody touches it.
    batch, twin = (game.batch(6, seed=3, max_plies=25) for _ in range(2))
    refused = 0
    for turn in range(150):
        for name in random.choice(ARRAYS, 2):
            try:
                ABUSES[random.integers(len(ABUSES))](getattr(batch, name), random)
            except (ValueError, TypeError, AttributeError):
                pass
        if turn % 10 == 9:
            # They are left as they are no longer.
            for name in ARRAYS:
                setattr(batch, name, getattr(batch._native, name))
        wrong = wrong_actions(twin.masks, random)
        before = contents(batch)
        with pytest.raises((ValueError, TypeError)) as error:
            batch.step(wrong)
        if isinstance(wrong, list) and len(wrong) == 6:
            number = next(at for at, mask in enumerate(twin.masks) if not legal(mask, wrong[at]))
            assert f"game {number} " in str(error.value) or "shape" in str(error.value)
        assert same(before, contents(batch))
        refused += 1
        assert np.array_equal(batch._native.legal(), twin.masks)
        actions = [twin.random_actions(), batch.random_actions()][turn % 2]
        if turn % 3 == 0:
            # No copy of what is not one row of numbers: every second number, in another type.
            actions = np.repeat(actions.astype(np.int16), 2)[::2]
        batch.step(actions)
        twin.step(actions)
        if turn % 40 == 39:
            batch.reset()
            twin.reset()
        assert same(contents(batch), contents(twin))
    assert refused == 150


def legal(mask: Any, action: Any) -> bool:
    """True if an action of a list is a legal one."""
    return type(action) is int and 0 <= action < len(mask) and bool(mask[action])


def test_rules_that_fail_in_a_step_leave_the_batch_as_it_was() -> None:
    class Failing(Sticks):
        fails = ""
        calls = 0

        def _call(self, method):
            type(self).calls += method == self.fails
            if method == self.fails and type(self).calls == 3:
                raise {"child": KeyError, "rows": OSError}[method](method)

        def child(self, state, move):
            self._call("child")
            return super().child(state, move)

        def rows(self, state):
            self._call("rows")
            return super().rows(state)

    game = Failing(9)
    batch, twin = game.batch(5, seed=1), game.batch(5, seed=1)
    for turn in range(30):
        actions = twin.random_actions()
        before = contents(batch)
        for way, kind in (("child", KeyError), ("rows", OSError)):
            Failing.fails, Failing.calls = way, 0
            with pytest.raises(kind, match=way):
                batch.step(actions)
            assert same(before, contents(batch)), turn
        Failing.fails = ""
        batch.step(actions)
        twin.step(actions)
        assert same(contents(batch), contents(twin))

    class Asking(Sticks):
        asked: pw.Batch | None = None

        def child(self, state, move):
            if self.asked is not None:
                assert len(self.asked) == 2
                self.asked.step([0, 0])
            return super().child(state, move)

    asking = Asking(9)
    mine = asking.batch(2)
    asking.asked = mine
    with pytest.raises(RuntimeError, match="under way"):
        mine.step([0, 0])
    asking.asked = None
    mine.step([0, 0])
    assert mine.turns.tolist() == [1, 1]


def test_boards_that_change_their_size_are_refused() -> None:
    class Growing(Sticks):
        def rows(self, state):
            return ["x" * 9] * (10 - state[0])

    class Turning(Sticks):
        def rows(self, state):
            return ["xx", "xx", "xx"] if state[0] % 2 else ["xxx", "xxx"]

    class Vanishing(Sticks):
        def rows(self, state):
            return ["xxx"] if state[0] == self.heap else []

    for kind in (Growing, Turning, Vanishing):
        game = kind(9)
        batch = game.batch(3)
        before = contents(batch)
        with pytest.raises(ValueError, match="in the opening"):
            batch.step([0] * 3)
        assert same(before, contents(batch))
        with pytest.raises(ValueError, match="in the opening"):
            game.start().play("1").observation()
        assert game.start().play("1").svg().startswith("<svg")


def test_threads_that_step_one_batch() -> None:
    batch = pw.game("othello").batch(200, seed=1)
    wrong: list[BaseException] = []
    steps = [0]

    def work(seed: int) -> None:
        random = np.random.default_rng(seed)
        for _ in range(20):
            try:
                batch.step(batch.random_actions(random))
                steps[0] += 1
            except (ValueError, RuntimeError) as error:
                # Another thread is in a step, or was since the actions were drawn.
                assert "under way" in str(error) or "no legal move" in str(error)
            except BaseException as error:
                wrong.append(error)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong and steps[0]
    assert np.array_equal(batch.masks, batch._native.legal())
