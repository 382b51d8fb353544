"""The words between a game and a language model."""

from __future__ import annotations

import inspect
import re
from functools import lru_cache
from typing import TYPE_CHECKING

from plywood._game import Game

if TYPE_CHECKING:
    from plywood._game import Position

#: The line below a drawing that names the side to move and lists the moves.
_LISTED = re.compile(r"^( *.+ to move), \d+ moves?: .*$", re.MULTILINE)

#: A line that begins with the word "move", as models write it: in capitals, or with signs of Markdown.
_ANSWERED = re.compile(r"^[\s*_`#>-]*move[\s*_`]*:(.*)$", re.MULTILINE | re.IGNORECASE)

#: What some models write before their answer.
_THOUGHTS = re.compile(r"<think>.*?(</think>|\Z)", re.DOTALL)

#: The form of an answer, as :func:`read_move` reads it.
HOW_TO_ANSWER = 'End your answer with a line of the word "move", a colon and your move.'

#: The longest words that are repeated to a model as its move.
_LONGEST = 80


@lru_cache(maxsize=32)
def rules_of(game: Game) -> str:
    """Return the rules of a game for a player; of your own game its attribute ``rules``, or the docstring of its class."""
    text: str = getattr(game, "rules", "") if type(game) is not Game else game.describe().how_to_play
    if not text and type(game) is not Game:
        text = inspect.cleandoc(type(game).__doc__ or "")
    if not text:
        raise ValueError(f"{game.name} does not say its rules; give its class a docstring, or give rules='...'")
    return text


def drawing_of(position: Position) -> str:
    """Return the board, without the list of moves; your own game may draw itself by ``drawing(state)``."""
    own = getattr(position.game, "drawing", None) if type(position.game) is not Game else None
    return own(position.state) if own else _LISTED.sub(r"\1", str(position))


def prompt(position: Position, *, rules: str | None = None, legal_moves: bool = False) -> str:
    """Return the question of a language model about a position: rules, moves so far, drawing.

    Parameters
    ----------
    position
        A position in which a player decides.
    rules
        The rules in your words; by default those of the game: ``rules`` or the docstring of your own class.
    legal_moves
        True to list the legal moves. Without the list, finding them is part of the task.

    Examples
    --------
    >>> import plywood as pw
    >>> text = pw.llm.prompt(pw.game("tictactoe").start().play("b2"))
    >>> "Moves so far: b2" in text, "a3 b3 c3" in text
    (True, False)
    """
    asked = question(position, legal_moves)
    return f"You play a game against an opponent. Its rules:\n\n{rules or rules_of(position.game)}\n\n{asked}"


def question(position: Position, legal_moves: bool = False) -> str:
    """Return the question about a position without the rules."""
    if position.turn not in ("first", "second"):
        raise ValueError(f"nobody has to decide in '{position.text}' of {position.game.name}")
    parts = []
    played = position.played
    if played:
        parts.append(f"Moves so far: {' '.join(played)}")
    parts.append(f"It is your move in this position:\n\n{drawing_of(position)}")
    if legal_moves:
        parts.append(f"The legal moves: {', '.join(position.legal_moves)}")
    parts.append(f"Choose the best move. {HOW_TO_ANSWER}")
    return "\n\n".join(parts)


def read_move(answer: str, legal_moves: list[str]) -> tuple[str | None, str]:
    """Return the move of an answer, or None if it has no legal one, and the words that were taken for the move.

    The last line of the form ``move: b2`` counts; without one, an answer of a single line. Capitals do not matter if the
    legal moves differ without them. Nothing is guessed from other words.

    Examples
    --------
    >>> read_move("The centre is free.\\n**Move: B2**", ["a1", "b2"])
    ('b2', 'B2')
    >>> read_move("I like b2, but a1 is fine too.", ["a1", "b2"])
    (None, 'I like b2, but a1 is fine too')
    """
    text = _THOUGHTS.sub("", answer).strip()
    lines = _ANSWERED.findall(text)
    words = lines[-1] if lines else text
    words = words.strip() if words.strip() in legal_moves else words.strip("*_`'\" \t.")
    if words in legal_moves:
        return words, words
    alike = [move for move in legal_moves if move.casefold() == words.casefold()]
    return (alike[0] if len(alike) == 1 else None), " ".join(words.split())[:_LONGEST]
