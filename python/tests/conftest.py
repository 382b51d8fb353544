"""The games of the list, small enough for a quick game."""

import signal

import pytest

import plywood

# A shell starts programs in the background so that they ignore Ctrl-C, which some tests press.
signal.signal(signal.SIGINT, signal.default_int_handler)

#: Variants that differ in what a program sees. Families without one have their samples.
GAMES = [
    "tictactoe",
    "connect4",
    "cube3:centre=off",
    "qubic",
    "pikkpakk",
    "pikkpakk:size=3",
    "pig:target=30",
    "nim",
    "othello:size=6",
    "breakthrough:m=5,n=5",
    "hex:size=5,swap=on",
    "kalah:houses=4,seeds=3",
    "dotsandboxes:m=3,n=2",
    "einstein",
    "ultimate",
    "tree:(a:3 b:(c:1 d:5))",
]


def _samples() -> list[str]:
    """The samples of families that have no game in the list."""
    named = {game.split(":")[0] for game in GAMES}
    missing = [family for family in plywood.games() if named.isdisjoint({family["name"], *family["aliases"]})]
    return [sample for family in missing for sample in family["samples"]]


GAMES += _samples()


@pytest.fixture(params=GAMES)
def name(request: pytest.FixtureRequest) -> str:
    """The name of a game."""
    return request.param
