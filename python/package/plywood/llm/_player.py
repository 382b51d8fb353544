"""A language model as a player."""

from __future__ import annotations

import random
import threading
import time
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from plywood.llm._chat import Chat
from plywood.llm._prompt import HOW_TO_ANSWER, prompt, read_move

if TYPE_CHECKING:
    from plywood._game import Position
    from plywood.llm._disguise import Disguise


class Summary(TypedDict):
    """The work of a player so far."""

    #: Moves that were asked for.
    moves: int
    #: Answers of the model: a move takes more than one after an illegal one.
    answers: int
    #: Answers without a legal move, and their share of all.
    illegal: int
    illegal_share: float | None
    #: Moves for which no answer was legal.
    failed: int
    #: Seconds for an answer.
    mean_seconds: float | None
    longest_seconds: float | None
    #: Tokens in all, as far as the server counts them.
    prompt_tokens: int | None
    completion_tokens: int | None


class Player:
    """A language model that plays: a function from a position to a move, for matches, tournaments and grades.

    The model sees the rules, the moves so far and a drawing of the board. With ``jobs=8`` of a match or of grades, eight
    questions are asked at once.

    Parameters
    ----------
    model
        The name of the model, as the server knows it.
    address
        The address of a server that speaks the OpenAI chat interface, up to ``/v1``; by default ``OPENAI_BASE_URL`` of
        the environment. There is no other default.
    key
        The server's key, if it wants one; by default ``OPENAI_API_KEY`` of the environment.
    rules
        The rules in your words; by default those of the game, or the docstring of your own rules.
    legal_moves
        True to list the legal moves in the question.
    disguise
        The game in other words, such as :func:`sum_to_fifteen`: the question is about that game, and the answer is
        translated.
    retries
        How often the model is asked again after an answer without a legal move. It is told what was wrong.
    illegal
        What happens if no answer was legal. ``fail`` gives the last one back: a grade counts it as failed, and in a match or a
        tournament the model loses the game. ``random`` plays a random move. ``summary`` counts both.
    timeout
        Seconds for an answer.
    attempts
        How often a server that is busy (429, 503, ...) is asked, after a pause.
    seed
        Random seed of the moves of ``illegal="random"``.
    **options
        Other parts of the request, such as ``temperature=0`` or ``max_tokens=1000``.

    Raises
    ------
    ValueError
        If no server is named.
    ServerError
        From a call, if the server cannot be reached, gives no answer in time, or answers with something else.

    Examples
    --------
    >>> import plywood as pw
    >>> model = pw.llm.Player("my-model", address="http://127.0.0.1:8000/v1", temperature=0)
    >>> model.summary["answers"]
    0
    """

    def __init__(
        self,
        model: str,
        *,
        address: str | None = None,
        key: str | None = None,
        rules: str | None = None,
        legal_moves: bool = False,
        disguise: Disguise | None = None,
        retries: int = 2,
        illegal: Literal["fail", "random"] = "fail",
        timeout: float = 120,
        attempts: int = 4,
        seed: int = 1,
        **options: Any,
    ) -> None:
        if illegal not in ("fail", "random"):
            raise ValueError(f"illegal is 'fail' or 'random', and not {illegal!r}")
        if retries < 0:
            raise ValueError(f"retries are 0 or more, and not {retries}")
        self._chat = Chat(model, address, key, timeout, attempts, options)
        self._rules, self._legal_moves, self._retries, self._illegal = rules, legal_moves, retries, illegal
        self._disguise = disguise
        self._random = random.Random(seed)
        # Games are played in several threads.
        self._lock = threading.Lock()
        self._moves = self._wrong = self._failed = 0
        self._seconds: list[float] = []
        self._tokens: list[int | None] = [None, None]

    @property
    def __name__(self) -> str:
        # Matches call functions by their names.
        return "".join(letter if letter.isalnum() else "_" for letter in self._chat.model)

    def __repr__(self) -> str:
        return f"<Player {self._chat.model} of {self._chat.address}>"

    def __call__(self, position: Position) -> str:
        """Return the move that the model chooses."""
        shown = self._shown(position)
        messages = [{"role": "user", "content": self.prompt(position)}]
        with self._lock:
            self._moves += 1
        for _ in range(self._retries + 1):
            answer = self.ask(messages)
            word, words = read_move(answer, shown.legal_moves)
            move = word if self._disguise is None or word is None else self._disguise.move(word)
            if move is not None:
                return move
            with self._lock:
                self._wrong += 1
            wrong = f"'{words}' is no legal move here." if words else "Your answer has no move."
            messages += [
                {"role": "assistant", "content": answer},
                {"role": "user", "content": f"{wrong} {HOW_TO_ANSWER}"},
            ]
        with self._lock:
            self._failed += 1
            # In a disguise the words may be those of a legal move.
            return self._random.choice(position.legal_moves) if self._illegal == "random" else f"answer '{words}'"

    def prompt(self, position: Position) -> str:
        """Return the question about a position, without asking it."""
        return prompt(self._shown(position), rules=self._rules, legal_moves=self._legal_moves)

    def _shown(self, position: Position) -> Position:
        return position if self._disguise is None else self._disguise.position(position)

    def ask(self, messages: list[dict[str, str]]) -> str:
        """Return the model's answer to a conversation, such as one of an :class:`Environment`."""
        begun = time.monotonic()
        reply = self._chat.ask(messages)
        with self._lock:
            self._seconds.append(time.monotonic() - begun)
            for place, tokens in enumerate((reply.prompt_tokens, reply.completion_tokens)):
                if tokens is not None:
                    self._tokens[place] = (self._tokens[place] or 0) + tokens
        return reply.text

    @property
    def summary(self) -> Summary:
        """The moves, answers, illegal answers, seconds and tokens so far."""
        with self._lock:
            answers = len(self._seconds)
            return {
                "moves": self._moves,
                "answers": answers,
                "illegal": self._wrong,
                "illegal_share": self._wrong / answers if answers else None,
                "failed": self._failed,
                "mean_seconds": sum(self._seconds) / answers if answers else None,
                "longest_seconds": max(self._seconds, default=None),
                "prompt_tokens": self._tokens[0],
                "completion_tokens": self._tokens[1],
            }
