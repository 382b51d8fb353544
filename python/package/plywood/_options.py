"""The options of commands and bots as types. Made by ``UPDATE_OPTIONS=1 pytest tests/test_types.py``."""

from __future__ import annotations

from os import PathLike
from typing import Literal, TypedDict


class PerftOptions(TypedDict, total=False):
    """The options of ``plywood perft``."""

    divide: bool | None
    moves: str | None
    position: str | None
    seed: int | None


class CountOptions(TypedDict, total=False):
    """The options of ``plywood count``."""

    max: int | None
    moves: str | None
    position: str | None
    seed: int | None
    unchecked: bool | None


class CheckOptions(TypedDict, total=False):
    """The options of ``plywood check``."""

    games: int | None
    max_plies: int | None
    seed: int | None


class CompareOptions(TypedDict, total=False):
    """The options of ``plywood compare``."""

    bot: str | list[str] | None
    depth: int | None
    out: str | PathLike[str] | None
    plot: Literal["nodes", "time"] | None
    seconds: float | None
    seed: int | None
    time: str | None


class PuzzlesOptions(TypedDict, total=False):
    """The options of ``plywood puzzles``."""

    count: int | None
    jobs: int | None
    nodes: int | None
    out: str | PathLike[str] | None
    seed: int | None
    unchecked: bool | None


class SolveOptions(TypedDict, total=False):
    """The options of ``plywood solve``."""

    against: str | None
    checkpoint: str | PathLike[str] | None
    depth: int | None
    error: float | None
    from_: str | PathLike[str] | None
    hosts: str | None
    max_memory: int | None
    merge: bool | None
    method: Literal["search", "enumerate", "proof", "race", "iterate"] | None
    out: str | PathLike[str] | None
    parts: str | PathLike[str] | None
    patience: int | None
    process: int | None
    side: Literal["first", "second"] | None
    surface: str | PathLike[str] | None
    table: int | None
    threads: int | None
    unchecked: bool | None
    within: int | None
    workers: int | None


class TreeOptions(TypedDict, total=False):
    """The options of ``plywood tree``."""

    along: int | None
    animate: bool | None
    aspect: str | None
    best: int | None
    boards: Literal["auto", "on", "off"] | None
    dark: bool | None
    depth: int | None
    font_size: float | None
    format: Literal["svg", "png", "pdf", "dot", "text", "json"] | None
    frames: str | PathLike[str] | None
    merge: bool | None
    most: int | None
    no_legend: bool | None
    nodes: int | None
    out: str | PathLike[str] | None
    player: Literal["first", "second"] | None
    proof: str | PathLike[str] | None
    seed: int | None
    subtitle: str | None
    title: str | None
    view: Literal["full", "coloured", "decision", "trace", "proof", "numbers"] | None
    windows: Literal["on", "off"] | None


class MatchOptions(TypedDict, total=False):
    """The options of ``plywood match``."""

    clock: str | None
    games: int | None
    jobs: int | None
    max_plies: int | None
    moves: str | None
    openings: str | None
    position: str | None
    save: str | PathLike[str] | None
    seed: int | None
    sprt: str | None
    unchecked: bool | None


class TournamentOptions(TypedDict, total=False):
    """The options of ``plywood tournament``."""

    adjudicate: Literal["values", "solution"] | list[Literal["values", "solution"]] | None
    clock: str | None
    format: Literal["round-robin", "gauntlet", "swiss", "knockout"] | None
    heroes: int | None
    jobs: int | None
    max_plies: int | None
    openings: str | None
    output: str | PathLike[str] | list[str | PathLike[str]] | None
    pairs: int | None
    records: str | PathLike[str] | None
    rounds: int | None
    seed: int | None
    title: str | None
    unchecked: bool | None


class GradeOptions(TypedDict, total=False):
    """The options of ``plywood grade``."""

    against: str | None
    all: bool | None
    baselines: Literal["none", "some", "all"] | None
    games: int | None
    jobs: int | None
    nodes: int | None
    output: str | PathLike[str] | list[str | PathLike[str]] | None
    played_by: str | None
    ply: int | None
    positions: str | PathLike[str] | None
    sample: int | None
    seed: int | None
    table: str | PathLike[str] | None
    unchecked: bool | None
    worst: int | None


