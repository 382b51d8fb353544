"""Language models as players: measured against exact values, like any other bot.

:class:`Player` asks a model over any server that speaks the OpenAI chat interface. Nothing is sent anywhere until you name
a server.
"""

from plywood.llm._chat import ServerError
from plywood.llm._player import Player, Summary
from plywood.llm._prompt import prompt, read_move

__all__ = ["Player", "ServerError", "Summary", "prompt", "read_move"]
