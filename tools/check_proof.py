#!/usr/bin/env python3
"""Check a proof file of Plywood about Hex or a game of lines, k in a row on a board or in a cube: check_proof.py GAME FILE

This program shares nothing with Plywood but the format (book/src/reference/proof-files.md). It has its own rules, and
ignores the fingerprint of rules in the file. The position must be in Plywood's exact notation, and the game not over.
Needs Python 3.9 or newer. Exit code: 0 if the file proves its claims, 1 if it is refused, 2 for a usage error.
"""
import re
import sys
from collections import Counter
from functools import cached_property, reduce
from itertools import accumulate, product

FIRST, SECOND, DRAW = 0, 1, 2  # The players, and the result of a game that neither of them wins.
SHORT_NAMES = {"tictactoe": "mnk:m=3,n=3,k=3", "connect4": "mnk:m=7,n=6,k=4,gravity=on", "gomoku": "mnk:m=15,n=15,k=5",
               "cube3": "cube:n=3,d=3", "qubic": "cube:n=4,d=3", "tesseract": "cube:n=4,d=4"}
FULL_NAMES = ["mnk:m=([1-9]|1[0-9]),n=([1-9]|1[0-9]),k=([1-9]|1[0-9])(,gravity=on)?(,misere=on)?",
              "cube:n=([2-9]|[12][0-9]|3[0-2]),d=[2-5]",
              "cube:n=([3579]|[12][13579]|31),d=[2-5],(centre=off|opening=nocentre)"]
HEX = "hex(:size=([2-9]|1[0-9]))?"
# LEB128 below 2^32, in as few bytes as it needs: all bytes but the last are above 127, and the last of several not 0.
NUMBER = re.compile(rb"\x00|[\x80-\xff]{0,3}[\x01-\x7f]|[\x80-\xff]{4}[\x01-\x0f]")


class Refused(Exception):
    """The reason why the file is refused."""


def cells_of(cells):
    """List the cells of a set. A set of cells is an integer: bit number c is 1 if cell c is in the set."""
    return [cell for cell in range(cells.bit_length()) if cells >> cell & 1]


def set_of(cells):
    return sum(1 << cell for cell in set(cells))


