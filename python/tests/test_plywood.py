"""Games, positions, answers, files and bots, as users meet them."""

import copy
import json
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
import plywood as pw
import pytest
from sticks import Coin, Sticks


def test_a_position_is_played_and_drawn() -> None:
    start = pw.game("connect4").start()
    played = start.play("d").play("d")
    assert (start.turn, start.played, played.turn, played.played) == ("first", [], "first", ["d", "d"])
    assert played.legal_moves == list("abcdefg")
    assert played.svg().count("<circle") == 1 and played._repr_svg_().startswith("<svg")
    assert played == pw.game("connect4").position(moves="d d")
    assert played != start and len({played, start, pw.game("connect4").position(moves=["d", "d"])}) == 2
    assert pickle.loads(pickle.dumps(played)).played == copy.deepcopy(played).played == ["d", "d"]
    with pytest.raises(ValueError, match="column"):
        played.play("z")


def test_every_game_is_played_to_its_end(name: str) -> None:
    random = np.random.default_rng(1)
    position = pw.game(name).start(seed=3)
    for _ in range(1000):
        if position.turn == "over":
            break
        if position.turn == "chance":
            assert sum(position.probabilities.values()) == pytest.approx(1)
            position = position.roll()
        else:
            assert len(set(position.legal_actions)) == len(position.legal_moves)
            position = position.play(position.legal_moves[random.integers(len(position.legal_moves))])
        assert position.observation("first").shape == position.game.observation_shape
        assert position.svg().startswith("<svg")
    assert position.outcome in ("first", "second", "draw")
    assert position.legal_moves == position.legal_actions == []


def test_answers_are_those_of_the_program() -> None:
    game = pw.game("mnk", m=4, n=3, k=3)
    solved = game.solve()
    assert (solved.value, solved.plies, solved[game.start()]) == ("win", 7, "win")
    assert solved.to_dict()["game"] == game.name == "mnk:m=4,n=3,k=3"
    lost = game.start().play(solved.best)
    assert solved[lost] == "loss"
    with pytest.raises(KeyError):
        solved[pw.game("tictactoe").start()]
    analysis = game.start().analyse("engine", all=True, depth=7)
    assert analysis.move == solved.best and analysis.proved == "win" and analysis.pv[0] == solved.best
    assert {mv["move"] for mv in analysis.alternatives} == set(game.start().legal_moves)
    assert game.start().evaluate().children and game.perft(3).nodes == 1320
    assert game.count().complete and game.check() and game.describe().players == ["X", "O"]
    assert game.compare(depth=2).searches and game.puzzles(count=1).puzzles
    with pytest.raises(AttributeError, match="it has"):
        solved.nothing


def test_tables_of_answers() -> None:
    pandas = pytest.importorskip("pandas")
    game = pw.game("tictactoe")
    assert list(game.start().analyse("perfect", all=True).to_pandas()["value"]) == [0] * 9
    frame = game.compare(depth=3).to_pandas()
    assert isinstance(frame, pandas.DataFrame) and set(frame["depth"]) == {1, 2, 3}
    assert len(game.tree(depth=1).to_pandas()) == 10
    assert game.perft(2).to_pandas()["nodes"][0] == 72
    pyarrow = pytest.importorskip("pyarrow")
    table = game.positions().to_arrow()
    assert table.num_rows == 5478 and table.to_pylist() == list(game.positions())
    assert pyarrow.table(game.positions(chunk=77)).equals(table)
    begun = game.positions(chunk=10)
    assert [next(begun)["ply"], next(begun)["ply"]] == [0, 1] and begun.to_arrow().num_rows == 5476
    assert list(game.positions().to_pandas().columns) == list(begun.columns)
    assert table.filter(pyarrow.compute.equal(table["proved"], "draw")).num_rows == 1068


def test_many_positions_are_analysed_at_once() -> None:
    game = pw.game("connect4", m=5, n=4)
    start = game.start()
    positions = [start.play(a).play(b) for a in start.legal_moves for b in start.legal_moves]
    together = game.analyse(positions, "engine", depth=6)
    assert [a.value for a in together] == [p.analyse("engine", depth=6).value for p in positions]
    assert game.analyse([]) == []


