"""The games of the list, small enough for a quick game."""

import signal

import pytest

# A shell starts programs in the background so that they ignore Ctrl-C, which some tests press.
signal.signal(signal.SIGINT, signal.default_int_handler)

#: One of each family, and variants that differ in what a program sees.
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


@pytest.fixture(params=GAMES)
def name(request: pytest.FixtureRequest) -> str:
    """The name of a game."""
    return request.param