class Game:
    """The rules of a game. A position is a pair of sets: the cells of the first and of the second player."""

    def __init__(self, text):
        short, _, options = text.partition(":")
        family, _, preset = SHORT_NAMES.get(short, short).partition(":")
        values = dict(option.partition("=")[::2] for option in f"{preset},{options}".strip(",").split(","))
        self.name = f"{family}:" + ",".join(f"{option}={value}" for option, value in values.items())
        if not any(re.fullmatch(name, self.name) for name in FULL_NAMES):
            raise Refused(f"this checker does not know the game '{text}', but {', '.join([*SHORT_NAMES, *FULL_NAMES])}")
        self.gravity, self.misere = "gravity" in self.name, "misere" in self.name
        a, b, *k = (int(size) for size in re.findall("=([0-9]+)", self.name))
        # The coordinates of a cell: row from the top, column from the left; in a cube from the highest dimension down.
        self.shape, self.k = ([b, a], k[0]) if k else ([a] * b, a)
        # Cells are numbered in the order of moves: reading order, or if marks fall column by column from below.
        self.order = sorted(product(*map(range, self.shape)), key=lambda at: (at[1], -at[0]) if self.gravity else at)
        self.reading = sorted(range(len(self.order)), key=self.order.__getitem__)
        everything, middle = (1 << len(self.order)) - 1, 1 << len(self.order) // 2
        self.board = everything - middle if "centre=off" in self.name else everything
        self.closed = middle if "nocentre" in self.name else 0  # The first move may not go there.
        self.floor = set_of(range(0, len(self.order), b)) if self.gravity else self.board
        number = {point: cell for cell, point in enumerate(self.order) if self.board >> cell & 1}
        rays = ([number.get(tuple(x + i * s for x, s in zip(start, step))) for i in range(self.k)]
                for start, step in product(number, product((-1, 0, 1), repeat=len(self.shape))) if any(step))
        self.lines = {set_of(ray) for ray in rays if None not in ray}  # Found from both ends, and kept once.
        self.through = [[line for line in self.lines if line >> cell & 1] for cell in range(len(self.order))]

    def moves(self, taken):
        """Return the cells that can be marked next where these are taken."""
        return self.board & ~taken & (self.floor | taken << 1) & ~(0 if taken else self.closed)

    def completes(self, own, cell):
        """Return True if `cell`, the last mark of these, completes a line."""
        return any(own & line == line for line in self.through[cell])

    def play(self, position, player, cell):
        """Return the position after a move, and its result: a player who has won, DRAW, or None if play goes on."""
        own = position[player] | 1 << cell
        after = (own, position[SECOND]) if player == FIRST else (position[FIRST], own)
        result = DRAW if after[FIRST] | after[SECOND] == self.board else None
        return after, (1 - player if self.misere else player) if self.completes(own, cell) else result

    def wins_by(self, position, prover, steps):
        return False  # There are no connections.

    def pairs_hold(self, position, mover, prover, cells):
        """Return True if the prover does not lose by these pairs, the two cells of a pair one after the other."""
        own, other = position[prover], position[1 - prover]
        if self.gravity or self.misere:
            # Pairs prove nothing, only marks on all lines do: the prover's, or in a misère game the opponent's.
            return not cells and all(line & (other if self.misere else own) for line in self.lines)
        parts = []  # Cells that pairs connect. Two of them are a pair, more are a group.
        for ends in map(set_of, zip(cells[::2], cells[1::2])):
            joined = [part for part in parts if part & ends]
            if ends & ends - 1 == 0 or any(part & ends == ends for part in joined):
                return False
            parts = [part for part in parts if part not in joined] + [ends | sum(joined)]
        pairs, groups = [[part for part in parts if (len(cells_of(part)) > 2) == large] for large in (False, True)]
        lines = [line for line in self.lines if not line & own and all(line & pair != pair for pair in pairs)]
        # A line counts in each group that it meets, else in that of the free cells in no pair.
        loose = self.board & ~(own | other | sum(parts))
        shares = [(group, [line & group for line in lines if line & group]) for group in groups]
        shares += [(loose, [line & loose for line in lines if not line & sum(groups)])]
        full = 0
        for group, met in shares:
            weights = [1 << self.k - len(cells_of(line)) for line in met]  # In units of 1 / 2^k: whole numbers.
            most = max([0] + [sum(w for line, w in zip(met, weights) if line >> cell & 1) for cell in cells_of(group)])
            full += 2 if sum(weights) >= 1 << self.k else sum(weights) + most >= 1 << self.k
        # The prover to move marks the heaviest cell of the group that is full, unless that cell may be closed.
        return full <= (mover == prover and bool(own or other or not self.closed))

    @cached_property
    def images(self):
        """For each cell a set of one cell, its image, for each symmetry: each map of cells that keeps the rules."""
        # They map each of these sets to one of its kind: lines, cells with a rule of their own, columns and rows.
        sets = {(1, line) for line in self.lines} | {(2, self.closed), (3, self.board)}
        if self.gravity:
            sets |= {(4, set_of(range(low, low + self.shape[0]))) for low in cells_of(self.floor)}
            sets |= {(5 + height, self.floor << height) for height in range(self.shape[0])}
        members = [(kind, cells_of(one)) for kind, one in sets]
        # Two cells are related by how many sets of each kind hold both, a cell and itself also by a kind of their own.
        cells = range(len(self.order))
        relation = Counter({(one, other): one == other for one, other in product(cells, repeat=2)})
        for kind, some in members:
            relation.update({pair: 1 << 16 * kind for pair in product(some, repeat=2)})
        related = Counter()  # The set of the cells to which a cell has a relation, or that have it to themselves.
        for one, other in product(cells, repeat=2):
            related[one, relation[one, other]] |= 1 << other
            related[relation[one, one]] |= 1 << one
        # Symmetries keep relations. Fix the image of a cell, which leaves fewer to the others, until all have only one.
        maps, unfinished = [], [[related[relation[cell, cell]] for cell in cells]]
        while unfinished:
            images = unfinished.pop()
            several = [cell for cell in cells if images[cell] & images[cell] - 1]
            if several:
                cell = min(several, key=lambda cell: bin(images[cell]).count("1"))
                for image in cells_of(images[cell]):
                    left = [some & related[image, relation[cell, other]] for other, some in enumerate(images)]
                    unfinished += [left] if all(left) else []
            elif all((kind, sum(images[cell] for cell in some)) in sets for kind, some in members):
                maps.append(images)
            if len(maps) > 1 << 14:  # Then Plywood uses some of them only.
                raise Refused("it merges positions of a game that has more symmetries than this checker can use")
        return list(zip(*maps))

    def least(self, position):
        """Return the least image of a position, which is the same for all its images."""
        none = [0] * len(self.images[0])
        return min(zip(*(map(sum, zip(none, *(self.images[cell] for cell in cells_of(own)))) for own in position)))

    def text(self, position):
        """Write a position: rows with numbers for runs of free cells, and the side to move."""
        marks = "".join(".xo"[(position[0] >> cell & 1) + 2 * (position[1] >> cell & 1)] for cell in self.reading)
        parts = [re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in re.findall("." * self.shape[-1], marks)]
        for size, separator in zip(reversed(self.shape[:-1]), ("/", "|", "||", "|||")):
            parts = [separator.join(parts[i:i + size]) for i in range(0, len(parts), size)]
        return f"{parts[0]} {'x' if marks.count('x') == marks.count('o') else 'o'}"

    def read(self, text):
        """Read a position where the game is not over, and the player to move."""
        marks = re.sub("[/|]| [xo]$", "", re.sub("[1-9][0-9]?", lambda run: "." * int(run[0]), text))
        first, second = (set_of(cell for cell, mark in zip(self.reading, marks) if mark == own) for own in "xo")
        taken, ahead = first | second, marks.count("x") - marks.count("o")
        if (self.text((first, second)) != text or ahead not in (0, 1) or taken == self.board or 0 < first == self.closed
                or taken & ~(self.board & (self.floor | taken << 1))
                or any(line in (line & first, line & second) for line in self.lines)):
            raise Refused(f"its position '{text}' is none of {self.name}, is written otherwise, or the game is over")
        return (first, second), SECOND if ahead else FIRST


