"""The exercises of `examples`: each runs and prints what it promises."""

import re
import runpy
from pathlib import Path

import plywood as pw
import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"


def printed(name: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Run an example as a program and return what it printed."""
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    return capsys.readouterr().out


def test_own_minimax_agrees(capsys: pytest.CaptureFixture[str]) -> None:
    assert re.findall(r"(\d+) nodes agree", printed("own_minimax.py", capsys)) == ["13", "186", "1361"]


def test_a_wrong_minimax_is_found() -> None:
    compare = runpy.run_path(str(EXAMPLES / "own_minimax.py"))["compare"]
    # Ends are seen with the eyes of the second player.
    compare.__globals__["utility"] = lambda position: -position.payoff
    with pytest.raises(AssertionError, match="root: you say -4.0, Plywood says 3"):
        compare(pw.game("tree:(a:(3 12) b:(2 4))").start())


def test_own_bot_is_entered(capsys: pytest.CaptureFixture[str]) -> None:
    scores = re.findall(r"score ([\d.]+)%, 95 % interval ([\d.]+)% to ([\d.]+)%", printed("own_bot.py", capsys))
    (random, *_), (share, low, high) = (tuple(map(float, score)) for score in scores)
    assert random > 90 and 10 < low < share < high < 40


def test_self_play_learns(capsys: pytest.CaptureFixture[str]) -> None:
    shares = [float(share) for share in re.findall(r"score ([\d.]+)%", printed("self_play.py", capsys))]
    assert len(shares) == 5 and shares[0] < 70 and shares[-1] > 85


def test_a_network_learns_from_searches(capsys: pytest.CaptureFixture[str]) -> None:
    main = runpy.run_path(str(EXAMPLES / "alpha_zero.py"))["main"]
    main.__globals__.update(GAMES=8, ROUNDS=1, JUDGED=10, STEPS=5)
    main()
    [(rounds, share)] = re.findall(r"after (\d+) rounds: ([\d.]+)% right moves", capsys.readouterr().out)
    assert rounds == "1" and float(share) >= 50


def test_every_example_is_run() -> None:
    examples = {"alpha_zero.py", "own_minimax.py", "own_bot.py", "self_play.py"}
    assert {path.name for path in EXAMPLES.glob("*.py")} == examples
