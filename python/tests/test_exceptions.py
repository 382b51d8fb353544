"""Exceptions of rules, bots and callbacks are raised by the call that met them, as they are, and by no other."""

import os
import random
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import plywood as pw
import pytest
from sticks import Sticks


class Boom(Exception):
    """An exception that names the call that it belongs to."""


class Sudden(ValueError):
    """The same of a kind that Plywood raises too."""


def questions(game: pw.Game, folder: Path) -> dict[str, Callable[[], Any]]:
    """Every kind of work."""
    start, lines = game.start(), [game.start().play("1"), game.start().play("2")]
    number = iter(range(10**6))

    def bot(position: pw.Position) -> str:
        game.start()
        return position.play(position.legal_moves[-1]) and position.legal_moves[-1]

    def batch() -> list[float]:
        games = game.batch(4, seed=1)
        for _ in range(12):
            games.step(games.random_actions())
        return games.rewards.tolist() + games.masks.tolist()

    def record() -> int:
        path = folder / f"{next(number)}.txt"
        result = game.match("random", "random", games=8, seed=1, jobs=2, save=path, unchecked=True)
        assert len(pw.load(path)) == 8
        return result.first_bot["wins"]

    def learn() -> list[Any]:
        path = folder / f"{next(number)}.brain"
        trained = game.learn(path, [(4, "self"), (2, "random")], seed=1, unchecked=True)
        shown = pw.Brain(path, game).show(start).moves
        return [trained.trained, shown]

    return {
        "analyse": lambda: start.analyse("engine", depth=5).value,
        "mcts": lambda: start.analyse("mcts", playouts=40, seed=1).move,
        "perfect": lambda: start.analyse("perfect").value,
        "solve": lambda: [game.solve(unchecked=True).value, start.solve(within=9, unchecked=True).plies],
        "enumerate": lambda: game.solve(method="enumerate", unchecked=True).positions,
        "proof": lambda: game.solve(method="proof", unchecked=True).value,
        "iterate": lambda: game.solve(method="iterate", unchecked=True).value,
        "match": lambda: game.match("random", "first", games=12, seed=1, jobs=2, unchecked=True).first_bot["wins"],
        "bots": lambda: game.match(bot, "random", games=4, seed=1, unchecked=True).first_bot["wins"],
        "tournament": lambda: game.tournament(
            {"bot": bot, "random": "random", "first": "first"}, pairs=1, openings="random:1", jobs=2, unchecked=True
        ).games,
        "save": record,
        "learn": learn,
        "tree": lambda: start.tree(depth=3).shown,
        "searched": lambda: start.tree("engine", depth=3).shown,
        "perft": lambda: game.perft(4).nodes,
        "count": lambda: game.count(unchecked=True).positions,
        "lines": lambda: [answer.value for answer in game.analyse(lines, "engine", depth=3)],
        "compare": lambda: len(game.compare(depth=2).searches),
        "playouts": lambda: game.playouts(300, seed=1, jobs=2).first_wins,
        "batch": batch,
        "positions": lambda: sum(1 for _ in game.positions()),
        "play": lambda: start.play("1").play("2").text,
        "svg": lambda: len(start.play("1").svg()),
        "observation": lambda: start.play("1").observation().sum(),
        "evaluate": lambda: start.evaluate().value,
        "check": lambda: bool(game.check(games=3)),
    }


class Flaky(Sticks):
    """Rules that raise now and then an exception that names the call, in whichever thread they are asked."""

    def __init__(self, heap: int) -> None:
        super().__init__(heap)
        self.random, self.rate, self.armed = random.Random(1), 0.0, threading.Lock()

    def maybe(self) -> None:
        if self.rate and self.random.random() < self.rate:
            raise random.Random(self.random.random()).choice((Boom, Sudden))("flaky")

    def turn(self, state):
        self.maybe()
        return super().turn(state)

    def legal_moves(self, state):
        self.maybe()
        return super().legal_moves(state)

    def child(self, state, move):
        self.maybe()
        return super().child(state, move)

    def evaluate(self, state):
        self.maybe()
        return super().evaluate(state)

    def rows(self, state):
        self.maybe()
        return super().rows(state)

    def parse_state(self, text):
        self.maybe()
        return super().parse_state(text)