class Hex(Game):
    """The rules of Hex without swap. The first player joins the bottom with the top, the second the left with the right."""

    def __init__(self, text):
        if not re.fullmatch(HEX, text):
            raise Refused(f"this checker does not know the game '{text}', but {HEX}")
        size = int(text.partition("=")[2] or 11)
        cells, self.name, self.lines = range(size * size), text, []
        self.board, self.shape, self.order = (1 << len(cells)) - 1, [size, size], [divmod(cell, size) for cell in cells]
        self.reading = sorted(cells, key=lambda cell: (-self.order[cell][0], cell))
        cell_at, steps = {at: cell for cell, at in enumerate(self.order)}, ((0, 1), (1, 0), (1, -1))
        self.beside = [set_of(cell_at[at] for i, j in steps for at in ((x + i, y + j), (x - i, y - j)) if at in cell_at)
                       for x, y in self.order]
        self.edges = [[set_of(cell for cell in cells if self.order[cell][axis] == end) for end in (0, size - 1)]
                      for axis in (0, 1)]
        self.images = [(1 << cell, 1 << len(cells) - 1 - cell) for cell in cells]  # As it is, and turned by half.

    def moves(self, taken):
        return self.board & ~taken

    def play(self, position, player, cell):
        after = tuple(own | 1 << cell if player == owner else own for owner, own in enumerate(position))
        return after, player if self.joins(after[player], player) else None

    def pairs_hold(self, position, mover, prover, cells):
        return False  # This checker follows pairs in games of lines only.

    def joins(self, own, player):
        """Return True if these stones join the edges of the player."""
        start, end = self.edges[player]
        group, more = 0, own & start
        while more:
            group |= more
            more = reduce(int.__or__, (self.beside[cell] for cell in cells_of(more))) & own & ~group
        return bool(group & end)

    def wins_by(self, position, prover, steps):
        """Return True if these steps derive that the prover joins the edges, even if the opponent moves first.

        A connection has two ends: cells, or the edges of the prover, which are the two numbers after those of the cells. It
        needs stones, and its carrier, free cells or stones of the prover's as well."""
        size, known = len(self.order), []
        for kind, numbers in steps:
            if kind == 0:  # Two ends touch.
                low, high = ends = sorted(numbers)
                if low >= size or high > size + 1 or not (
                        self.beside[low] >> high if high < size else self.edges[prover][high - size] >> low) & 1:
                    return False
                stones, carrier = set_of(end for end in ends if end < size), 0
            elif kind == 1:  # And: two connections meet. The opponent breaks one at most, if what both need is a stone.
                (one, stones, carrier), (other, more, rest) = (known[at] for at in numbers)
                middle = next((end for end in one if end in other), None)
                if middle is None:
                    return False
                ends = sorted(two[two[0] == middle] for two in (one, other))
                stones, carrier = stones | more | carrier & rest, carrier | rest
            elif kind == 2:  # Capture: of two stones each makes the other useless. If the opponent takes one, the other is left.
                (a, b, _, *further), (ends, stones, carrier) = numbers, known[numbers[2]]
                if a == b or max(a, b, *further) >= size or a in ends or b in ends:
                    return False
                stones = (stones | set_of(further)) & ~(1 << a | 1 << b)
                carrier = (carrier | 1 << a | 1 << b) & ~stones
                if not all(self.useless(cell, beside, stones, carrier, prover) for cell, beside in ((a, b), (b, a))):
                    return False
            else:  # Or: moves that make connections. The opponent leaves one of them, if what all need are stones.
                made = [(1 << cell, *known[at]) for cell, at in zip(numbers[::2], numbers[1::2])]
                ends = made[0][1]
                if max(numbers[::2]) >= size or any(one[1] != ends for one in made):
                    return False
                needs = [rest | cell for cell, _, _, rest in made]
                carrier = reduce(int.__or__, needs)
                stones = reduce(int.__and__, needs) | reduce(int.__or__, (own & ~cell for cell, _, own, _ in made))
            known.append((ends, stones, carrier & ~stones))
        ends, stones, carrier = known[-1] if known else (None, 0, 0)
        return ends == [size, size + 1] and not stones & ~position[prover] and not carrier & position[1 - prover]

    def useless(self, cell, other, own, carrier, player):
        """Return True if whatever touches the cell, edges too, touches the group that a stone on the other one would be part of."""
        touching, group, more = 0, 0, 1 << other
        while more:
            group |= more
            touching = reduce(int.__or__, (self.beside[stone] for stone in cells_of(group)))
            edges = [edge for edge in self.edges[player] if edge & group]
            touching = reduce(int.__or__, edges, touching)
            more = touching & own & ~group
        apart = any(edge >> cell & 1 and edge not in edges for edge in self.edges[player])
        return not apart and not self.beside[cell] & (own | carrier) & ~(group | touching)

    def text(self, position, mover=""):
        return f"{super().text(position)[:-2]} {mover}".rstrip()

    def read(self, text):
        board, mover = text[:-2], text[-1:]
        marks = re.sub("/", "", re.sub("[1-9][0-9]?", lambda run: "." * int(run[0]), board))
        position = tuple(set_of(cell for cell, mark in zip(self.reading, marks) if mark == own) for own in "xo")
        if mover not in "xo" or self.text(position, mover) != text or any(map(self.joins, position, (FIRST, SECOND))):
            raise Refused(f"its position '{text}' is none of {self.name}, is written otherwise, or the game is over")
        return position, "xo".index(mover)


