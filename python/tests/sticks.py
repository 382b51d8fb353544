"""Games whose rules are written in Python."""

import plywood as pw


class Sticks(pw.Game):
    """Take one to three sticks from a heap; the player who takes the last one wins."""

    actions = ("1", "2", "3")

    def __init__(self, heap: int = 21) -> None:
        self.heap = heap

    def initial(self):
        return (self.heap, "first")

    def turn(self, state):
        return state[1]

    def outcome(self, state):
        left, mover = state
        return None if left else ("second" if mover == "first" else "first")

    def legal_moves(self, state):
        return [str(taken) for taken in range(1, min(3, state[0]) + 1)]

    def child(self, state, move):
        left, mover = state
        return (left - int(move), "second" if mover == "first" else "first")

    def evaluate(self, state):
        left, mover = state
        return (-10 if left % 4 == 0 else 10) * (1 if mover == "first" else -1)

    def rows(self, state):
        return ["|" * state[0] + "." * (self.heap - state[0])]


class Coin(pw.Game):
    """Stop with what there is, or toss a coin that doubles it or takes it away; at most three times."""

    greatest_payoff = 8.0

    def initial(self):
        return ("decide", 1)

    def turn(self, state):
        return "first" if state[0] == "decide" else "chance"

    def outcome(self, state):
        kind, points = state
        return float(points) if kind == "stop" or points in (0, 8) else None

    def legal_moves(self, state):
        return ["stop", "toss"]

    def chance_outcomes(self, state):
        return [("heads", 0.6), ("tails", 0.4)]

    def child(self, state, move):
        kind, points = state
        if kind == "decide":
            return ("stop", points) if move == "stop" else ("toss", points)
        return ("decide", 2 * points if move == "heads" else 0)
