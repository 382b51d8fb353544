"""A client of the OpenAI chat interface, with the standard library alone."""

from __future__ import annotations

import json
import os
import time
from dataclasses import dataclass
from typing import Any

#: Answers of a server that is busy or restarts: asked again after a pause.
_BUSY = (408, 429, 500, 502, 503, 504, 529)

#: The longest pause before a server is asked again, in seconds.
_LONGEST_PAUSE = 60.0


class ServerError(RuntimeError):
    """The server of a language model cannot be reached, is too slow, or answers with something else than a chat."""


class _BusyError(ServerError):
    """The server may answer if it is asked again."""

    pause: float | None = None


@dataclass(frozen=True)
class Reply:
    """An answer of a model. Tokens are None where the server does not count them."""

    text: str
    prompt_tokens: int | None
    completion_tokens: int | None


class Chat:
    """A model of a server.

    Parameters
    ----------
    model
        The name of the model, as the server knows it.
    address, key
        The address up to ``/v1``, and the key; by default ``OPENAI_BASE_URL`` and ``OPENAI_API_KEY`` of the
        environment.
    timeout
        Seconds for an answer.
    attempts
        How often a server that is busy is asked.
    options
        Other parts of the request, such as ``temperature``.
    """

    def __init__(
        self, model: str, address: str | None, key: str | None, timeout: float, attempts: int, options: dict[str, Any]
    ) -> None:
        address = address or os.environ.get("OPENAI_BASE_URL")
        if not address:
            raise ValueError("no server is named: give address='http://127.0.0.1:8000/v1', or set OPENAI_BASE_URL")
        if not address.startswith(("http://", "https://")):
            raise ValueError(f"'{address}' is no address of a server; it begins with http:// or https://")
        if timeout <= 0 or attempts < 1:
            raise ValueError("a timeout is more than 0 seconds, and attempts are at least 1")
        self.model, self.address, self.timeout, self.attempts = model, address.rstrip("/"), timeout, attempts
        self._key = key or os.environ.get("OPENAI_API_KEY")
        self._options = options

    def ask(self, messages: list[dict[str, str]]) -> Reply:
        """Return the model's answer to a conversation."""
        for attempt in range(1, self.attempts + 1):
            try:
                return self._reply(self._post(messages))
            except _BusyError as busy:
                if attempt == self.attempts:
                    raise ServerError(str(busy)) from busy
                time.sleep(min(busy.pause if busy.pause is not None else 2.0**attempt / 2, _LONGEST_PAUSE))
        raise AssertionError("attempts are at least 1")

    def _post(self, messages: list[dict[str, str]]) -> bytes:
        import http.client
        import urllib.error
        import urllib.request

        class NoRedirect(urllib.request.HTTPRedirectHandler):
            """Follows no redirection, which would send the key to another server."""

            def redirect_request(self, *_: Any) -> None:
                return None

        body = json.dumps({"model": self.model, "messages": messages, **self._options}).encode()
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {self._key}"} if self._key else {})
        request = urllib.request.Request(f"{self.address}/chat/completions", body, headers)
        end = time.monotonic() + self.timeout
        try:
            with urllib.request.build_opener(NoRedirect).open(request, timeout=self.timeout) as response:
                parts = []
                # The timeout of a socket begins again with each byte.
                while part := response.read1(1 << 16):
                    parts.append(part)
                    if time.monotonic() > end:
                        raise TimeoutError
                return b"".join(parts)
        except urllib.error.HTTPError as error:
            kind = _BusyError if error.code in _BUSY else ServerError
            said = " ".join(error.read(2000).decode(errors="replace").split())[:200]
            failure = kind(f"the server {self.address} answered with status {error.code}: {said or error.reason}")
            if isinstance(failure, _BusyError):
                failure.pause = _seconds(error.headers.get("Retry-After"))
            raise failure from error
        except (OSError, http.client.HTTPException) as error:
            reason = getattr(error, "reason", error)
            if isinstance(reason, TimeoutError):
                raise ServerError(f"the server {self.address} gave no answer within {self.timeout:g} s") from error
            why = str(reason) or type(reason).__name__
            raise ServerError(f"the server {self.address} cannot be asked: {why}") from error

    def _reply(self, body: bytes) -> Reply:
        try:
            answer = json.loads(body)
            text = answer["choices"][0]["message"]["content"]
            usage = answer.get("usage") or {}
            # Models that refuse, or whose answer is cut, have no text.
            return Reply(text or "", usage.get("prompt_tokens"), usage.get("completion_tokens"))
        except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
            said = " ".join(body[:2000].decode(errors="replace").split())[:200]
            raise ServerError(f"the server {self.address} answered with no chat completion: {said!r}") from error


def _seconds(text: str | None) -> float | None:
    """Read the header ``Retry-After``, if it is a number of seconds."""
    try:
        return max(float(text or ""), 0.0)
    except ValueError:
        return None