class Walk:
    """The walk through the game for one claim. The file says what the prover plays; the opponent may play anything."""

    def __init__(self, game, prover, wins, merge, version, part):
        self.game, self.prover, self.wins, self.merge, self.version = game, prover, wins, merge, version
        self.ways = 3 if version == 1 else 4
        self.known, self.place = {}, (0, 0)
        digits = NUMBER.findall(part)
        if b"".join(digits) != part:
            raise Refused("a number of the file is too large, not in its shortest form, or cut off")
        self.numbers = iter([sum((byte & 127) << 7 * place for place, byte in enumerate(n)) for n in digits])

    def number(self, least=0):
        number = next(self.numbers, -1)
        if number < least:
            raise Refused("the part of this claim ends, or there are no groups, or a group without steps")
        return number

    def visit(self, position, mover, ply, way):
        """Visit a position. The opponent's moves are answered one by one (way 0), by lines (1), pairs (2) or connections (3)."""
        self.place = position
        key = self.game.least(position) if 0 < self.merge >= ply else position
        if way >= self.ways or way > 0 and (mover == self.prover or key in self.known):
            raise Refused(f"way {way} answers nothing new of the opponent's")
        if key in self.known:  # With all below it: no win rests on itself, because marks only become more.
            return self.known[key]
        moves, next_way, plies = cells_of(self.game.moves(position[FIRST] | position[SECOND])), 0, 1
        if mover == self.prover:
            place, next_way = divmod(self.number() - 1, self.ways)
            if place >= len(moves):
                raise Refused(f"move {place} of {len(moves)} is to be played, counted from 0")
            moves, way = ([moves[place]], 0) if place >= 0 else (moves, 2)
        if way == 1:
            moves, plies = self.answer_by_lines(position, moves)
        if way == 2:
            cells = [self.number() for _ in range(2 * self.number())]
            if self.wins or set(cells) - set(moves) or not self.game.pairs_hold(position, mover, self.prover, cells):
                raise Refused("there are pairs that are no moves, do not hold, or are to win")
            moves = []
        if way == 3:
            if not self.game.wins_by(position, self.prover, self.connections()):
                raise Refused("there are connections that do not win")
            moves, plies = [], len(moves)
        for cell in moves:
            after, result = self.game.play(position, mover, cell)
            if result is None:
                plies = max(plies, 1 + self.visit(after, 1 - mover, ply + 1, next_way))
            elif next_way or result == 1 - self.prover or self.wins and result == DRAW:
                raise Refused(f"the game is over after {cell}, and the claim is false or moves are to be answered")
        self.known[key] = plies
        return plies

    def connections(self):
        """Read steps that derive connections from earlier ones: a kind, and numbers of ends, cells and earlier steps."""
        steps = []
        for at in range(self.number()):
            kind = self.number()
            kind += kind > 1 and self.version == 2  # Captures are new in version 3.
            numbers = [self.number() for _ in range((2, 2, 3)[kind] if kind < 3 else 2 * (kind - 1))]
            for place in ((), (0, 1), (2,))[kind] if kind < 3 else range(1, len(numbers), 2):
                if not 0 < numbers[place] <= at:
                    raise Refused(f"a connection follows from the one {numbers[place]} before it, and there is none")
                numbers[place] = at - numbers[place]
            if kind == 2:
                numbers += [self.number() for _ in range(self.number())]
            steps.append((kind, numbers))
        return steps

    def answer_by_lines(self, position, replies):
        """Read groups of replies that lines answer. Return the other replies, and the most plies of a line."""
        if not self.game.lines:
            raise Refused("this checker follows lines in games of lines only")
        answered, plies = set(), 0
        for _ in range(self.number(least=1)):
            line = [self.number() for _ in range(2 * self.number(least=1) - 1)]
            count, only_those = divmod(self.number(), 2)
            named = set(accumulate([self.number() for _ in range(count)], lambda before, gap: before + 1 + gap))
            group = named if only_those else set(range(len(replies))) - answered - named
            if not group or group & answered or max(named, default=0) >= len(replies):
                raise Refused("a group answers no reply, one that is not there, or one that was answered before")
            for reply in (replies[place] for place in sorted(group)):
                self.place, result = self.game.play(position, 1 - self.prover, reply)
                if result is not None:
                    raise Refused("a line is to follow, and the game is over")
                self.follow(self.place[self.prover], self.place[1 - self.prover], line, self.game.lines)
            answered |= group
            plies = max(plies, 1 + len(line))
        return [reply for place, reply in enumerate(replies) if place not in answered], plies

    def follow(self, own, other, line, dangers):
        """Refuse the file unless the prover, who has the cells `own` and is to move, wins by these moves and threats.
        The rows of cells that the opponent could complete with one mark are among `dangers`."""
        game, move = self.game, line[0]
        if game.misere or not game.moves(own | other) >> move & 1:
            raise Refused(f"a line goes on at {move}, {len(line) // 2} threats from its end: no move, or it cannot win")
        own |= 1 << move
        if game.completes(own, move):
            return
        if own | other == game.board or len(line) == 1:
            raise Refused(f"a line or the game ends without a win, {len(line) // 2} threats from the end of the line")
        threat, replies = line[1], game.moves(own | other)
        strikes = threat < len(game.order) and game.completes(own | 1 << threat, threat)
        if strikes and replies >> threat & 1:
            # A reply elsewhere leaves the threat as it is, and the prover wins at once, unless the reply itself ends
            # the game. So only these replies matter: to the threat, and where the opponent completes a line.
            lacking_one = [lacking for cells in dangers if (lacking := cells & ~other) & lacking - 1 == 0]
            replies &= reduce(int.__or__, lacking_one, 1 << threat)
        for reply in cells_of(replies):
            after = other | 1 << reply
            if game.completes(after, reply) or own | after == game.board:
                raise Refused(f"a line meets a reply that ends the game, {len(line) // 2} threats from its end")
            if not (strikes and game.moves(own | after) >> threat & 1):
                # If the opponent could have completed a row before, the file is refused. So one to be completed now
                # goes through this reply, unless marks fall and its last cell could not be marked.
                self.follow(own, after, line[2:], game.lines if game.gravity else game.through[reply])


