"""Work in parts on executors: what is found is what one run without them finds."""

import json
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import plywood as pw
import pytest
from sticks import Sticks

#: Parts of answers that are times.
TIMES = ("seconds", "time", "mean_ms", "max_ms", "start_ms", "mean_seconds", "longest_seconds", "nodes_per_second")


def corner(position: pw.Position) -> str:
    """Play the first move, and no legal one at times."""
    return "z9" if len(position.played) == 5 else position.legal_moves[0]


def broken(position: pw.Position) -> str:
    """Fail."""
    raise ZeroDivisionError(position.text)


class Inline(Executor):
    """Does everything at once, and knows nothing but ``submit``."""

    def __init__(self) -> None:
        self.submitted = 0

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Do it."""
        self.submitted += 1
        future: Future[Any] = Future()
        try:
            future.set_result(work(*arguments, **named))
        except Exception as error:
            future.set_exception(error)
        return future


@pytest.fixture(scope="module", params=["processes", "threads", "inline"])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    made: dict[str, Callable[[], Executor]] = {
        # Other ways to begin a process copy one in which threads may hold locks.
        "processes": lambda: ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")),
        "threads": lambda: ThreadPoolExecutor(2),
        "inline": Inline,
    }
    with made[request.param]() as executor:
        yield executor


def timeless(answer: Any) -> Any:
    """Return an answer without times."""
    if isinstance(answer, dict):
        return {key: timeless(part) for key, part in answer.items() if key not in TIMES}
    return [timeless(part) for part in answer] if isinstance(answer, list) else answer


def same(one: Any, other: Any) -> None:
    """Check that two answers are the same to the last byte, but for times."""
    one, other = (json.dumps(timeless(answer.to_dict())) for answer in (one, other))
    assert one == other


def test_matches_are_the_same(executor: Executor, tmp_path: Path) -> None:
    game = pw.game("connect4", m=5, n=4)
    files = [tmp_path / "alone.txt", tmp_path / "parts.txt"]
    for bots in ((corner, "random"), ("mcts:playouts=20", "engine:depth=2,tie=random")):
        options: Any = {"games": 25, "seed": 3, "openings": "random:2"}
        alone = game.match(*bots, save=files[0], **options)
        same(game.match(*bots, executor=executor, save=files[1], **options), alone)
    assert files[0].read_bytes() == files[1].read_bytes()
    assert files[0].read_text().count("Failure") > 0


def test_games_of_your_own_are_the_same(executor: Executor) -> None:
    game = Sticks(9)
    same(game.match("random", corner, games=8, executor=executor), game.match("random", corner, games=8))


def test_tournaments_are_the_same(executor: Executor, tmp_path: Path) -> None:
    league = {"corner": corner, "random": "random", "tree": "mcts:playouts=20", "engine": "engine:depth=2,tie=random"}
    shown: list[tuple[str, int, int | None]] = []

    def report(*event: Any) -> None:
        shown.append(event)

    options: Any = {"pairs": 3, "openings": "random:1", "seed": 5}
    alone = pw.tournament("tictactoe", league, records=tmp_path / "alone.games", **options)
    parts = {"records": tmp_path / "parts.games", "output": tmp_path / "parts.csv"}
    same(pw.tournament("tictactoe", league, executor=executor, progress=report, **parts, **options), alone)
    assert shown[-1] == ("parts", 18, 18) and (tmp_path / "parts.csv").read_text().count("\n") == 5

    def games(name: str) -> list[str]:
        records = pw.load(tmp_path / name, kind="records")
        # They are written as they end.
        return sorted(str(({**record.tags, "FirstTime": "", "SecondTime": ""}, record.moves)) for record in records)

    assert games("alone.games") == games("parts.games")
    with pytest.raises(ValueError, match=r"records is a new file with the ending \.games"):
        pw.tournament("tictactoe", league, executor=executor, records=tmp_path / "parts.games", **options)


def test_grades_are_the_same(executor: Executor, tmp_path: Path) -> None:
    options: Any = {"sample": 600, "baselines": "none", "seed": 2}
    alone = pw.grade("tictactoe", corner, "random", **options)
    same(pw.grade("tictactoe", corner, "random", executor=executor, output=tmp_path / "g.html", **options), alone)
    assert "Worst moves" in (tmp_path / "g.html").read_text()


def test_values_of_positions_are_the_same(executor: Executor) -> None:
    game = pw.game("connect4", m=5, n=4)
    first = [game.start().play(move) for move in game.start().legal_moves]
    positions = [position.play(move) for position in first for move in position.legal_moves]
    alone, parts = game.solve(positions), game.solve(positions, executor=executor)
    assert parts.positions == alone.positions
    for name in ("value", "plies", "proved"):
        assert getattr(parts, name).tobytes() == getattr(alone, name).tobytes()
    assert len(game.solve([], executor=executor)) == 0
    with pytest.raises(ValueError, match="position 'nonsense'"):
        game.solve(["nonsense"], executor=executor)


def test_analyses_are_the_same(executor: Executor) -> None:
    game = pw.game("othello")
    positions = [game.start().play(move) for move in game.start().legal_moves]
    positions += [position.play(position.legal_moves[0]) for position in positions]
    for bot, options in (("engine", {"depth": 2, "all": True}), ("mcts", {"playouts": 30, "seed": 4})):
        alone, parts = (game.analyse(positions, bot, executor=e, **options) for e in (None, executor))
        assert len(parts) == len(positions)
        for one, other in zip(alone, parts, strict=True):
            same(one, other)
    assert game.analyse([], executor=executor) == []


def test_random_games_are_the_same(executor: Executor) -> None:
    game = pw.game("pig:target=30")
    for count in (0, 1, 256, 30_000):
        same(game.playouts(count, seed=3, executor=executor), game.playouts(count, seed=3))
    sticks = Sticks(9)
    same(sticks.playouts(300, executor=executor), sticks.playouts(300))


def test_puzzles_are_the_same(executor: Executor, tmp_path: Path) -> None:
    game, files = pw.game("connect4", m=4, n=4), [tmp_path / "alone.jsonl", tmp_path / "parts.jsonl"]
    options: Any = {"count": 17, "nodes": 1000}
    same(game.puzzles(executor=executor, out=files[1], **options), game.puzzles(out=files[0], **options))
    assert files[0].read_bytes() == files[1].read_bytes()


def test_exceptions_of_bots_are_raised(executor: Executor) -> None:
    with pytest.raises(ZeroDivisionError):
        pw.match("tictactoe", broken, "random", games=4, executor=executor)


def test_what_cannot_be_done_is_refused_before_work_begins(tmp_path: Path) -> None:
    class Local(Sticks):
        pass

    inline = Inline()
    refused: list[tuple[Callable[[], Any], type[Exception], str]] = [
        (lambda: pw.match("nim", lambda p: p.legal_moves[0], "random", executor=inline), TypeError, "the bot 'lambda_1'"),
        (lambda: Local(9).match("random", "random", executor=inline), TypeError, "the game 'local' cannot be pickled"),
        (lambda: Local(9).solve(["(9, 'first')"], executor=inline), TypeError, "the game 'local' cannot be pickled"),
        (lambda: Local(9).playouts(300, executor=inline), TypeError, "the game 'local' cannot be pickled"),
        (lambda: pw.match("nim", "first", "random", sprt="elo0=0,elo1=5", executor=inline), ValueError, "sequential test"),
        (lambda: pw.tournament("nim", {"a": "first", "b": "random"}, format="swiss", executor=inline), ValueError, "swiss"),
        (lambda: pw.grade("nim", "first", against="random", executor=inline), ValueError, "against"),
        (lambda: pw.match("nim", "first", "random", save=tmp_path / "x.brain", executor=inline), ValueError, "x.brain"),
        (lambda: pw.game("nim").puzzles(out=tmp_path / "x.csv", executor=inline), ValueError, "x.csv"),
        (lambda: pw.grade("nim", "first", output=tmp_path / "no" / "x.csv", executor=inline), FileNotFoundError, "x.csv"),
    ]
    for ask, kind, reason in refused:
        with pytest.raises(kind, match=reason):
            ask()
    assert inline.submitted == 0
    # Threads share what cannot be pickled.
    with ThreadPoolExecutor(2) as threads:
        assert pw.match("nim", lambda p: p.legal_moves[0], "random", games=4, executor=threads).games == 4


def test_a_worker_of_dask_may_be_killed() -> None:
    distributed = pytest.importorskip("distributed")
    game, options = pw.game("connect4"), {"games": 40, "seed": 1, "openings": "random:2"}
    bots = ("mcts:playouts=300", "engine:depth=3")
    killed: list[int] = []

    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):

        def kill_one(_: str, done: int, parts: int | None) -> None:
            if done == 4 and not killed:
                killed.append(next(iter(client.run(os.getpid).values())))
                os.kill(killed[0], signal.SIGKILL)

        parts = game.match(*bots, executor=client.get_executor(), progress=kill_one, **options)
    assert len(killed) == 1
    same(parts, game.match(*bots, **options))
