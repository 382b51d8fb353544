"""The examples of the book and of README.md: they run, and the comment behind an expression is its value."""

import ast
import re
from pathlib import Path

import pytest

for module in ("pandas", "pyarrow", "pettingzoo", "pyspiel"):
    pytest.importorskip(module)

PYTHON = Path(__file__).parent.parent
BOOK = PYTHON.parent / "book/src"
PAGES = ["python.md", "tutorials/language-models.md", "how-to/check-a-search.md"]
DOCUMENTS = [PYTHON.parent / "README.md", *(BOOK / page for page in PAGES), PYTHON / "README.md"]


def run(block: str, names: dict[str, object], where: str) -> int:
    """Run a block and compare the values of its expressions with the comments behind them; return how many there were."""
    lines, compared = block.splitlines(), 0
    for statement in ast.parse(block, where).body:
        if not isinstance(statement, ast.Expr):
            exec(compile(ast.Module([statement], []), where, "exec"), names)
            continue
        value = eval(compile(ast.Expression(statement.value), where, "eval"), names)
        comment = re.search(r"  # (.*)$", lines[(statement.end_lineno or 0) - 1])
        if comment:
            assert repr(value) == comment[1], f"{where}: {ast.unparse(statement)}"
            compared += 1
    return compared


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_examples_are_true(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = path.read_text(encoding="utf-8")
    # A class needs the name of its module.
    names: dict[str, object] = {"__name__": "book"}
    compared = 0
    for block in re.finditer(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        # Lines keep their numbers in the document.
        above = "\n" * text[: block.start(1)].count("\n")
        compared += run(above + block[1], names, path.name)
    assert compared


@pytest.mark.parametrize("wrong", ["1 + 1  # 3", "len('a')  # 'a'", "nothing"])
def test_a_wrong_example_is_found(wrong: str) -> None:
    with pytest.raises((AssertionError, NameError)):
        run(wrong, {}, "example")