def game_of(name):
    return (Hex if name.startswith("hex") else Game)(name)


def check(game, data):
    """Return a sentence with all that the file proves."""
    head, _, body = data.partition(b"\n\n")
    lines, number = head.decode(errors="replace").split("\n"), "(0|[1-9][0-9]{0,9})"
    patterns = ["plywood proof ([123])", "game: (.*)", "rules: [0-9a-f]{16}", "position: (.*)", f"merge: {number}",
                *[f"claim: (first|second) (wins|holds), {number}"] * (len(lines) - 6), "sum: ([0-9a-f]{16})"]
    found = [re.fullmatch(pattern, line) for pattern, line in zip(patterns, lines)]
    if None in found or len(lines) not in (7, 8):
        raise Refused(f"it is no proof file, or line {[*found, None].index(None) + 1} of its head is wrong")
    (version,), (name,), (text,), (merge,), *claims, (expected,) = (match.groups() for match in found if match.groups())
    if len(claims) == 2 and {c[:2] for c in claims} != {("first", "holds"), ("second", "holds")} or int(merge) >> 32:
        raise Refused("two claims can only be that both players hold, and positions merge for less than 2^32 plies")
    fnv = reduce(lambda fnv, byte: (fnv ^ byte) * 0x100000001B3 % (1 << 64), body, 0xCBF29CE484222325)
    if name != game.name or f"{fnv:016x}" != expected or sum(int(claim[2]) for claim in claims) != len(body):
        raise Refused(f"it is about '{name}' instead of '{game.name}', or bytes were changed, cut off or added")
    position, mover = game.read(text)
    for player, goal, size in claims:
        walk = Walk(game, int(player == "second"), goal == "wins", int(merge), int(version), body[:int(size)])
        body = body[int(size):]
        try:
            plies = walk.visit(position, mover, 0, walk.number() if mover != walk.prover else 0)
            if next(walk.numbers, None) is not None:
                raise Refused("bytes are left over")
        except Refused as reason:
            raise Refused(f"it does not prove that {player} {goal}: at '{game.text(walk.place)}', {reason}") from None
    where = "the start" if position == (0, 0) else f"'{text}'"
    if len(claims) == 2:
        return f"{game.name} is a draw from {where}."
    bound = f", in {plies} {'ply' if plies == 1 else 'plies'} at most" if goal == "wins" else ""
    return f"The {player} player {'wins' if bound else 'does not lose'} {game.name} from {where}{bound}."


if __name__ == "__main__":
    sys.setrecursionlimit(10_000)  # The walk goes as deep as the game is long, and that is a ply for each cell.
    try:
        _, name, path = sys.argv
        data = open(path, "rb").read()
    except (ValueError, OSError) as error:
        print(error if len(sys.argv) == 3 else __doc__, file=sys.stderr)
        sys.exit(2)
    try:
        print(check(game_of(name), data))
    except Refused as reason:
        sys.exit(f"'{path}' is refused: {reason}")
