"""Writes ``plywood/_options.py``: the options of commands and bots as types, by what the program itself says of them."""

import json
import keyword
import re
from pathlib import Path
from typing import Any

import plywood as pw
from plywood import _plywood

#: The classes, their commands, and options of the command that have a place of their own in Python.
CLASSES = {
    "PerftOptions": ("perft", ()),
    "CountOptions": ("count", ()),
    "CheckOptions": ("check", ()),
    "CompareOptions": ("compare", ("position", "moves")),
    "PuzzlesOptions": ("puzzles", ()),
    "SolveOptions": ("solve", ("position", "moves")),
    "TreeOptions": ("tree", ("bot", "position", "moves")),
    "MatchOptions": ("match", ()),
    "TournamentOptions": ("tournament", ("game", "player")),
    "GradeOptions": ("grade", ()),
    "TuneOptions": ("tune", ()),
    "LearnOptions": ("learn", ("brain", "stage", "against")),
}

#: Commands that do not play by rules which were not checked.
CHECKED = ("solve", "count", "puzzles", "match", "tournament", "grade", "learn")

HEAD = '''"""The options of commands and bots as types. Made by ``UPDATE_OPTIONS=1 pytest tests/test_types.py``."""

from __future__ import annotations

from os import PathLike
from typing import Literal, TypedDict

'''


def _type(kind: Any) -> str:
    if isinstance(kind, dict):
        words = ", ".join(f'"{word}"' for word in kind["choice"])
        return f"Literal[{words}]"
    names = {"flag": "bool", "integer": "int", "number": "float", "file": "str | PathLike[str]", "text": "str"}
    return names[kind]


def _of_bot(values: str) -> str:
    """The type of an option of a bot, by the words about its values."""
    if values.startswith("a number"):
        return "float"
    if re.fullmatch(r"\d+ to \d+", values):
        return "int"
    if re.match(r"\d+ to \d+ or ", values):
        return "int | str"
    if values == "a file name without a comma":
        return "str | PathLike[str]"
    if " or " in values and not values.startswith("a "):
        words = values.split(" or ")
        return ("bool | " if {"on", "off"} <= set(words) else "") + _type({"choice": words})
    return "str"


def _joined(types: set[str]) -> str:
    words = [word for of in sorted(types) if of.startswith("Literal") for word in re.findall('"[^"]+"', of)]
    parts = {part for of in types for part in re.split(r" \| (?![^\[]*\])", of) if not part.startswith("Literal")}
    words += [word for of in sorted(types) if not of.startswith("Literal") for word in re.findall('"[^"]+"', of)]
    if words and "str" not in parts:
        parts.add(f"Literal[{', '.join(dict.fromkeys(words))}]")
    return " | ".join(sorted(parts, key=lambda part: (part.startswith("Literal"), part)))


def _class(name: str, about: str, options: dict[str, str]) -> str:
    lines = [f"    {key}{'_' * keyword.iskeyword(key)}: {of} | None" for key, of in sorted(options.items())]
    return f'\nclass {name}(TypedDict, total=False):\n    """{about}"""\n\n' + "\n".join(lines) + "\n"


def _bots() -> dict[str, str]:
    kinds: dict[str, set[str]] = {}
    for bot in pw.bots():
        for parameter in bot["parameters"]:
            kinds.setdefault(parameter["key"], set()).add(_of_bot(parameter["values"]))
    # Those that two bots had in earlier versions.
    kinds |= {"plain": {"bool"}, "without": {"str"}, "seconds": {"float"}}
    return {key: _joined(of) for key, of in kinds.items()}


def text() -> str:
    """The text of the module."""
    parts = [HEAD]
    for name, (command, without) in CLASSES.items():
        options = {}
        for option in json.loads(_plywood.command_options(command)):
            if option["name"] not in without:
                of = _type(option["kind"])
                options[option["name"]] = f"{of} | list[{of}]" if option["repeats"] else of
        if command in CHECKED:
            options["unchecked"] = "bool"
        if "time" in options:
            options["seconds"] = "float"
        parts.append(_class(name, f"The options of ``plywood {command}``.", options) + "\n")
    bots = _bots()
    analysis = {"all": "bool", "seed": "int"}
    parts.append(_class("AnalyseOptions", "The options of ``plywood analyse`` and of bots.", {**bots, **analysis}))
    tree = {key: of for key, of in bots.items() if f"    {key}:" not in parts[list(CLASSES).index("TreeOptions") + 1]}
    searched = _class("SearchTreeOptions", "The options of ``plywood tree`` and of bots.", tree)
    parts.append("\n" + searched.replace("(TypedDict, total=False)", "(TreeOptions, total=False)"))
    return "".join(parts)


#: Where it is kept.
PATH = Path(__file__).parent.parent / "package" / "plywood" / "_options.py"
