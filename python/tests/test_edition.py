"""What people who teach, study and measure games asked for: many values at once, tables of Arrow, bots and brains that stay."""

import subprocess
import sys
import threading
import urllib.request
from pathlib import Path

import numpy as np
import plywood as pw
import pytest
from sticks import Coin, Sticks


def test_many_positions_are_solved_as_arrays() -> None:
    game = pw.game("connect4")
    positions = [game.position(moves=moves) for moves in ("d d d d d d e e e e e e", "a b c d e f g a b c d e f g a b")]
    positions += [position.play(move) for position in positions for move in position.legal_moves]
    # One that is over.
    positions.append(game.position(moves="a b a b a b a"))
    heard: list[int] = []
    found = game.solve(positions, table=32, progress=lambda words, done, total: heard.append(done))
    numbers = {"win": 1.0, "draw": 0.0, "loss": -1.0}
    sample = [0, 1, 3, 9, len(positions) - 1]
    assert [found.value[at] for at in sample] == [numbers[str(positions[at].solve().value)] for at in sample]
    assert [found.plies[at] for at in sample] == [positions[at].solve().plies or -1 for at in sample[:-1]] + [0]
    again = game.solve([position.text for position in positions])
    assert (again.value == found.value).all() and (again.plies == found.plies).all()
    assert found.value.dtype == np.float64 and found.plies.dtype == np.int32 and len(found) == len(positions)
    assert len(game.solve([])) == 0
    with pytest.raises(ValueError, match="position 'x': "):
        game.solve(["x"])
    with pytest.raises(ValueError, match="out is for one position"):
        game.solve(positions, method="enumerate", out="file")
    with pytest.raises(KeyError, match="another game"):
        game.solve([pw.game("tictactoe").start()])


def test_values_of_every_kind_of_game() -> None:
    pandas = pytest.importorskip("pandas")
    sticks = Sticks(9)
    heaps = [sticks.position(f"({left}, 'first')") for left in range(1, 9)]
    assert sticks.solve(heaps).value.tolist() == [1, 1, 1, -1, 1, 1, 1, -1]
    assert sticks.solve().values(heaps[3:4]).plies.tolist() == [2]
    pig = pw.game("pig:target=10")
    assert pig.solve([pig.start()]).value[0] == pig.solve().value
    coin = Coin()
    assert coin.solve([coin.start()], method="iterate").value[0] == pytest.approx(1.728)
    shallow = pw.game("othello:size=6").solve(["6/6/2xo2/2ox2/6/6 x"], depth=1)
    assert np.isnan(shallow.value[0]) and shallow.plies[0] == -1
    assert isinstance(shallow.to_pandas(), pandas.DataFrame)

    class Broken(Sticks):
        def child(self, state, move):
            return super().child(state, move) if state[0] > 5 else {}["missing"]

    with pytest.raises(KeyError, match="missing"):
        Broken().solve(["(7, 'first')"], unchecked=True)


