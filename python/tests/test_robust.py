"""Wrong arguments of every kind: only Python exceptions, and memory does not grow."""

import os
from pathlib import Path
from typing import Any

import plywood as pw
import pytest
from sticks import Sticks

hypothesis = pytest.importorskip("hypothesis")

from hypothesis import HealthCheck, given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

#: Calls in all; more in a long run, as PLYWOOD_CALLS says.
CALLS = int(os.environ.get("PLYWOOD_CALLS", "300"))

GAME = pw.game("tictactoe")
START = GAME.start()
STICKS = Sticks(6)
BATCH = GAME.batch(2)

#: Values that somebody may pass by mistake, and a few that fit.
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.integers(-3, 3),
    st.floats(allow_nan=True),
    st.text(max_size=12),
    st.binary(max_size=6),
    st.sampled_from(
        [
            "a1",
            "b2",
            "random",
            "first",
            "engine:depth=2",
            "mcts:playouts=5",
            "perfect",
            "nim",
            "connect4",
            "tree:(a:1",
            "--help",
            "-o",
            "",
            "\0",
        ]
    ),
    st.lists(st.integers(-2, 12), max_size=3),
    st.sampled_from([GAME, START, STICKS, BATCH, object(), len, print]),
)

NAMES = st.sampled_from(
    [
        "depth",
        "nodes",
        "seed",
        "seconds",
        "method",
        "view",
        "all",
        "games",
        "most",
        "merge",
        "table",
        "max_plies",
        "m",
        "k",
        "heaps",
        "nonsense",
        "size",
    ]
)

OPTIONS = st.dictionaries(NAMES, VALUES, max_size=2)

#: Calls that end quickly whatever they are given: limits stand last.
CALLABLE: list[Any] = [
    pw.game,
    GAME.position,
    GAME.start,
    START.play,
    START.evaluate,
    START.observation,
    START.record,
    START.svg,
    BATCH.step,
    GAME.batch,
    GAME.describe,
    STICKS.position,
    STICKS.start().play,
    pw.load,
    pw.Brain,
    lambda *words, **options: START.analyse(*words, **{**options, "depth": 2}),
    lambda *words, **options: STICKS.start().analyse(*words, **{**options, "depth": 2}),
    lambda *words, **options: START.tree(*words, **{**options, "depth": 1, "most": 20}),
    lambda *words, **options: START.solve(*words, **options),
    lambda *words, **options: STICKS.solve(*words, **options),
    lambda *words, **options: GAME.match(*words, **{**options, "games": 2, "jobs": 1, "max_plies": 9}),
    lambda *words, **options: STICKS.match(*words, **{**options, "games": 2, "jobs": 1}),
    lambda *words, **options: GAME.perft(*words[:1], **options) if words and str(words[0]) in "123" else None,
    lambda *words, **options: GAME.count(**options),
    lambda *words, **options: GAME.check(**{**options, "games": 1}),
    lambda *words, **options: GAME.compare(**{**options, "depth": 2}),
    lambda *words, **options: pw.games(*words),
    lambda *words, **options: pw.bots(*words),
    lambda *words, **options: GAME.playouts(*words[:1], **options) if words and str(words[0]) in "123" else None,
]


@settings(max_examples=CALLS, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.integers(0, len(CALLABLE) - 1), st.lists(VALUES, max_size=3), OPTIONS)
def test_wrong_arguments_raise_python_exceptions(number: int, words: list[Any], options: dict[str, Any]) -> None:
    try:
        CALLABLE[number](*words, **options)
    except Exception as error:
        # A panic would be a BaseException of another kind, or say so.
        assert "panicked" not in str(error)
        assert str(error) or isinstance(error, (KeyError, AssertionError))


def resident() -> int:
    """The resident size of the process, in KiB."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1])


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_memory_does_not_grow() -> None:
    def use() -> None:
        game = pw.game("connect4")
        position = game.position(moves="d d c")
        position.analyse("engine", depth=5)
        position.tree("engine", depth=2)
        position.observation()
        game.batch(64).step([0] * 64)
        sticks = Sticks(5)
        sticks.solve()
        sticks.match(lambda position: position.legal_moves[0], "random", games=2)
        with pytest.raises(ValueError):
            position.play("zz")

    for _ in range(5):
        use()
    before = resident()
    for _ in range(int(os.environ.get("PLYWOOD_USES", "10"))):
        use()
    assert resident() - before < 8 * 1024
