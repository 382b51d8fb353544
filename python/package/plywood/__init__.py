"""A workshop for two-player game trees: search, solve, learn, match and draw any game.

Open a game of the list or write the rules of your own, play its moves, and ask about positions:

>>> import plywood as pw
>>> g = pw.game("tictactoe")
>>> p = g.start().play("b2").play("a3")
>>> p.turn
'first'
>>> p.analyse("engine").proved
'draw'
>>> g.solve().value
'draw'
>>> pw.match(g, "engine", lambda position: position.legal_moves[0], games=10).second_bot["wins"]
0

Everything that the program ``plywood`` does has its function, with the same names and options; answers have
``to_dict()`` with what the program prints with ``--json``.
"""

from typing import TYPE_CHECKING

from plywood._answers import (
    Analysis,
    Answer,
    BrainCounts,
    BrainStats,
    Check,
    Comparison,
    Count,
    Description,
    Evaluation,
    Grades,
    KnownMoves,
    Match,
    Perft,
    Playouts,
    Puzzles,
    Solution,
    Tournament,
    Training,
    Tree,
    Tuning,
    Verification,
)
from plywood._batch import Batch
from plywood._bots import Bot
from plywood._files import Brain, Proof, Record, Table, load
from plywood._game import Game, Position, bots, game, games, grade, match, serve, tournament
from plywood._mcts import Mcts, Policy, Searched, policy
from plywood._openspiel import openspiel
from plywood._pettingzoo import env, parallel_env
from plywood._plywood import __version__
from plywood._positions import Positions
from plywood._values import Values
from plywood._vector import vector_env
from plywood._widget import play

__all__ = [
    "Analysis",
    "Answer",
    "Batch",
    "Bot",
    "Brain",
    "BrainCounts",
    "BrainStats",
    "Check",
    "Comparison",
    "Count",
    "Description",
    "Evaluation",
    "Game",
    "Grades",
    "KnownMoves",
    "Match",
    "Mcts",
    "Perft",
    "Playouts",
    "Policy",
    "Position",
    "Positions",
    "Proof",
    "Puzzles",
    "Record",
    "SearchCheck",
    "Searched",
    "Solution",
    "Table",
    "Tournament",
    "Training",
    "Tree",
    "Tuning",
    "Values",
    "Verification",
    "__version__",
    "bots",
    "check_search",
    "env",
    "game",
    "games",
    "grade",
    "llm",
    "load",
    "match",
    "openspiel",
    "parallel_env",
    "play",
    "policy",
    "serve",
    "tournament",
    "vector_env",
]

if TYPE_CHECKING:
    from plywood import llm
    from plywood._check_search import SearchCheck, check_search
else:

    def __getattr__(name: str) -> object:
        # Few need these parts, and all wait for imports.
        import importlib

        if name == "llm":
            return importlib.import_module("plywood.llm")
        if name in ("SearchCheck", "check_search"):
            return getattr(importlib.import_module("plywood._check_search"), name)
        raise AttributeError(f"module 'plywood' has no attribute '{name}'")