class TuneOptions(TypedDict, total=False):
    """The options of ``plywood tune``."""

    bot: str | None
    eval: str | None
    iterations: int | None
    jobs: int | None
    max_plies: int | None
    openings: int | None
    option: str | list[str] | None
    out: str | PathLike[str] | None
    pairs: int | None
    resume: str | PathLike[str] | None
    seed: int | None
    sprt: str | None
    test: str | PathLike[str] | None
    test_games: int | None


class LearnOptions(TypedDict, total=False):
    """The options of ``plywood learn``."""

    alpha: float | None
    curve: str | PathLike[str] | list[str | PathLike[str]] | None
    descent: int | None
    every: int | None
    explore: float | None
    gamma: float | None
    jobs: int | None
    kind: Literal["graph", "ntuple", "both"] | None
    lambda_: float | None
    loops: Literal["after", "at-once"] | None
    max_plies: int | None
    measure: int | None
    memory: int | None
    moves: str | None
    position: str | None
    prove: int | None
    rate: float | None
    records: str | PathLike[str] | list[str | PathLike[str]] | None
    round: int | None
    search: int | None
    seed: int | None
    symmetry: Literal["on", "off"] | None
    teacher: str | None
    unchecked: bool | None


class AnalyseOptions(TypedDict, total=False):
    """The options of ``plywood analyse`` and of bots."""

    aim: Literal["value", "results"] | None
    all: bool | None
    alpha: float | None
    at: int | None
    beyond: int | None
    blunder: float | None
    brain: PathLike[str] | str | None
    colours: Literal["black-white", "red-blue"] | None
    depth: int | None
    disable: str | None
    eval: str | None
    even: bool | Literal["off", "on"] | None
    gamma: float | None
    kind: Literal["graph", "ntuple", "both"] | None
    lambda_: float | None
    leaf: Literal["playout", "eval"] | None
    learn: bool | Literal["off", "on"] | None
    loops: Literal["after", "at-once"] | None
    memory: int | None
    n: int | None
    nodes: int | None
    order: Literal["natural", "promising"] | None
    patience: str | None
    plain: bool | None
    playouts: int | None
    proof: PathLike[str] | str | None
    prove: int | None
    prune: Literal["off", "star1", "star2"] | None
    rate: float | None
    seconds: float | None
    seed: int | None
    selective: bool | Literal["auto", "off", "on"] | None
    shell: bool | Literal["off", "on"] | None
    start: str | None
    symmetry: bool | Literal["on", "off"] | None
    table: PathLike[str] | int | str | None
    threads: int | None
    tie: Literal["first", "random", "any"] | None
    time: str | None
    tree: int | None
    without: str | None


class SearchTreeOptions(TreeOptions, total=False):
    """The options of ``plywood tree`` and of bots."""

    aim: Literal["value", "results"] | None
    alpha: float | None
    at: int | None
    beyond: int | None
    blunder: float | None
    brain: PathLike[str] | str | None
    colours: Literal["black-white", "red-blue"] | None
    disable: str | None
    eval: str | None
    even: bool | Literal["off", "on"] | None
    gamma: float | None
    kind: Literal["graph", "ntuple", "both"] | None
    lambda_: float | None
    leaf: Literal["playout", "eval"] | None
    learn: bool | Literal["off", "on"] | None
    loops: Literal["after", "at-once"] | None
    memory: int | None
    n: int | None
    order: Literal["natural", "promising"] | None
    patience: str | None
    plain: bool | None
    playouts: int | None
    prove: int | None
    prune: Literal["off", "star1", "star2"] | None
    rate: float | None
    seconds: float | None
    selective: bool | Literal["auto", "off", "on"] | None
    shell: bool | Literal["off", "on"] | None
    start: str | None
    symmetry: bool | Literal["on", "off"] | None
    table: PathLike[str] | int | str | None
    threads: int | None
    tie: Literal["first", "random", "any"] | None
    time: str | None
    tree: int | None
    without: str | None