def test_work_that_met_an_exception_has_no_answer(tmp_path: Path) -> None:
    game = Flaky(7)
    right = {name: question() for name, question in questions(game, tmp_path).items()}
    raised = 0
    for name, question in questions(game, tmp_path).items():
        for rate in (0.02, 1.0):
            game.rate = rate
            try:
                answer = question()
            except (Boom, Sudden):
                raised += 1
            except ValueError as error:
                # A text that could not be read is told as such.
                assert "flaky" in str(error), (name, error)
            else:
                assert answer == right[name], name
            game.rate = 0.0
            # Nothing of it is left.
            assert question() == right[name], name
    assert raised > len(right) // 2


class Tagged(Sticks):
    """Rules that raise now and then in positions with a tag: the exception of that tag."""

    def __init__(self, heap: int) -> None:
        super().__init__(heap)
        self.random, self.booms = random.Random(1), {}

    def maybe(self, state) -> None:
        if state[2] and self.random.random() < 0.05:
            raise self.booms[state[2]]

    def initial(self):
        return (self.heap, "first", 0)

    def outcome(self, state):
        # A text whose state the rules refuse with an error of values is a wrong text.
        if isinstance(self.booms.get(state[2]), Boom):
            self.maybe(state)
        return super().outcome(state[:2])

    def child(self, state, move):
        self.maybe(state)
        return (*super().child(state[:2], move), state[2])

    def evaluate(self, state):
        return super().evaluate(state[:2])


def work(game: pw.Game, start: pw.Position) -> dict[str, Callable[[], Any]]:
    """Work that begins at a position."""
    place = {"position": start.text, "jobs": 2}

    def bot(position: pw.Position) -> str:
        move = position.legal_moves[0]
        return move if position.play(move).turn else ""

    def asking(position: pw.Position) -> str:
        return position.analyse("engine", depth=2).move

    return {
        "analyse": lambda: start.analyse("engine", depth=5).value,
        "mcts": lambda: start.analyse("mcts", playouts=30, seed=1).move,
        "within": lambda: start.solve(within=9).plies,
        "enumerate": lambda: start.solve(method="enumerate").positions,
        "iterate": lambda: start.solve(method="iterate").value,
        "proof": lambda: start.solve(method="proof").value,
        "match": lambda: game.match("random", "first", games=12, seed=1, **place).first_bot["wins"],
        "bots": lambda: game.match(bot, "random", games=4, seed=1, **place).first_bot["wins"],
        "asking": lambda: game.match(asking, "random", games=2, seed=1, **place).first_bot["wins"],
        "tree": lambda: start.tree(depth=3).shown,
        "searched": lambda: start.tree("engine", depth=3).shown,
        "lines": lambda: [a.value for a in game.analyse([start.play("1"), start.play("2")], "engine", depth=3)],
        "compare": lambda: len(start.compare(depth=2).searches),
        "play": lambda: start.play("1").play("2").turn,
        "evaluate": lambda: start.evaluate().value,
        "read": lambda: game.position(start.text, "1 1").turn,
    }


