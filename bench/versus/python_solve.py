"""Values of many positions of connect four beside BitBully, and all positions of a game as Arrow, in one run.

    pip install ./python bitbully pyarrow
    python bench/versus/python_solve.py

Each library solves the same positions, which random play has led to, one table for all of them. BitBully solves on one
core; Plywood once on all cores, and once on one.
"""

import os
import random
import time
from collections.abc import Callable

import bitbully
import plywood as pw
import pyarrow


def positions(plies: int, count: int) -> list[list[int]]:
    """The columns of games that are not over and have no winning move."""
    source = random.Random(1)
    found: list[list[int]] = []
    while len(found) < count:
        board, columns = bitbully.Board(), []
        while len(columns) < plies and not board.is_game_over():
            columns.append(source.choice(board.legal_moves()))
            board.play(columns[-1])
        if not board.is_game_over() and not board.can_win_next():
            found.append(columns)
    return found


def timed(work: Callable[[], object]) -> tuple[object, float, float]:
    """What work returns, its seconds, and those of the processors."""
    begun, used = time.perf_counter(), time.process_time()
    result = work()
    return result, time.perf_counter() - begun, time.process_time() - used


def main() -> None:
    """Print a line for each number of plies, and one for the positions of a game."""
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    for plies, count in ((24, 10_000), (16, 200), (12, 20)):
        games = positions(plies, count)
        boards = [bitbully.Board(columns) for columns in games]
        connect4 = pw.game("connect4")
        asked = [connect4.position(moves=" ".join("abcdefg"[column] for column in columns)) for columns in games]
        # Without its book of openings, which knows positions of up to 12 plies.
        solver = bitbully.BitBully(opening_book=None)
        theirs, seconds, used = timed(lambda: [solver.mtdf(board) for board in boards])
        line = f"{plies} plies, {count} positions: BitBully {seconds:.2f} s ({used:.2f} of processors)"
        for name, chosen in (("all cores", cores), ("one core", set(list(cores)[:1]))):
            if chosen:
                os.sched_setaffinity(0, chosen)
            ours, seconds, used = timed(lambda: pw.game("connect4").solve(asked))
            signs = [(score > 0) - (score < 0) for score in theirs]
            assert signs == ours.value.tolist(), "the libraries differ"
            line += f"; Plywood on {name} {seconds:.2f} s ({used:.2f})"
        if cores:
            os.sched_setaffinity(0, cores)
        print(line, flush=True)
    for name in ("mnk:m=4,n=3,k=3", "mnk:m=4,n=4,k=4,gravity=on", "hex:size=3", "dotsandboxes:m=2,n=2"):
        game = pw.game(name)
        for children in (False, True):
            # The game is solved by the first call, and read by the others.
            runs = [timed(lambda: pyarrow.table(game.positions(children=children))) for _ in range(4)][1:]
            table, seconds, used = min(runs, key=lambda run: run[1])
            rate = f"{table.num_rows / seconds:,.0f} a second ({used:.2f} s of processors)"
            print(f"{name}{' with children' if children else ''}: {table.num_rows:,} rows, {rate}")


if __name__ == "__main__":
    main()
