"""A server that speaks the OpenAI chat interface and answers as a test wants."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

#: An answer: text of the model, or a status and a body.
Answer = str | tuple[int, str]


@contextmanager
def serving(answer: Callable[[dict[str, Any]], Answer], headers: dict[str, str] | None = None) -> Iterator["FakeServer"]:
    """Serve until the block ends."""
    server = FakeServer(answer, headers or {})
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class FakeServer(ThreadingHTTPServer):
    """Keeps the requests that it got."""

    def __init__(self, answer: Callable[[dict[str, Any]], Answer], headers: dict[str, str]) -> None:
        self.answer, self.headers = answer, headers
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        super().__init__(("127.0.0.1", 0), FakeHandler)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class FakeHandler(BaseHTTPRequestHandler):
    server: FakeServer

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append(asked)
        self.server.keys.append(self.headers["Authorization"])
        assert self.path == "/v1/chat/completions"
        answer = self.server.answer(asked)
        if isinstance(answer, str):
            tokens = {"prompt_tokens": 100, "completion_tokens": 10}
            answer = (200, json.dumps({"choices": [{"message": {"content": answer}}], "usage": tokens}))
        status, body = answer
        try:
            self.send_response(status)
            for name, value in self.server.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body.encode())
        except OSError:
            # The client did not wait.
            pass

    def log_message(self, *_: Any) -> None:
        """Say nothing."""
