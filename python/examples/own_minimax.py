"""Exercise: write minimax yourself, and compare it with Plywood's tree node by node.

Replace the body of `minimax` by your own. An AssertionError names the first position whose value differs.
"""

import plywood as pw


def utility(position: pw.Position) -> float:
    """Return the worth of a finished game for the first player: its points, or 1, 0 or -1."""
    if position.payoff is not None:
        return position.payoff
    return {"first": 1.0, "draw": 0.0, "second": -1.0}[str(position.outcome)]


def minimax(position: pw.Position, values: dict[str, float]) -> float:
    """Return the value of a position for the first player, and note it and those below in `values`."""
    if position.turn == "over":
        value = utility(position)
    else:
        children = [minimax(position.play(move), values) for move in position.legal_moves]
        value = max(children) if position.turn == "first" else min(children)
    values[position.text] = value
    return value


def compare(position: pw.Position) -> int:
    """Compare the values of all nodes with those of Plywood's minimax, and return their number."""
    values: dict[str, float] = {}
    minimax(position, values)
    tree = position.tree("minimax", most=10_000)
    assert tree.left_out == 0, f"{tree.left_out} nodes are not shown; raise most"
    for node in tree.nodes:
        # A proved win is worth more than any estimate, whatever the points of the evaluation.
        theirs = {"win": 1.0, "draw": 0.0, "loss": -1.0}.get(node["proved"], node["value"])
        mine = values[node["position"]]
        assert mine == theirs, f"{node['position']}: you say {mine}, Plywood says {theirs}"
    return int(tree.shown)


def main() -> None:
    """Compare a written tree and two positions of tic-tac-toe."""
    for name, moves in [
        ("tree:(a:(3 12 8) b:(2 4 6) c:(14 5 2))", ""),
        ("tictactoe", "b2 a3 c1 a1"),
        ("tictactoe", "a1 b1 c2"),
    ]:
        position = pw.game(name).position(moves=moves)
        print(f"{name} {moves}: {compare(position)} nodes agree")


if __name__ == "__main__":
    main()
