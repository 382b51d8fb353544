"""Progress of long work: a line in a terminal, or a line below a notebook's cell."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

#: A function that receives the progress: words, parts done, and their number or None.
Callback = Callable[[str, int, "int | None"], object]

#: Nothing is shown of work that is done sooner than this, in seconds.
PATIENCE = 0.5


class Line:
    """Shows progress as one line that changes."""

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._width = 0
        self._handle: Any = None
        self._notebook = _in_notebook()

    def __call__(self, message: str, done: int, total: int | None) -> None:
        """Show the state of the work."""
        seconds = time.monotonic() - self._begun
        if seconds < PATIENCE:
            return
        if total:
            share = min(done / total, 1.0)
            bar = "█" * round(20 * share)
            left = f", {seconds * (1 / share - 1):.0f} s left" if share > 0 else ""
            text = f"{message} {share:4.0%} {bar:·<20} {done}/{total} [{seconds:.0f} s{left}]"
        else:
            text = f"{message} [{seconds:.0f} s]"
        self._show(text)

    def close(self) -> None:
        """Take the line away."""
        if self._handle is not None:
            self._handle.update({"text/plain": ""}, raw=True)
        elif self._width:
            print("\r" + " " * self._width + "\r", end="", file=sys.stderr, flush=True)

    def _show(self, text: str) -> None:
        if not self._notebook:
            print("\r" + text.ljust(self._width), end="", file=sys.stderr, flush=True)
            self._width = len(text)
            return
        from IPython.display import display

        if self._handle is None:
            show: Any = display
            self._handle = show({"text/plain": text}, raw=True, display_id=True)
        else:
            self._handle.update({"text/plain": text}, raw=True)


def _in_notebook() -> bool:
    shell = sys.modules.get("IPython")
    active = shell.get_ipython() if shell is not None else None
    return active is not None and type(active).__name__ == "ZMQInteractiveShell"
