"""Language models as players: measured against exact values, like any other bot.

:class:`Player` asks a model over any server that speaks the OpenAI chat interface. Nothing is sent anywhere until you name
a server. :func:`sum_to_fifteen` and the like show a game in other words. :class:`Environment` has exact rewards for training.
"""

from plywood.llm._chat import ServerError
from plywood.llm._collecting import sets_of_words, sum_to_fifteen
from plywood.llm._disguise import Disguise, Sameness, same_game
from plywood.llm._environment import Environment, Episode, Rollout, Step
from plywood.llm._player import Player, Summary
from plywood.llm._prompt import prompt, read_move
from plywood.llm._renamed import renamed, turned
from plywood.llm._verifiers import for_verifiers

__all__ = [
    "Disguise",
    "Environment",
    "Episode",
    "Player",
    "Rollout",
    "Sameness",
    "ServerError",
    "Step",
    "Summary",
    "for_verifiers",
    "prompt",
    "read_move",
    "renamed",
    "same_game",
    "sets_of_words",
    "sum_to_fifteen",
    "turned",
]