def test_a_tree_draws_itself(tmp_path: Path) -> None:
    tree = pw.game("tree:(a:(3 12 8) b:(2 4 6) c:(14 5 2))").tree("alphabeta")
    assert tree.search and tree._repr_svg_().startswith("<svg")
    for ending, first in [("svg", "<svg"), ("dot", "digraph"), ("txt", "")]:
        tree.save(tmp_path / f"t.{ending}", title="Cut-offs")
        assert (tmp_path / f"t.{ending}").read_text().lstrip().startswith(first)
    assert "Cut-offs" in (tmp_path / "t.svg").read_text()


def test_matches_with_functions() -> None:
    game = pw.game("tictactoe")
    seen = []

    def corner(position: pw.Position) -> str:
        seen.append(position.text)
        return position.legal_moves[0]

    result = pw.match(game, corner, "engine", games=10, seed=1)
    assert result.games == 10 and result.first_bot["name"] == "corner_1" and result.first_bot["wins"] == 0
    assert seen
    assert game.match(corner, corner, games=2).games == 2
    with pytest.raises(ZeroDivisionError):
        game.match(lambda position: 1 / 0, "random", games=2)
    with pytest.raises(ValueError, match="unknown bot"):
        game.match("nobody", "random")


def test_tournaments(tmp_path: Path) -> None:
    game = pw.game("tictactoe")
    league = {"corner": lambda position: position.legal_moves[0], "strong": "engine", "random": "random"}
    report = tmp_path / "league.html"
    table = game.tournament(league, pairs=3, openings="random:1", output=report)
    assert table.players[0]["name"] == "strong" and table.games == 18 and table.complete
    assert "<title>" in report.read_text()
    file = tmp_path / "league.toml"
    file.write_text('game = "tictactoe"\nplayers = ["random", "first"]\npairs = 2\n')
    played = pw.tournament(file)
    assert played.games == 4 and (tmp_path / "league.games").exists()
    with pytest.raises(ValueError, match="2 to 1024"):
        game.tournament({"alone": "random"})


