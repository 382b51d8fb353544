"""Exercise: write a bot for connect four and enter it in a match against a search.

A bot is a function from a position to a move. Change `bot`, and see whether its score rises by more than the interval.
"""

import plywood as pw

GAMES = 400


def wins(position: pw.Position, move: str) -> bool:
    """Return True if a move wins at once."""
    return position.play(move).outcome == position.turn


def bot(position: pw.Position) -> str:
    """Win if you can, do not let the opponent win at once, and else play near the middle."""
    for move in position.legal_moves:
        if wins(position, move):
            return move
    safe = []
    for move in position.legal_moves:
        after = position.play(move)
        if not any(wins(after, reply) for reply in after.legal_moves):
            safe.append(move)
    return min(safe or position.legal_moves, key=lambda move: abs(ord(move) - ord("d")))


def main() -> None:
    """Play against random moves and against a search of two plies."""
    game = pw.game("connect4")
    for opponent in ("random", "engine:depth=2"):
        # Four random plies begin each pair of games. Without them, all games would be the same.
        result = pw.match(game, bot, opponent, games=GAMES, openings="random:4", seed=1)
        mine, score = result.first_bot["wins"], result.score
        print(f"{opponent}: {mine} wins, {result.draws} draws, {GAMES - mine - result.draws} losses")
        print(f"  score {score['share']:.1%}, 95 % interval {score['low']:.1%} to {score['high']:.1%}")


if __name__ == "__main__":
    main()