def test_exceptions_are_raised_where_they_belong() -> None:
    """Eight threads ask one game at once: each call raises its own exception, or has the right answer."""
    game, trouble, raised = Tagged(7), [], [0]
    right = {name: question() for name, question in work(game, game.start()).items()}

    def asking(number: int) -> None:
        for turn in range(2):
            for place, name in enumerate(right):
                # Half of the calls ask about positions without a tag, and must not raise.
                tag = 0 if (number + turn + place) % 2 else 1 + number + 8 * (turn + 3 * place)
                boom = game.booms[tag] = (Boom, Sudden)[tag % 2](tag)
                try:
                    answer = work(game, game.position(f"(7, 'first', {tag})"))[name]()
                    if answer != right[name]:
                        trouble.append(f"{name}: {answer} and not {right[name]}")
                except BaseException as error:
                    raised[0] += 1
                    if error is not boom or not tag:
                        trouble.append(f"{name} of {tag}: {error!r}")

    def calling_back(number: int) -> None:
        for _ in range(3):
            boom = Boom("callback")

            def heard(*event: object, boom: Boom = boom) -> None:
                raise boom

            try:
                pw.game("gomoku").start().analyse("engine", seconds=20, progress=heard)
                trouble.append("a callback that raised was not heard")
            except Boom as error:
                if error is not boom:
                    trouble.append(f"callback: {error!r}")

    threads = [threading.Thread(target=(asking, calling_back)[n == 7], args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=300)
    assert not trouble, trouble[:5]
    assert raised[0] > 50


def test_bots_raise_in_their_own_match() -> None:
    game, trouble = pw.game("tictactoe"), []

    def playing(number: int) -> None:
        for turn in range(10):
            boom, calls = Boom(number, turn), [0]

            def bot(position: pw.Position, boom: Boom = boom, calls: list[int] = calls) -> str:
                calls[0] += 1
                if boom.args[0] % 2 and calls[0] > 5:
                    raise boom
                return position.legal_moves[0]

            try:
                games = game.match(bot, "random", games=8, jobs=2).games
                if number % 2 or games != 8:
                    trouble.append(f"{number}: {games} games")
            except Boom as error:
                if error is not boom or not number % 2:
                    trouble.append(f"{number}: {error!r}")

    threads = [threading.Thread(target=playing, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=300)
    assert not trouble, trouble[:5]


def test_nothing_is_written_of_work_that_failed(tmp_path: Path) -> None:
    game = Flaky(6)
    game.rate = 0.05
    for number in range(20):
        table, brain, games = (tmp_path / f"{number}.{kind}" for kind in ("table", "brain", "txt"))
        for work in (
            lambda table=table: game.solve(method="enumerate", out=table, unchecked=True),
            lambda brain=brain: game.learn(brain, [(8, "self")], unchecked=True),
            lambda games=games: game.match("random", "random", games=9, save=games, unchecked=True),
        ):
            try:
                work()
            except (Boom, Sudden, ValueError):
                pass
        game.rate = 0.0
        if table.exists():
            assert pw.load(table, game)[game.start()] == "win"
        if brain.exists():
            lines = tmp_path / "lines.jsonl"
            pw.Brain(brain, game).export(lines)
            assert "(error)" not in lines.read_text()
        for record in pw.load(games) if games.exists() and games.stat().st_size else []:
            assert game.position(None, record.moves).turn == "over"
        game.rate = 0.05


def test_a_stop_reaches_the_calls_of_bots() -> None:
    """Ctrl-C ends a match at once, whose bot is in the middle of a long search of its own."""
    game = pw.game("gomoku")
    inner: list[BaseException] = []

    def slow(position: pw.Position) -> str:
        try:
            return position.analyse("engine", seconds=60).move
        except BaseException as error:
            inner.append(error)
            raise

    timer = threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        game.match(slow, "random", games=2, jobs=2)
    assert time.monotonic() - begun < 10
    assert all(isinstance(error, RuntimeError) for error in inner)


def test_an_exception_of_a_kind_of_ours_stays_itself() -> None:
    class Own(ValueError):
        def __init__(self, number: int) -> None:
            super().__init__(f"--number {number}")
            self.number = number

    def bot(position: pw.Position) -> str:
        raise Own(7)

    with pytest.raises(Own) as caught:
        pw.game("tictactoe").match(bot, "random", games=2)
    assert caught.value.number == 7
