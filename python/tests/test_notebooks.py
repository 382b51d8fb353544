"""The notebooks: every cell runs, from an empty folder and without outputs kept."""

from pathlib import Path

import pytest

nbclient = pytest.importorskip("nbclient")
for module in ("ipykernel", "onnx", "pandas", "pettingzoo", "pyspiel"):
    pytest.importorskip(module)

import nbformat  # noqa: E402
from jupyter_client import AsyncKernelManager  # noqa: E402
from jupyter_client.kernelspec import KernelSpecManager  # noqa: E402

NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_cell_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("IPYTHONDIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR"):
        monkeypatch.setenv(variable, str(tmp_path / variable))
    monkeypatch.setenv("PLYWOOD_NOTEBOOK_SCALE", "0.1")
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in notebook.cells)
    # Without folders of installed kernels, python3 is the interpreter that runs this test.
    kernel = AsyncKernelManager(kernel_name="python3", kernel_spec_manager=KernelSpecManager(kernel_dirs=[]))
    folder = tmp_path / "work"
    folder.mkdir()
    # A cell that fails raises.
    nbclient.NotebookClient(notebook, km=kernel, timeout=180, resources={"metadata": {"path": str(folder)}}).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert outputs and all(output["output_type"] != "error" for output in outputs)
    assert any("image/svg+xml" in output.get("data", {}) for output in outputs)


def test_there_are_notebooks() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["dqn", "from-learning-to-exact-values", "game-search", "onnx", "ppo"]
