"""Work in parts, on any executor of ``concurrent.futures``."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from plywood._game import Game
    from plywood._progress import Callback

_Result = TypeVar("_Result")

#: The most parts of some work: enough for many workers, and so few that what a part costs besides its work does not count.
MOST_PARTS = 100

#: Random games whose moves are drawn in a row, and the step from the seed of such a row to that of the next (``random::part_seed`` in
#: Rust).
_ROW, _STEP = 256, 0x9E37_79B9_7F4A_7C15


def _check(executor: Executor, game: Game, bots: Mapping[str, Any]) -> None:
    """Refuse what cannot go to the workers of an executor. Threads share everything."""
    # Opens rules of your own once, and not in several threads.
    _ = game._rules
    if isinstance(executor, ThreadPoolExecutor):
        return
    for name, thing in [(f"the game '{game.name}'", game), *((f"the bot '{name}'", bot) for name, bot in bots.items())]:
        try:
            pickle.dumps(thing)
        except Exception as error:
            raise TypeError(
                f"{name} cannot be pickled for the workers of the executor ({error}); define it at the top of a module"
            ) from error


def _check_files(paths: Iterable[Path], endings: Sequence[str]) -> None:
    """Refuse files that could not be written when all parts are done."""
    for path in paths:
        if path.suffix.lower() not in endings:
            raise ValueError(f"'{path}' is of no kind that can be written here; use {' or '.join(endings)}")
        if not os.access(path.absolute().parent, os.W_OK):
            raise FileNotFoundError(f"'{path}' cannot be written: there is no such folder, or it is not yours")


def _results(
    executor: Executor,
    game: Game,
    work: Callable[..., _Result],
    calls: Sequence[tuple[Any, ...]],
    report: Callback | None = None,
    bots: Mapping[str, Any] = MappingProxyType({}),
) -> list[_Result]:
    """Return the results of a function of the game for each of these arguments, in their order; the first exception cancels the rest."""
    _check(executor, game, bots)
    futures = [executor.submit(work, game, *arguments) for arguments in calls]
    found = []
    try:
        for future in futures:
            found.append(future.result())
            if report is not None:
                report("parts", len(found), len(futures))
    except BaseException:
        for future in futures:
            future.cancel()
        raise
    return found


def _part(game: Game, words: list[str], options: Mapping[str, Any], bots: Mapping[str, Any], part: str) -> bytes:
    """Do a part of the work of a command; return its file."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "part")
        given = {"jobs": 1, **options, "part": part, "part_file": file}
        game._answer(words, given, None, bots)
        return file.read_bytes()


def merged(
    executor: Executor,
    parts: int,
    command: tuple[Game, list[str], Mapping[str, Any], Mapping[str, Any]],
    outputs: Sequence[str | os.PathLike[str]],
    added: str | os.PathLike[str] | None,
    report: Callback | None,
) -> tuple[Any, str | None]:
    """Return the answer of a command whose parts were done by an executor.

    A command is a game, words, options and bots that are functions. Its answer is written to the files ``outputs``, and its
    records are added to ``added``.
    """
    game, words, options, bots = command
    reports = [".html", ".csv", ".json", ".games"]
    _check_files(map(Path, outputs), [".jsonl", ".json", ".txt"] if words[0] == "puzzles" else reports)
    _check_files([] if added is None else [Path(added)], [".txt", ".games", ""])
    parts = min(max(parts, 1), MOST_PARTS)
    # The laws of own rules are checked by the first part.
    rest = {**options, "unchecked": True}
    calls = [(words, rest if part > 1 else options, bots, f"{part}/{parts}") for part in range(1, parts + 1)]
    done = _results(executor, game, _part, calls, report, bots)
    with TemporaryDirectory() as folder:
        files = [Path(folder, f"{number}.part") for number in range(len(done))]
        for file, text in zip(files, done, strict=True):
            file.write_bytes(text)
        records = [Path(folder, "records.txt")] if added is not None else []
        given = {"output": [*outputs, *records], "unchecked": True}
        answer, incomplete, _ = game._answer(["merge", *map(str, files)], given, None, bots)
        if added is not None:
            with open(added, "ab") as file_of_records:
                file_of_records.write(records[0].read_bytes())
    return answer, incomplete


def _portions(count: int, most: int, unit: int = 1) -> Iterable[tuple[int, int]]:
    """Cut numbers into portions of whole units: from the first to before the second. There is at least one portion."""
    size = unit * max(1, -(-count // (most * unit)))
    return ((first, min(first + size, count)) for first in range(0, max(count, 1), size))


def _values(game: Game, texts: list[str], options: Mapping[str, Any]) -> tuple[Any, Any, Any]:
    found = game.solve(texts, **options)
    return found.value, found.plies, found.proved


def solved(
    executor: Executor, game: Game, texts: list[str], options: Mapping[str, Any], report: Callback | None
) -> tuple[Any, Any, Any]:
    """Return the arrays of the values of positions."""
    import numpy as np

    options = {"threads": 1, **options}
    rest = {**options, "unchecked": True}
    portions = _portions(len(texts), MOST_PARTS // 4)
    calls = [(texts[first:end], rest if first else options) for first, end in portions]
    parts = _results(executor, game, _values, calls, report)
    value, plies, proved = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    return value, plies, proved


def _analyses(game: Game, texts: list[str], options: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Analyse positions one after the other: a batch takes all cores."""
    return [game._answer(["analyse", game.name], {**options, "position": text}, None)[0] for text in texts]


def analysed(
    executor: Executor, game: Game, texts: list[str], options: Mapping[str, Any], report: Callback | None
) -> list[dict[str, Any]]:
    """Return the analyses of positions."""
    calls = [(texts[first:end], options) for first, end in _portions(len(texts), MOST_PARTS)]
    return list(chain.from_iterable(_results(executor, game, _analyses, calls, report)))


def _playouts(game: Game, *options: int) -> tuple[int, list[int], int]:
    return game._rules.playouts(*options)


def played(executor: Executor, game: Game, count: int, seed: int, *options: int) -> list[tuple[int, list[int], int]]:
    """Return the ends of portions of random games."""
    portions = _portions(count, MOST_PARTS, _ROW)
    calls = [(end - first, (seed + first // _ROW * _STEP) % 2**64, *options) for first, end in portions]
    return _results(executor, game, _playouts, calls)