def test_files_are_made_and_read(tmp_path: Path) -> None:
    game = pw.game("mnk:m=4,n=3,k=3")
    start = game.start()
    game.solve().save(tmp_path / "all.table")
    table = pw.load(tmp_path / "all.table")
    assert isinstance(table, pw.Table) and table[start] == "win" and table[start.play("a1")] == "loss"
    with pytest.raises(KeyError):
        table[pw.game("tictactoe").start()]
    assert next(iter(game.positions(table)))["proved"] == "win"
    rows = list(game.positions(table))
    game.solve(method="enumerate", out=tmp_path / "all.parquet")
    parquet = pytest.importorskip("pyarrow.parquet")
    assert parquet.read_table(tmp_path / "all.parquet").to_pylist() == rows and len(rows) == 111_973
    for row in rows[:: len(rows) // 50]:
        position = game.position(row["position"])
        assert table[position] == row["proved"] and len(position.legal_moves) == row["moves"]
    game.solve(method="enumerate", out=tmp_path / "all.csv")
    lines = (tmp_path / "all.csv").read_text().splitlines()
    assert lines[0].split(",") == list(rows[0]) and len(lines) == len(rows) + 1
    game.solve(method="proof").save(tmp_path / "win.proof")
    proof = pw.load(tmp_path / "win.proof")
    assert isinstance(proof, pw.Proof) and proof[start] == "win" and game.verify(proof.path)
    damaged = (tmp_path / "win.proof").read_bytes()
    (tmp_path / "bad.proof").write_bytes(damaged[:-3])
    with pytest.raises(ValueError, match="proof"):
        pw.load(tmp_path / "bad.proof")
    trained = pw.game("tictactoe").learn(tmp_path / "t.brain", [(50, "self"), (50, "random")], every=50)
    assert trained.trained == 100 and len(trained.curve) >= 2
    brain = pw.load(tmp_path / "t.brain")
    assert isinstance(brain, pw.Brain) and brain.stats().games == 100
    assert brain.show(pw.game("tictactoe").start().play("b2")).moves
    brain.export(tmp_path / "t.jsonl")
    again = pw.Brain.imported(tmp_path / "again.brain", tmp_path / "t.jsonl")
    assert again.stats().nodes == brain.stats().nodes
    again.merge(brain)
    again.reset()
    assert again.stats().games == 0
    assert pw.game("tictactoe").match(brain.bot, "random", games=4).games == 4
    pw.game("tictactoe").match("random", "random", games=3, save=tmp_path / "games.txt")
    records = pw.load(tmp_path / "games.txt")
    assert len(records) == 3 and records[0].position().turn == "over"
    (tmp_path / "one.txt").write_text(records[0].position().record("a", "b"))
    assert pw.load(tmp_path / "one.txt")[0].moves == records[0].moves
    with pytest.raises(FileNotFoundError):
        pw.load(tmp_path / "none")
    (tmp_path / "noise").write_bytes(bytes(range(256)))
    with pytest.raises(ValueError):
        pw.load(tmp_path / "noise")


def test_files_that_are_not_whole_are_refused(tmp_path: Path) -> None:
    game, other = pw.game("mnk:m=4,n=3,k=3"), pw.game("connect4")
    game.solve().save(tmp_path / "all.table")
    game.solve(method="proof").save(tmp_path / "win.proof")
    game.learn(tmp_path / "t.brain", [(20, "self")], every=0)
    game.match("random", "random", games=2, save=tmp_path / "games.txt")
    for name in ("all.table", "win.proof", "t.brain"):
        assert pw.load(tmp_path / name, game).game is game
        with pytest.raises(ValueError, match=f"{name}.* is a file of mnk:m=4,n=3,k=3, not of mnk:m=7,n=6"):
            pw.load(tmp_path / name, other)
        whole = (tmp_path / name).read_bytes()
        cut = tmp_path / "cut"
        lengths = random.Random(1).sample(range(len(whole)), 12)
        for length in [0, 1, 4, 9, 14, 22, 30, len(whole) - 1, *lengths]:
            cut.write_bytes(whole[:length])
            with pytest.raises((ValueError, RuntimeError), match="cut|line|empty|proof") as refused:
                pw.load(cut)
            assert "panic" not in str(refused.value)
            assert cut.read_bytes() == whole[:length], "it stays as it is"
    brain = (tmp_path / "t.brain").read_bytes()
    for content, reason in ((b"", "empty"), (b"\n\n", "no records"), (brain[:5000], "cut short"), (b"noise", "line 1")):
        cut.write_bytes(content)
        for ask in (pw.load, pw.Brain, lambda path: game.learn(path, [(5, "self")])):
            with pytest.raises((ValueError, RuntimeError)) as refused:
                ask(cut)
            assert ask is not pw.load or reason in str(refused.value)
        with pytest.raises((ValueError, RuntimeError), match="cut"):
            game.start().analyse(f"learner:brain={cut}")
        assert cut.read_bytes() == content
    assert len(pw.load(tmp_path / "games.txt")) == 2


def test_a_brain_has_one_writer(tmp_path: Path) -> None:
    """Threads that learn into one brain all count, or are told that it is in use."""
    shared = pw.game("tictactoe")

    def learn(game: pw.Game, games: int, seed: int) -> int:
        try:
            return int(game.learn(path, [(games, "random")], seed=seed, every=40, measure=2).trained)
        except RuntimeError as error:
            assert "in use" in str(error)
            return 0

    for path, make in ((tmp_path / "one", lambda: shared), (tmp_path / "own", lambda: pw.game("tictactoe"))):
        with ThreadPoolExecutor(4) as threads:
            # Two of them have the same plan.
            jobs = [threads.submit(learn, make(), games, games) for games in (300, 100, 100, 50)]
            learnt = [job.result() for job in jobs]
        assert pw.Brain(path).stats().games == sum(learnt) >= 50, learnt
        assert path.name == "own" or learnt == [300, 100, 100, 50]


def test_a_brain_shows_what_it_plays_by(tmp_path: Path) -> None:
    game = pw.game("tictactoe")
    game.learn(tmp_path / "t.brain", [(2000, "random")], every=0)
    brain = pw.load(tmp_path / "t.brain")
    brain.export(tmp_path / "t.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "t.jsonl").read_text().splitlines()[1:]]
    assert sum("learnt" in move for line in lines for move in line["moves"]) > 0
    told = ("q", "proved", "plies", "visits")
    for line in random.Random(1).sample(lines, 15) + [line for line in lines if "learnt" in str(line)][:10]:
        position = game.position(line["position"])
        shown = {move["move"]: move for move in brain.show(position).moves}
        for move in line["moves"]:
            assert {key: move.get(key) for key in told} == {key: shown[move["move"]][key] for key in told}
        said = position.analyse(brain.bot)
        for move in said.to_dict()["moves"]:
            assert (move["proved"], move["plies"]) == tuple(shown[move["move"]][key] for key in ("proved", "plies"))
        assert said.to_dict()["pv"] == shown[said.move].get("line", [said.move])


def test_rules_in_python() -> None:
    sticks = Sticks()
    solved = sticks.solve()
    assert (solved.value, solved.best) == ("win", "1")
    assert [solved[sticks.start().play(move)] for move in "123"] == ["loss", "win", "win"]
    assert sticks.check() and sticks.count().positions == 42
    assert sticks.start().analyse("engine", depth=3).nodes > 3
    assert sticks.start().analyse("mcts", playouts=200).move in "123"
    assert sticks.match("perfect", "random", games=20).second_bot["wins"] == 0
    assert sticks.match(lambda position: position.legal_moves[0], "random", games=6, openings="random:2").games == 6
    assert sticks.tree(depth=1)._repr_svg_().startswith("<svg")
    assert sticks.position("(5, 'second')").legal_moves == ["1", "2", "3"]
    assert sticks.start().svg().count("<") > 20
    batch = sticks.batch(16, seed=1)
    ended = np.zeros(2)
    for _ in range(100):
        batch.step(batch.random_actions())
        ended += batch.rewards.sum(axis=0)
    assert batch.observations.shape == (16, 3, 1, 21) and ended.sum() == 0
    assert pickle.loads(pickle.dumps(sticks)).solve().value == "win"
    assert Sticks(4).solve().value == "loss"
    coin = Coin()
    assert coin.check() and coin.solve(method="iterate").value == pytest.approx(1.728)
    assert coin.start().play("toss").probabilities == {"heads": 0.6, "tails": 0.4}
    assert coin.start().analyse("expectiminimax", depth=8).move == "toss"


def test_states_of_any_length_are_solved(tmp_path: Path) -> None:
    class Wordy(Sticks):
        def state_text(self, state):
            return f"there are {state[0]} sticks, and the {state[1]} player is to move"

        def parse_state(self, text):
            words = text.split()
            return (int(words[2]), words[6])

    wordy = Wordy()
    solved = wordy.solve()
    assert (solved.value, solved.best) == ("win", "1") and solved[wordy.start().play("2")] == "win"
    assert wordy.solve(method="enumerate").positions == 42
    assert sum(1 for _ in wordy.positions()) == 42
    wordy.learn(tmp_path / "w.brain", [(200, "self")], measure=2)
    brain = pw.load(tmp_path / "w.brain", wordy)
    assert brain.show(wordy.start()).moves and brain.stats().game == "wordy"
    brain.export(tmp_path / "w.jsonl")
    assert pw.Brain.imported(tmp_path / "again.brain", tmp_path / "w.jsonl", wordy).stats().games == 200
    with pytest.raises((ValueError, RuntimeError), match="wordy"):
        pw.load(tmp_path / "w.brain")


def test_values_are_for_the_side_to_move() -> None:
    sticks = Sticks(3)
    lost = sticks.position("(0, 'second')")
    assert lost.turn == "over" and lost.state == (0, "second")
    assert sticks.solve()[lost] == "loss"
    of_text = {row["position"]: row["proved"] for row in sticks.positions()}
    assert of_text[lost.text] == "loss" and of_text["(3, 'first')"] == "win"
    finished = {row["position"]: row for row in pw.game("tictactoe").positions() if row["turn"] == "over"}
    assert finished["xxx/oo1/3 o"]["proved"] == "loss"
    pig = pw.game("pig:target=10")
    assert pig.solve()[pig.start()] == pig.solve().value == pig.solve().win_probability
    tree = pw.game("tree:(a:3 b:(c:1 d:5))")
    assert tree.solve().value == 3 and tree.solve().plies is None
    # A leaf of a written tree has no side to move: it is seen by the first player.
    assert [row["value"] for row in tree.positions()] == [3, 3, -1, 1, 5]
    assert tree.positions().to_pandas()["value"].tolist() == [3, 3, -1, 1, 5]
    within = pw.game("tictactoe").solve(within=3)
    assert within[pw.game("tictactoe").start()] is None


def test_options_go_where_they_belong() -> None:
    game = pw.game("tictactoe")
    assert game.tree("mcts", playouts=50, depth=1).shown <= 10
    assert game.tree("alphabeta", plain=True, depth=2, most=20).search
    assert game.start().analyse("alphabeta", plain=True, depth=2).nodes < 100
    assert game.compare(seconds=0.2).searches
    assert game.start().play(4) == game.start().play("b2")
    assert game.tree(depth=1).svg(title="One move").count("One move")
    for wrong, message in [
        ({"nonsense": 1}, "nonsense"),
        ({"depth": "x"}, "depth"),
        ({"max_memory": -1}, "max_memory"),
    ]:
        with pytest.raises(ValueError, match=message):
            game.solve(**wrong)
    with pytest.raises(ValueError, match="stages"):
        game.learn("x.brain", [])


def test_rules_that_break_a_law_are_refused_with_the_law() -> None:
    class Restless(Sticks):
        calls = 0

        def legal_moves(self, state):
            Restless.calls += 1
            return super().legal_moves(state)[:: (1, -1)[Restless.calls % 2]]

    with pytest.raises(RuntimeError, match="law"):
        Restless().solve()
    assert not Restless().check()

    class Stuck(Sticks):
        def legal_moves(self, state):
            return [] if state[0] < 5 else super().legal_moves(state)

    with pytest.raises(ValueError, match="neither goes on nor ends"):
        Stuck().solve()

    class Broken(Sticks):
        def child(self, state, move):
            return super().child(state, move) if state[0] > 5 else {}["missing"]

    for work in (
        Broken().solve,
        Broken().check,
        lambda: Broken().playouts(100),
        lambda: Broken().match("random", "random"),
    ):
        with pytest.raises(KeyError, match="missing"):
            work()
    with pytest.raises(NotImplementedError, match="initial"):
        type("Empty", (pw.Game,), {})().start()
    with pytest.raises(ValueError, match="already"):
        type("Nim", (Sticks,), {})().start()


def test_playouts_do_not_depend_on_threads() -> None:
    game = pw.game("connect4")
    one, two = (game.playouts(5000, seed=3, jobs=jobs) for jobs in (1, 2))
    assert one == two and one.games == 5000 and one.first_wins > one.second_wins


def test_progress_and_interruption() -> None:
    heard: list[tuple[str, int, int | None]] = []
    pw.game("tictactoe").match("random", "random", games=400_000, progress=lambda *event: heard.append(event))
    assert len(heard) > 1 and 1000 < heard[-1][1] <= heard[-1][2] == 400_000

    def fail(*event: object) -> None:
        raise OSError("no more")

    begun = time.monotonic()
    with pytest.raises(OSError, match="no more"):
        pw.game("gomoku").start().analyse("engine", seconds=60, progress=fail)
    assert time.monotonic() - begun < 5
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        pw.game("qubic").perft(9)
    assert time.monotonic() - begun < 2


def test_threads_analyse_beside_each_other() -> None:
    position = pw.game("connect4").start()
    values: list[object] = []
    ticks = 0

    def work() -> None:
        values.append(position.analyse("engine", depth=12).value)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        # The interpreter's lock is free meanwhile.
        time.sleep(0.001)
        ticks += 1
    assert len(values) == 8 and len(set(values)) == 1 and ticks > 10
    sticks = Sticks()
    solved: list[object] = []
    threads = [threading.Thread(target=lambda: solved.append(sticks.solve().value)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert solved == ["win"] * 8


def test_the_program_is_there() -> None:
    run = subprocess.run([sys.executable, "-m", "plywood", "solve", "tictactoe"], capture_output=True, text=True)
    assert (run.returncode, run.stdout.split()[0]) == (0, "draw")
    run = subprocess.run([sys.executable, "-m", "plywood", "solve", "nothing"], capture_output=True, text=True)
    assert run.returncode == 1 and "unknown game" in run.stderr


def test_importing_is_quick() -> None:
    script = "import time; t = time.process_time(); import plywood; print(time.process_time() - t)"
    times = [
        float(subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout) for _ in range(5)
    ]
    # 30 ms at rest; NumPy, which takes longer, is imported when it is needed.
    assert min(times) < 0.2


def test_the_stubs_match_the_module(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    # What is written in Python and given to the native class has its types where it is written.
    given = [name for name, value in vars(pw.Position).items() if getattr(value, "fget", value).__class__ is FunctionType]
    allowed = tmp_path / "allowed"
    allowed.write_text("".join(rf"plywood\._plywood\.PositionBase\.{name}" + "\n" for name in given))
    stubtest = [sys.executable, "-m", "mypy.stubtest", "plywood._plywood"]
    stubtest += ["--allowlist", str(allowed), "--ignore-unused-allowlist"]
    run = subprocess.run(stubtest, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout


def test_the_widget_plays() -> None:
    pytest.importorskip("anywidget")
    widget = pw.play(pw.game("tictactoe"), "first")
    widget._hear({"move": "b2"})
    assert widget.position.played == ["b2", "a3"] and widget.shown["svg"].startswith("<svg")
    widget._hear({"move": "nonsense"})
    widget._hear("noise")
    widget._hear({"back": True})
    assert widget.position.played == []
    widget._hear({"move": "b2"})
    widget._hear({"anew": True})
    assert widget.position.played == []
    dice = pw.play(pw.game("pig:target=10"), "hold:at=5", seed=2)
    dice._hear({"move": "roll"})
    assert dice.position.turn in ("first", "over")


class Still(Sticks):
    """Moves change nothing."""

    def child(self, state, move):
        return state


class Mutating(Sticks):
    """Moves change the state that they are given."""

    def initial(self):
        return [21, "first"]

    def outcome(self, state):
        return None if state[0] > 0 else super().outcome((0, state[1]))

    def child(self, state, move):
        state[:] = super().child(tuple(state), move)
        return state


class Ragged(Sticks):
    """Rows of different lengths, the same in every state."""

    def rows(self, state):
        return ["..", "."]


class Growing(Sticks):
    """Rows that grow from state to state."""

    def rows(self, state):
        return ["." * (30 - state[0])]


@pytest.mark.parametrize(
    ("rules", "law"),
    [(Still, "leads to another"), (Mutating, "do not change the state"), (Ragged, "rectangular"), (Growing, "frames")],
)
def test_check_names_the_law_that_own_rules_break(rules: type[pw.Game], law: str) -> None:
    found = rules().check(games=5)
    assert not found and any(law in entry["law"] for entry in found.laws if entry["failed"])


def test_rows_of_another_size_are_refused_and_no_panic() -> None:
    for rules in (Ragged, Growing):
        with pytest.raises(ValueError, match="rows()"):
            rules().start().play("1").observation()
        with pytest.raises(ValueError, match="rows()"):
            batch = rules().batch(3)
            for _ in range(5):
                batch.step(batch.random_actions())


def test_own_games_are_equal_by_class_and_rules() -> None:
    game = Sticks(6)
    copy_of_it = pickle.loads(pickle.dumps(game))
    assert game == Sticks(6) == copy_of_it and hash(game) == hash(copy_of_it)
    assert game != Sticks(7) and game != Coin() and game != type("Sticks", (Sticks,), {})(6)
    solution = game.solve()
    position = pickle.loads(pickle.dumps(game.start().play("2")))
    assert position == game.start().play("2") and solution[position] == "loss"
    assert len(game.analyse([position, game.start()], "perfect")) == 2
    with pytest.raises(KeyError, match="another game"):
        game.analyse([Sticks(7).start()])
    with pytest.raises(KeyError, match="another game"):
        solution[Sticks(7).start()]
    # Attributes with no single answer to `==`, or an identity of their own.
    one, other = Sticks(6), Sticks(6)
    one.board, other.board = np.arange(3), np.arange(3)
    assert one == other
    other.board = np.arange(1, 4)
    assert one != other


def test_a_position_comes_back_from_a_process_as_it_was() -> None:
    position = pw.game("pig:target=20").start(seed=9).play("roll")
    for _ in range(3):
        again = pickle.loads(pickle.dumps(position))
        assert again == position and hash(again) == hash(position)
        assert (again.text, again.played, again.roll().text) == (position.text, position.played, position.roll().text)
        position = position.roll().play("roll")
    script = (
        "import pickle, sys; sys.path.insert(0, sys.argv[1]);"
        "p = pickle.load(sys.stdin.buffer).play('1'); sys.stdout.buffer.write(pickle.dumps(p))"
    )
    sticks = Sticks(6)
    tests = str(Path(__file__).parent)
    worker = subprocess.run(
        [sys.executable, "-c", script, tests], input=pickle.dumps(sticks.start()), capture_output=True, check=True
    )
    answer = pickle.loads(worker.stdout)
    assert answer == sticks.start().play("1") and sticks.solve()[answer] is not None


def test_the_work_of_a_solution_is_true() -> None:
    class Slow(Sticks):
        def child(self, state, move):
            time.sleep(0.002)
            return super().child(state, move)

    game = Slow()
    begun = time.monotonic()
    solved = game.solve(unchecked=True)
    taken = time.monotonic() - begun
    assert solved.nodes == 42 and 0.5 * taken < solved.seconds <= taken
    assert game.solve().nodes == 42


def test_states_that_lines_cannot_hold_are_analysed_together() -> None:
    class Odd(Sticks):
        def state_text(self, state):
            return f"# {state[0]}  moves {state[1]}"

        def parse_state(self, text):
            _, left, _, mover = text.split()
            return (int(left), mover)

    game = Odd(9)
    positions = [game.start(), game.start().play("1"), game.start().play("2")]
    together = [answer.move for answer in game.analyse(positions, "engine", depth=9)]
    assert together == [position.analyse("engine", depth=9).move for position in positions]

    class Numbered(Sticks):
        def legal_moves(self, state):
            return [f"{move}." for move in super().legal_moves(state)]

    with pytest.raises(ValueError, match="number of a turn"):
        Numbered().start()


def test_bots_may_return_the_number_of_a_move() -> None:
    game = pw.game("nim")
    assert game.action_count == 12
    by_number = game.match(lambda position: position.legal_actions[-1], "first", games=2, seed=1)
    by_name = game.match(lambda position: position.legal_moves[-1], "first", games=2, seed=1)
    assert by_number.first_bot == by_name.first_bot


def test_an_illegal_answer_loses_the_game_and_no_more(tmp_path: Path) -> None:
    game, records = pw.game("tictactoe"), tmp_path / "games.txt"

    def sometimes(position: pw.Position) -> Any:
        return 99 if len(position.played) == 4 else position.legal_moves[0]

    match = game.match(sometimes, "random", games=20, seed=3, save=records)
    assert match.games == 20 and match.failures is not None
    assert (match.failures["first_bot"], match.failures["second_bot"]) == (10, 0)
    assert "illegal move: 'int 99'" in match.failures["first_reason"]
    lost = [record.tags for record in pw.load(records, kind="records") if record.tags.get("Ending") == "failure"]
    assert len(lost) == 10
    assert all("int 99" in tags["Failure"] and tags["Result"] == "second" for tags in lost)

    league = {"random": "random", "never": lambda position: None, "first": "first"}
    table = game.tournament(league, pairs=2, openings="random:1")
    assert table.games == 12 and sorted(player["failures"] for player in table.players) == [0, 0, 8]
    assert len(table.failures) == 8
    graded = game.grade(sometimes, against="random", games=10, baselines="none").players[0]
    assert graded["all"]["failed"] > 0

    # What is no answer but an error of the function reaches its author.
    with pytest.raises(ZeroDivisionError):
        game.match(lambda position: 1 // 0, "random", games=2)