def test_positions_are_arrow_streams() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    game = pw.game("tictactoe")
    table = pyarrow.table(game.positions(children=True, chunk=1000))
    assert table.column_names[-1] == "children" and table.num_rows == 5478
    rows = list(game.positions(children=True))
    assert table.to_pylist() == rows
    for row in rows[:: len(rows) // 40]:
        position = game.position(row["position"])
        assert row["children"] == [position.play(move).text for move in position.legal_moves]
    # Positions that are valued one by one have the same columns.
    walked = list(pw.game("tree:(a:3 b:(c:1 d:5))").positions(children=True))
    assert walked[0]["children"] == [walked[1]["position"], walked[2]["position"]]
    # Rules in Python are asked by other threads than the reader's.
    sticks = pyarrow.table(Sticks(9).positions(children=True))
    assert sticks.num_rows == 18 and sticks["children"][0].as_py() == ["(8, 'second')", "(7, 'second')", "(6, 'second')"]
    # A stream that was not read takes nothing.
    left = game.positions()
    left.__arrow_c_stream__()
    assert sum(1 for _ in left) == 5478


def test_games_with_dice_list_their_positions() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    positions = pw.game("pig:target=6").positions()
    first = next(positions)
    assert first["value"] == pytest.approx(17 / 31) and first["proved"] is first["plies"] is None
    left = pyarrow.table(positions)
    assert left.num_rows == 299 and set(left["turn"].to_pylist()) == {"first", "second", "chance", "over"}
    assert all(-1 <= value <= 1 for value in left["value"].to_pylist())


@pytest.mark.parametrize("library", ["polars", "duckdb", "pandas"])
def test_libraries_read_positions(library: str) -> None:
    module = pytest.importorskip(library)
    positions = pw.game("tictactoe").positions()
    if library == "polars":
        frame = module.DataFrame(positions)
        assert frame.filter(module.col("proved") == "draw").height == 1068
    elif library == "duckdb":
        assert module.sql("select count(*) from positions where proved = 'draw'").fetchall() == [(1068,)]
    else:
        frame = positions.to_pandas()
        assert (frame["proved"] == "draw").sum() == 1068


def test_a_position_prints_its_board_and_is_saved_as_a_picture(tmp_path: Path) -> None:
    position = pw.game("tictactoe").start().play("b2")
    text = str(position)
    assert "│ x │" in text and "O to move, 8 moves" in text and position.text in text and "\x1b" not in text
    assert "position: (21, 'first')" in str(Sticks().start())
    position.save(tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text().startswith("<svg")
    for kind, begins in (("png", b"\x89PNG"), ("pdf", b"%PDF")):
        for thing in (position, position.game.tree(depth=1)):
            thing.save(tmp_path / f"it.{kind}")
            assert (tmp_path / f"it.{kind}").read_bytes().startswith(begins)
    with pytest.raises(ValueError, match="unknown file type '.gif'"):
        position.save(tmp_path / "board.gif")


def test_records_have_positions(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    pw.match("tictactoe", "random", lambda position: np.int64(position.legal_actions[0]), games=2, save=file)
    for record in pw.load(file, kind="records"):
        positions = record.positions()
        assert [position.turn for position in positions][:2] == ["first", "second"]
        assert positions[0].played == [] and positions[-1] == record.position() and positions[-1].turn == "over"
    sticks = Sticks(7)
    sticks.match("first", "random", games=1, save=tmp_path / "own.txt")
    (record,) = pw.load(tmp_path / "own.txt", kind="records")
    assert record.positions(sticks)[-1].outcome in ("first", "second")
    with pytest.raises(ValueError, match="kind 'records', not 'brain'"):
        pw.load(file, kind="brain")


def test_games_by_name_and_options_of_numpy() -> None:
    league = {"a": "engine:depth=2", "b": "random", "c": lambda position: position.legal_moves[0]}
    table = pw.tournament("tictactoe", league, pairs=np.int32(1), openings="random:1")
    frame = table.to_pandas()
    assert len(frame) == 3 and set(frame["name"]) == {"a", "b", "c"}
    assert frame["as_first_wins"].sum() == sum(player["as_first"]["wins"] for player in table.players)
    assert pw.game("mnk", m=np.int64(4), n=4, k=4, gravity=np.True_).name == "mnk:m=4,n=4,k=4,gravity=on"
    assert pw.game("tictactoe").start().analyse("perfect", all=np.bool_(True)).moves[8]["proved"] == "draw"
    assert pw.game("tictactoe").solve(method="enumerate", merge=np.bool_(True)).proved == "draw"
    assert pw.game("tictactoe").solve(merge=np.bool_(False)).proved == "draw"
    failures = pw.match("tictactoe", "random", lambda position: np.True_, games=2).failures
    assert failures is not None and (failures["first_bot"], failures["second_bot"]) == (0, 2)


def test_learners_play_against_functions(tmp_path: Path) -> None:
    def corner(position: pw.Position) -> str:
        return position.legal_moves[0]

    game = pw.game("tictactoe")
    trained = game.learn(tmp_path / "t.brain", [(30, "self"), (30, corner)], against=[corner, "random"], every=60)
    assert trained.trained == 60 and {point["opponent"] for point in trained.curve} == {"corner_3", "random"}
    with pytest.raises(ZeroDivisionError):
        game.learn(tmp_path / "t.brain", [(5, lambda position: 1 / 0)])
    with pytest.raises(RuntimeError, match="the opponent has no legal answer at .*: illegal move: 'z9'"):
        game.learn(tmp_path / "t.brain", [(5, lambda position: "z9")])


def test_brains_and_bots_stay_open(tmp_path: Path) -> None:
    game = pw.game("tictactoe")
    game.learn(tmp_path / "t.brain", [(50, "self")], every=0)
    with pw.load(tmp_path / "t.brain", kind="brain") as brain:
        assert brain.show().moves and brain.stats().games == 50
        with pytest.raises(RuntimeError, match="in use"):
            pw.game("tictactoe").learn(brain.path, [(5, "self")])
    assert pw.game("tictactoe").learn(brain.path, [(5, "self")]).trained == 5
    script = tmp_path / "bot.py"
    script.write_text(
        "import json, sys\n"
        f"open({str(tmp_path / 'starts')!r}, 'a').write('x')\n"
        "for line in sys.stdin:\n"
        "    question = json.loads(line)\n"
        "    if 'moves' in question:\n"
        "        print(json.dumps({'move': question['moves'][-1]}), flush=True)\n"
    )
    with game.bot(f"exec:{sys.executable} {script}") as bot:
        position = game.start().play(bot(game.start())).play("a3")
        assert position.play(bot(position)).played == ["c1", "a3", "b1"]
        assert (tmp_path / "starts").read_text() == "x", "one program plays on"
        assert game.match(bot, "random", games=2).games == 2
    with pytest.raises(RuntimeError, match="closed"):
        bot(game.start())
    with pytest.raises(RuntimeError, match="no player decides"):
        game.bot("first")(game.position("xxx/oo1/3 o"))
    with pytest.raises(ValueError, match="unknown bot"):
        game.bot("nobody")
    with pytest.raises(KeyError, match="another game"):
        game.bot("first")(pw.game("nim").start())
    mine = game.position("3/1x1/3 o")
    assert mine.play(game.bot("first")(mine)).played == ["a3"]


def test_a_method_with_a_wrong_name_is_named() -> None:
    class Wrong(Sticks):
        legal_moves = pw.Game.legal_moves

        def legalMoves(self, state):
            return ["1"]

    with pytest.raises(NotImplementedError, match=r"Wrong needs a method legal_moves\(state\); is 'legalMoves' meant"):
        Wrong().start()
    with pytest.raises(NotImplementedError, match=r"needs a method initial\(\)$"):
        type("Empty", (pw.Game,), {})().start()


def test_the_page_has_a_game_of_your_own(tmp_path: Path) -> None:
    script = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        f"import plywood as pw; from sticks import Sticks; pw.serve(Sticks(), port=0, data={str(tmp_path)!r})"
    )
    server = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    watch = threading.Timer(60, server.kill)
    watch.start()
    try:
        assert server.stdout is not None
        url = server.stdout.readline().split()[1]
        games = urllib.request.urlopen(f"{url}api/house").read().decode()
        assert '"sticks"' in games
    finally:
        server.terminate()
        server.wait(timeout=20)
        watch.cancel()
