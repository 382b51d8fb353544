// Written from crates/page/src/protocol by a test of the server (UPDATE_TYPES=1 cargo test -p plywood-server).

export const PROTOCOL: 2;

export type Side = "first" | "second";

export type TurnView = "first" | "second" | "chance" | "over";

export type Owner = "first" | "second" | "neutral";

export type At = [number, number, number];

export type Way = "top" | "bottom" | "left" | "right";

export type BoardView = { 
/**
 * The grids, in reading order.
 */
grids: Array<GridView>, 
/**
 * The number of grids side by side before the next row of grids begins; 0 means all of them.
 */
across: number, 
/**
 * Outlines and places of cells, if they are not squares in rows and columns. Squares without a cell are
 * then not drawn; the cell of a [`Square::Hole`] is drawn as an ornament.
 */
cells: Array<Cell>, 
/**
 * The number of places along each axis of a regular board, the axis that counts fastest last: rows and columns, and before
 * them those of levels, each of which is a grid. Empty if the board is not regular, else at least 2.
 */
axes: Array<number>, 
/**
 * The shape of its pieces.
 */
shape: Shape, 
/**
 * True if pieces fall to the lowest free place of their column.
 */
falls: boolean, 
/**
 * True if whole lines are pushed: then there are [`LineEnd`]s.
 */
pushed: boolean, 
/**
 * True if the first player has the dark pieces.
 */
dark_first: boolean, 
/**
 * True if the rules know no draw.
 */
drawless: boolean, 
/**
 * Moves that are chosen by name and whose buttons are always there, in their order.
 */
buttons: Array<string>, 
/**
 * The faces of its die; 0 and 1 for a coin, whose 1 is the side that counts. Empty if there is no die.
 */
faces: Array<number>, 
/**
 * The tree that play walks down, if the board is one.
 */
nodes: Array<NodeView>, 
/**
 * Lines drawn between two places each, if cells have places of their own: pieces stand on points.
 */
roads: Array<[At, At]>, 
/**
 * Sets of places that win together (or lose, in a misère game), each from one end to the other; may be
 * empty.
 */
lines: Array<Array<At>>, };

export type Cell = { 
/**
 * The square that holds its content.
 */
at: At, 
/**
 * The centre, to the right and down; neighbouring squares would be 1 apart.
 */
centre: [number, number], 
/**
 * The outline.
 */
outline: Outline, };

export type Outline = { "square": number } | { "hexagon": number } | { "circle": number } | { "polygon": Array<[number, number]> };

export type Shape = "disc" | "mark" | "ball" | "cube";

export type GridView = { 
/**
 * The title above it; may be empty.
 */
title: string, 
/**
 * The names of its columns, from the left.
 */
columns: Array<string>, 
/**
 * The names of its rows, from the top.
 */
rows: Array<string>, };

export type NodeView = { 
/**
 * The index of its parent; `None` for the root.
 */
parent: number | null, 
/**
 * The move that leads to it; empty for the root.
 */
label: string, 
/**
 * The side that decides there.
 */
kind: NodeKind, 
/**
 * Its value, as written in the tree; may be empty.
 */
value: string, 
/**
 * The probability of this branch, below a chance node.
 */
probability: number | null, 
/**
 * Children that are not listed, because the tree is too large.
 */
hidden: number, };

export type NodeKind = "first" | "second" | "chance" | "leaf";

export type SceneView = { 
/**
 * A text for each row of each grid, a character a square: a blank is no square at all, a dot is a free one, and
 * a letter is a piece (`pieces` lists the owners).
 */
grids: Array<Array<string>>, 
/**
 * The grids on which the next piece may be put, if the position limits it to some of several; empty otherwise.
 */
active: Array<number>, 
/**
 * The grids that are decided, if each is a game of its own, and the winner; neutral if there is none.
 */
decided: Array<[number, Owner]>, 
/**
 * Squares to point out: a winning line, an enclosure.
 */
marks: Array<At>, 
/**
 * Squares with many like pieces, whose they are and how many; in the texts of the grids they are free.
 */
counts: Array<[At, Owner, number]>, 
/**
 * The owner of the pieces of each letter.
 */
pieces: Array<[string, Owner]>, 
/**
 * Scores on their way to a goal.
 */
tracks: Array<Track>, 
/**
 * The points of both players so far, if they decide the game.
 */
scores?: [number, number], 
/**
 * Named facts beside the board, in English.
 */
facts: Array<[string, string]>, 
/**
 * The current node in the tree of the board.
 */
node: number | null, };

export type Track = { 
/**
 * The owner.
 */
owner: Owner, 
/**
 * The name of the track.
 */
label: string, 
/**
 * The points that the player has.
 */
reached: number, 
/**
 * The points at stake on top of that.
 */
at_stake: number, 
/**
 * The points at the end of the track.
 */
goal: number, };

export type Effect = { "put": At } | { "flip": At } | { "remove": At } | { "slide": [At, At] };

export type MoveView = { 
/**
 * The move, in the game's notation.
 */
text: string, 
/**
 * The effect on the board; left out if the move can only be chosen by its name.
 */
motion?: Motion, };

export type Motion = { "put": At } | { "push": Push } | { "face": number } | { "branch": number } | { "steps": Steps } | { "grid": number };

export type Push = { 
/**
 * The places of the pieces before they move, from the one that is left free (or refilled from the other end) to
 * the one that leads.
 */
run: Array<At>, 
/**
 * The direction of the push, which is also the end of the line that has its mark.
 */
way: Way, 
/**
 * The number of these pieces that belong to the first player and to the second.
 */
counts: [number, number], 
/**
 * The fate of the leading piece.
 */
leader: Leader, };

export type Leader = "moves" | "leaves" | "returns";

export type Steps = { 
/**
 * The places to point at, one after the other: the place for a piece that is put; the start and the end of
 * a move.
 */
touched: Array<At>, 
/**
 * The changes, in their order.
 */
effects: Array<Effect>, };

export type StepView = { 
/**
 * Moves played before it, outcomes of chance included.
 */
ply: number, 
/**
 * The position, in the game's notation.
 */
position: string, 
/**
 * The decider of the next move, by the rules of the game.
 */
turn: TurnView, 
/**
 * The picture.
 */
scene: SceneView, 
/**
 * The legal moves in their order (at a chance node its outcomes); empty when the game is over.
 */
moves: Array<MoveView>, 
/**
 * The move that led here; null at the beginning.
 */
last: MoveView | null, 
/**
 * The player who made it; null for chance and at the beginning.
 */
by: Side | null, };

export type EndView = { 
/**
 * The winner; null for a draw.
 */
winner: Side | null, 
/**
 * Why it is over.
 */
reason: EndReason, 
/**
 * The payoff of the second player to the first, in games that end in payoffs.
 */
payoff: number | null, 
/**
 * The record of the game; null if none is kept, because no move was played.
 */
record: string | null, };

export type EndReason = "rules" | "repetition" | "plies" | "resignation" | "agreement" | "time" | "absence" | "failure" | "adjudication";

export type SeatRequest = "me" | "open" | { "bot": string };

export type SeatView = { "kind": "person", 
/**
 * Their name; may be empty.
 */
name: string, 
/**
 * True if a page of theirs is open now.
 */
here: boolean, } | { "kind": "bot", 
/**
 * Its name and options.
 */
bot: string, } | { "kind": "open", };

export type TimeControl = { 
/**
 * Seconds at the beginning, 1 to 86400.
 */
seconds: number, 
/**
 * Seconds more after each move, up to 3600.
 */
increment: number, };

export type ClockView = { 
/**
 * The time that the players have left, in milliseconds.
 */
left: [number, number], 
/**
 * Whose clock runs.
 */
running: Side | null, 
/**
 * Milliseconds more after each move.
 */
increment: number, };

export type Offers = { 
/**
 * A draw.
 */
draw: Side | null, 
/**
 * A takeback.
 */
undo: Side | null, 
/**
 * Another game, sides swapped.
 */
rematch: Side | null, };

export type Pace = { 
/**
 * True while they wait.
 */
paused: boolean, 
/**
 * Milliseconds between their moves, up to 10000.
 */
millis: number, };

export type TableView = { 
/**
 * Its name, as in its address.
 */
id: string, 
/**
 * The full name of the game.
 */
game: string, 
/**
 * The family it belongs to: `mnk`, `cube`, `pikkpakk`, `pig`, `tree`, or another.
 */
family: string, 
/**
 * The names of the players: the first, the second; in English.
 */
players: [string, string], 
/**
 * The rules, in English; for games the page has no words for.
 */
how_to_play: string, 
/**
 * The board.
 */
board: BoardView, 
/**
 * The position it began at; null for the opening.
 */
start: string | null, 
/**
 * True if it is in the list of games.
 */
public: boolean, 
/**
 * True if analyses and hints may be asked for during the game: not if two people play each other, each at a screen of their own.
 */
hints: boolean, 
/**
 * The limit of plies.
 */
max_plies: number, 
/**
 * Seconds a person may be away before the seat is lost.
 */
away: number, 
/**
 * The half points of the games before in a series of rematches, by seats: 2 for a win, 1 for a draw.
 */
score: [number, number], };

export type State = { 
/**
 * Counts all changes of the game; never falls.
 */
version: number, 
/**
 * The number of takebacks. A move has to name it.
 */
line: number, 
/**
 * The position.
 */
step: StepView, 
/**
 * The moves so far.
 */
played: Array<string>, 
/**
 * The players who made them, `null` for chance.
 */
movers: Array<Side | null>, 
/**
 * The players.
 */
seats: [SeatView, SeatView], 
/**
 * The clocks, if there are any.
 */
clock: ClockView | null, 
/**
 * Open offers between the players.
 */
offers: Offers, 
/**
 * The side whose bot is searching.
 */
thinking: Side | null, 
/**
 * The pace of the bots, if only bots play.
 */
pace: Pace | null, 
/**
 * Spectators.
 */
watching: number, 
/**
 * The end, if it is over.
 */
end: EndView | null, 
/**
 * The reason why the bot cannot move, if there is one. It is asked again after an undo or a restart of the
 * server.
 */
trouble: string | null, };

export type ValueView = { "kind": "win", 
/**
 * Plies that are enough for it, if they are known.
 */
plies: number | null, 
/**
 * True if it takes exactly that many; otherwise it may be quicker.
 */
exact: boolean, } | { "kind": "draw", } | { "kind": "loss", 
/**
 * Plies that are enough for the other player's win, if they are known.
 */
plies: number | null, 
/**
 * True if it takes exactly that many; otherwise it may be quicker.
 */
exact: boolean, } | { "kind": "exact", 
/**
 * The points.
 */
points: number, 
/**
 * The same as a share of a win, from -1 to 1.
 */
share: number, } | { "kind": "estimate", 
/**
 * The points.
 */
points: number, 
/**
 * The same as a share of a win, from -1 to 1.
 */
share: number, };

export type ThoughtView = { 
/**
 * The bot.
 */
bot: string, 
/**
 * The ply that was analysed.
 */
ply: number, 
/**
 * The `line` of the game at that time.
 */
line: number, 
/**
 * The side to move.
 */
side: Side, 
/**
 * The move it would make, or made.
 */
best: string, 
/**
 * True if it is any legal move, each as likely as the others: nothing was searched for it.
 */
random: boolean, 
/**
 * The value of the position for `side`.
 */
value: ValueView | null, 
/**
 * The principal variation, beginning with `best`.
 */
pv: Array<string>, 
/**
 * All legal moves with their values for `side`, where they are known.
 */
moves: Array<MoveWorth>, 
/**
 * True if nothing in it is estimated: the value and that of every move are known exactly, plies included.
 */
exact: boolean, 
/**
 * Plies searched completely.
 */
depth: number | null, 
/**
 * Positions visited.
 */
nodes: number, 
/**
 * Seconds taken.
 */
seconds: number, };

export type ThinkingView = { 
/**
 * The ply that is analysed.
 */
ply: number, 
/**
 * The `line` of the game.
 */
line: number, 
/**
 * The side to move.
 */
side: Side, 
/**
 * The value of the position for `side`, if one is known yet.
 */
value: ValueView | null, 
/**
 * The principal variation, beginning with the best move so far; its first 16 moves.
 */
pv: Array<string>, 
/**
 * Plies searched completely.
 */
depth: number | null, 
/**
 * Positions visited so far.
 */
nodes: number, 
/**
 * Seconds taken so far.
 */
seconds: number, };

export type MoveWorth = { 
/**
 * The move.
 */
text: string, 
/**
 * Its value for the player who makes it.
 */
value: ValueView | null, };

export type OpinionView = { 
/**
 * The brain or network.
 */
brain: string, 
/**
 * Games it has learnt; 0 for a network of another program.
 */
games: number, 
/**
 * The ply asked about.
 */
ply: number, 
/**
 * The `line` of the game it was asked in.
 */
line: number, 
/**
 * Every legal move in its order.
 */
moves: Array<OpinionMove>, 
/**
 * The value of the position to its network, explained; null if it has none, or no player is to move.
 */
explanation: ExplanationView | null, };

export type OpinionMove = { 
/**
 * The move.
 */
text: string, 
/**
 * Its value for the player who makes it, from -1 to 1.
 */
q: number | null, 
/**
 * The number of times it was played.
 */
visits: number, 
/**
 * Its proved value, if there is one.
 */
proved: ValueView | null, 
/**
 * The line the brain expects, beginning with the move.
 */
line: Array<string>, 
/**
 * Its probability by the policy of a network of another program, if that has one.
 */
probability: number | null, };

export type ExplanationView = { 
/**
 * The value for the side to move, from -1 to 1.
 */
value: number, 
/**
 * True if each share is of one square: the value, less the one that it would be if what stands there were taken away
 * (occlusion). False if the shares are those of tuples, which add up to the value.
 */
occlusion: boolean, 
/**
 * The tuples, the largest share first.
 */
tuples: Array<TupleView>, };

export type TupleView = { 
/**
 * Its squares.
 */
squares: Array<At>, 
/**
 * Its numbers beside the board.
 */
numbers: Array<number>, 
/**
 * The share of the value; a single one may be larger than the value.
 */
share: number, };

export type LearntView = { 
/**
 * Its brain.
 */
brain: string, 
/**
 * Games it has learnt by now, this one included.
 */
games: number, 
/**
 * Positions that were new to it.
 */
new_positions: number, 
/**
 * Moves that were new to it.
 */
new_moves: number, 
/**
 * Moves it knew that are now worth something else to it.
 */
changed_moves: number, 
/**
 * Positions in which it will play something else now, in the order of the game.
 */
changes: Array<NewChoiceView>, 
/**
 * The moves of the game in positions that came up for the first time, in their order.
 */
values: Array<Revalued>, };

export type NewChoiceView = { 
/**
 * The ply.
 */
ply: number, 
/**
 * The side to move.
 */
side: Side, 
/**
 * The move it would have played; null for anything new.
 */
before: string | null, 
/**
 * The move it will play; null for anything new.
 */
now: string | null, };

export type Revalued = { 
/**
 * The number of moves before it.
 */
ply: number, 
/**
 * Its value for the player who made it, from -1 to 1; `None` if it was not known.
 */
before: number | null, 
/**
 * The same now.
 */
now: number, };

export type ClientMessage = { "type": "hello", 
/**
 * The version of the protocol that the page speaks.
 */
protocol: number, 
/**
 * The token of a seat, or of the person who asked for the game.
 */
token: string | null, } | { "type": "move", 
/**
 * The `line` it is meant for.
 */
line: number, 
/**
 * The ply it is meant for.
 */
ply: number, 
/**
 * The move, in the game's notation.
 */
text: string, } | { "type": "resign", } | { "type": "draw", } | { "type": "undo", } | { "type": "rematch", } | { "type": "decline", 
/**
 * The offer.
 */
what: Offer, } | { "type": "pace" } & Pace | { "type": "think", 
/**
 * Moves before the position asked about.
 */
ply: number, 
/**
 * The bot to ask. Null asks for exact values if the game can be solved at once, else a bot that suits the
 * game.
 */
bot: string | null, } | { "type": "ask", 
/**
 * Moves before the position asked about.
 */
ply: number, 
/**
 * The name of the brain, or `onnx@` and the name of a program whose network is asked.
 */
brain: string, } | { "type": "ping", };

export type Offer = "draw" | "undo" | "rematch";

export type ServerMessage = { "type": "welcome", 
/**
 * The version of the protocol that the server speaks.
 */
protocol: number, 
/**
 * The parts that never change.
 */
table: TableView, 
/**
 * The seat that the token is for; null for a spectator, and for a host.
 */
you: Side | null, 
/**
 * True if the token is that of the host: it may set the pace of two bots, or moves for both of two people.
 */
host: boolean, 
/**
 * The state of the game.
 */
state: State, } | { "type": "state" } & State | { "type": "thinking" } & ThinkingView | { "type": "thought" } & ThoughtView | { "type": "opinion" } & OpinionView | { "type": "learnt", 
/**
 * One entry a brain.
 */
lessons: Array<LearntView>, } | { "type": "rematch", 
/**
 * The other table.
 */
table: string, 
/**
 * The seat there.
 */
seat: Side | null, 
/**
 * Its token.
 */
token: string | null, } | { "type": "refused" } & Problem | { "type": "pong", } | { "type": "bye" } & Problem;

export type Problem = { 
/**
 * The subject, for programs and translations.
 */
code: RefusalCode, 
/**
 * The problem and a way out, in English.
 */
text: string, };

export type RefusalCode = "malformed" | "too-long" | "protocol" | "not-found" | "token" | "no-seat" | "not-your-turn" | "stale" | "illegal" | "over" | "not-over" | "nothing-to-undo" | "declined" | "no-hints" | "bot" | "busy" | "full" | "store" | "taken" | "options" | "origin" | "closing" | "internal";

export type CatalogueView = { 
/**
 * The version of the protocol.
 */
protocol: number, 
/**
 * The version of the program.
 */
version: string, 
/**
 * The games for the lobby, in their order.
 */
games: Array<GameCard>, 
/**
 * The puzzles of the page.
 */
puzzles: Array<PuzzlesView>, 
/**
 * All families of games with their options, for games that have no card.
 */
families: Array<FamilyView>, 
/**
 * All bots that play any game, with their options.
 */
bots: Array<BotView>, 
/**
 * The levels of the bot `level`, from level 1 up.
 */
levels: Array<LevelView>, 
/**
 * The most seconds that a bot may search for a move.
 */
think_seconds: number, };

export type GameCard = { 
/**
 * The key of its words in the page: `tictactoe`, `pikkpakk`.
 */
key: string, 
/**
 * The full name of the game.
 */
game: string, 
/**
 * Its family.
 */
family: string, 
/**
 * A description in one English sentence.
 */
about: string, 
/**
 * The opponents to offer: random play, levels from weak to strong, then those of another kind.
 */
opponents: Array<OpponentView>, 
/**
 * The index of the usual opponent, a level that follows the results of a person: the quick-start button uses it.
 */
middling: number, 
/**
 * True if the learner can play it.
 */
learns: boolean, 
/**
 * Plies after which its picture begins.
 */
begins: number, 
/**
 * The first player to hold out against, where it is known to win; null for other games.
 */
champion: ChampionView | null, };

export type ChampionView = { 
/**
 * Its name and options, for [`SeatRequest::Bot`].
 */
bot: string, 
/**
 * True if it plays by a proof of the win: it never goes wrong.
 */
proved: boolean, };

export type PuzzlesView = { 
/**
 * The name of the file, without its ending.
 */
file: string, 
/**
 * The name of their game.
 */
game: string, 
/**
 * The number of puzzles.
 */
count: number, };

export type OpponentView = { 
/**
 * Its name and options, for [`SeatRequest::Bot`].
 */
bot: string, 
/**
 * Games its brain has learnt, if it has one.
 */
games: number | null, };

export type FamilyView = { 
/**
 * The name to ask for it by.
 */
name: string, 
/**
 * A description in one English sentence.
 */
about: string, 
/**
 * The options it takes.
 */
parameters: Array<ParameterView>, 
/**
 * Short names for some of its games, with the options that each sets.
 */
aliases: Array<[string, string]>, };

export type BotView = { 
/**
 * Its name.
 */
name: string, 
/**
 * A description in one English sentence.
 */
about: string, 
/**
 * The options it takes.
 */
parameters: Array<ParameterView>, };

export type LevelView = { 
/**
 * Positions it may visit for a move.
 */
nodes: number, 
/**
 * The share of its moves that are any legal move, from 0 to 1.
 */
blunder: number, };

export type ParameterView = { 
/**
 * Its name, left of the equals sign.
 */
key: string, 
/**
 * The values that it takes.
 */
values: ValuesView, 
/**
 * The value where none is given; may be empty.
 */
default: string, 
/**
 * Its purpose, in a few English words.
 */
about: string, };

export type ValuesView = { "kind": "integer", 
/**
 * The least.
 */
min: number, 
/**
 * The greatest.
 */
max: number, 
/**
 * The words.
 */
words: Array<string>, } | { "kind": "number", 
/**
 * The least.
 */
min: number, 
/**
 * The greatest.
 */
max: number, } | { "kind": "choice", 
/**
 * The words.
 */
words: Array<string>, } | { "kind": "time", } | { "kind": "name", };

export type GameView = { 
/**
 * Its full name.
 */
game: string, 
/**
 * Its family.
 */
family: string, 
/**
 * The names of the players, in English.
 */
players: [string, string], 
/**
 * The rules, in English.
 */
how_to_play: string, 
/**
 * The opponents to offer: random play, levels from weak to strong, then those of another kind.
 */
opponents: Array<OpponentView>, 
/**
 * The index of the usual opponent.
 */
middling: number, 
/**
 * Bots that only play this game.
 */
own_bots: Array<BotView>, 
/**
 * Its static evaluations: the name and a description in English.
 */
evaluations: Array<[string, string]>, 
/**
 * True if the learner can play it.
 */
learns: boolean, 
/**
 * The brains there are for it, and the games they have learnt.
 */
brains: Array<[string, number]>, 
/**
 * The programs whose networks can be asked about positions.
 */
networks: Array<string>, 
/**
 * The proofs that the server has of it.
 */
proofs: Array<ProofView>, 
/**
 * The board.
 */
board: BoardView, 
/**
 * The opening.
 */
step: StepView, };

export type ProofView = { 
/**
 * Its short name.
 */
name: string, 
/**
 * Its state.
 */
state: ProofStateView, };

export type ProofStateView = { "kind": "waits", } | { "kind": "checked", 
/**
 * Its claims: a win, that one player cannot lose, or for a draw both.
 */
claims: Array<ClaimView>, } | { "kind": "refused", 
/**
 * Why, in English.
 */
reason: string, };

export type ClaimView = { 
/**
 * The player who follows it.
 */
player: Side, 
/**
 * True if that player wins; else it does not lose.
 */
wins: boolean, };

export type LookRequest = { 
/**
 * The game.
 */
game: string, 
/**
 * The position where it begins; null for the opening.
 */
position: string | null, 
/**
 * The moves from there.
 */
moves: Array<string>, 
/**
 * The first ply to show; the last one if a game with random moves is over before.
 */
from: number, 
/**
 * Plies to add with moves chosen at random (0 to 60): a game that plays itself.
 */
random: number, };

export type LookView = { 
/**
 * The full name of the game.
 */
game: string, 
/**
 * Its family.
 */
family: string, 
/**
 * The names of the players, in English.
 */
players: [string, string], 
/**
 * The board.
 */
board: BoardView, 
/**
 * The positions from `from` on.
 */
steps: Array<StepView>, 
/**
 * All plies there are.
 */
plies: number, 
/**
 * All moves, as the game names them: several may be given in a word, and passes left out.
 */
moves: Array<string>, 
/**
 * The number of variations among the given moves.
 */
variations: number, 
/**
 * The moves with those variations that can be played, as a list of moves with parentheses; null if there are none.
 */
side_lines: string | null, 
/**
 * How to write a position that was set up by hand; null where positions have another form.
 */
setup: SetupView | null, 
/**
 * True if `api/replies` may know why a player is safe.
 */
replies: boolean, };

export type TableRequest = { 
/**
 * The game.
 */
game: string, 
/**
 * The position where it begins; null for the opening.
 */
position: string | null, 
/**
 * Moves that are played already: to go on from any ply of another game.
 */
moves: Array<string>, 
/**
 * The players.
 */
seats: [SeatRequest, SeatRequest], 
/**
 * Your name, at most 40 characters; may be empty.
 */
name: string, 
/**
 * Time for each player's moves; null for no limit.
 */
clock: TimeControl | null, 
/**
 * True if it is in the list, for anybody to join or watch.
 */
public: boolean, 
/**
 * The greatest number of plies, after which it is a draw; null for the server's limit.
 */
max_plies: number | null, 
/**
 * Seconds a person may be away before the seat is lost; null for the server's limit.
 */
away: number | null, 
/**
 * The pace of the bots, if only bots play.
 */
pace: Pace | null, };

export type SeatTaken = { 
/**
 * The table.
 */
table: string, 
/**
 * The seat; null if two bots play, or two people at one screen.
 */
seat: Side | null, 
/**
 * Its token. A client with this token has the seat.
 */
token: string, };

export type SitRequest = { 
/**
 * Which seat; null for any that is open.
 */
seat: Side | null, 
/**
 * Your name, at most 40 characters; may be empty.
 */
name: string, };

export type TableLine = { 
/**
 * Its name.
 */
id: string, 
/**
 * The game.
 */
game: string, 
/**
 * Its family.
 */
family: string, 
/**
 * The players.
 */
seats: [SeatView, SeatView], 
/**
 * Plies played.
 */
plies: number, 
/**
 * Time for each player's moves.
 */
clock: TimeControl | null, 
/**
 * The time of its start, in milliseconds since 1970.
 */
begun: number, };

export type RecordLine = { 
/**
 * Its name.
 */
id: string, 
/**
 * Its place in the order: ask for those before it.
 */
number: number, 
/**
 * The game.
 */
game: string, 
/**
 * Its family.
 */
family: string, 
/**
 * The players: people by the name they gave (may be empty), bots by theirs.
 */
players: [SeatView, SeatView], 
/**
 * The winner; null for a draw.
 */
winner: Side | null, 
/**
 * Why it was over.
 */
reason: EndReason, 
/**
 * Plies played.
 */
plies: number, 
/**
 * The time of its end, in milliseconds since 1970.
 */
ended: number, };

export type RecordView = { 
/**
 * Its line in the list.
 */
line: RecordLine, 
/**
 * The position it began at; null for the opening.
 */
position: string | null, 
/**
 * The moves.
 */
moves: Array<string>, 
/**
 * The players who made them, null for chance.
 */
movers: Array<Side | null>, 
/**
 * The record as text.
 */
text: string, 
/**
 * True if it is in the list: not if two people played each other in private.
 */
listed: boolean, };

export type ReadRequest = { 
/**
 * The text, at most 64 kB; the first game in it is taken.
 */
text: string, };

export type ReadRecord = { 
/**
 * The game.
 */
game: string, 
/**
 * The position it began at; null for the opening.
 */
position: string | null, 
/**
 * The moves.
 */
moves: Array<string>, 
/**
 * Tags as they are in the file.
 */
tags: Array<[string, string]>, 
/**
 * The number of variations in the text.
 */
variations: number, 
/**
 * The moves with those variations that can be played, as a list of moves with parentheses; null if there are none.
 */
side_lines: string | null, };

export type WriteRequest = { 
/**
 * The game.
 */
game: string, 
/**
 * The position where it begins; null for the opening.
 */
position: string | null, 
/**
 * The moves, as a list of moves: variations are in parentheses.
 */
moves: string, 
/**
 * `First`, `Second`, `Result` and other tags of the record. Those of the game and its position are made anew.
 */
tags: Array<[string, string]>, };

export type WrittenRecord = { 
/**
 * The text, as `POST api/records/read` reads it.
 */
text: string, };

export type LinesRequest = { 
/**
 * The game.
 */
game: string, 
/**
 * The position where it begins; null for the opening.
 */
position: string | null, 
/**
 * The moves from there.
 */
moves: Array<string>, 
/**
 * The number of lines, 1 to 5.
 */
lines: number, 
/**
 * The number of positions to visit, 100 to 4 000 000.
 */
nodes: number, };

export type LinesView = { 
/**
 * The bot that found them; `perfect` if they were looked up.
 */
bot: string, 
/**
 * The side to move, for whom the values are.
 */
side: Side, 
/**
 * True if all values are exact: more positions change nothing.
 */
exact: boolean, 
/**
 * True if there was no time for all positions: an answer for fewer may be better.
 */
cut: boolean, 
/**
 * The lines, the best first.
 */
lines: Array<LineView>, 
/**
 * All legal moves, in their order, with values as far as they are known.
 */
moves: Array<MoveWorth>, 
/**
 * Plies searched completely.
 */
depth: number | null, 
/**
 * Positions visited.
 */
nodes: number, 
/**
 * Time taken, in seconds.
 */
seconds: number, };

export type LineView = { 
/**
 * The value of its first move.
 */
value: ValueView | null, 
/**
 * The move, and how play is expected to go on.
 */
moves: Array<string>, };

export type RepliesRequest = { 
/**
 * The game.
 */
game: string, 
/**
 * The position where it begins; null for the opening.
 */
position: string | null, 
/**
 * The moves from there.
 */
moves: Array<string>, };

export type RepliesView = { 
/**
 * The replies; null if none are known.
 */
safe: SafeView | null, 
/**
 * True if there was no time to find out.
 */
cut: boolean, 
/**
 * Time taken, in seconds.
 */
seconds: number, };

export type SafeView = { 
/**
 * The player.
 */
side: Side, 
/**
 * True if the player wins; otherwise the player does not lose.
 */
wins: boolean, 
/**
 * The kind of the reason.
 */
reason: ReplyReason, 
/**
 * The move that comes first, if it is the turn of the player.
 */
first: MoveView | null, 
/**
 * Moves of the opponent after that, each with the reply. Any reply will do to others.
 */
replies: Array<[MoveView, MoveView]>, };

export type ReplyReason = "connections" | "pairs";

export type LinkRequest = { 
/**
 * The link, at most 500 bytes.
 */
link: string, };

export type SetupView = { 
/**
 * The letters of pieces and their owners, those of both players first.
 */
letters: Array<[string, Owner]>, 
/**
 * The number of squares around the board that are in the picture alone, on each side.
 */
border: number, };

export type Sheet = { 
/**
 * The title, at most 100 characters.
 */
title: string, 
/**
 * The items, 1 to 50.
 */
items: Array<SheetItem>, };

export type SheetItem = { 
/**
 * The title, at most 100 characters; may be empty.
 */
title: string, 
/**
 * The task there, at most 500 characters; may be empty.
 */
text: string, 
/**
 * The place in the page: what comes after `#/` in its address, at most 4000 characters.
 */
link: string, };

export type SheetMade = { 
/**
 * Its name, which is in the link for the class.
 */
id: string, 
/**
 * The key of the results.
 */
key: string, };

export type SolvedRequest = { 
/**
 * The name, 1 to 40 characters.
 */
name: string, 
/**
 * The places of the items, from 0.
 */
items: Array<number>, };

export type SheetKey = { 
/**
 * The key that came with the sheet.
 */
key: string, };

export type SheetResult = { 
/**
 * The name.
 */
name: string, 
/**
 * The places of the items, from 0.
 */
solved: Array<number>, };

export type ReviewRequest = { 
/**
 * The game.
 */
game: string, 
/**
 * The position where it begins; null for the opening.
 */
position: string | null, 
/**
 * The moves and outcomes of chance, in their order.
 */
moves: Array<string>, 
/**
 * True for a first look, which takes a tenth of a second for most games. The default is the whole review.
 */
quick: boolean, };

export type ReviewView = { 
/**
 * The chances of the first player before every move and at the end, a draw counting half, from 0 to 1; null where they are
 * not known.
 */
chances: Array<number | null>, 
/**
 * The moves, in their order.
 */
moves: Array<JudgedMove>, 
/**
 * The moves of the first and of the second player, counted.
 */
sides: [ReviewedSide, ReviewedSide], 
/**
 * True if there was no time for all of it: some moves are not judged.
 */
cut: boolean, };

export type JudgedMove = { 
/**
 * True if it was compared with the best move; false for chance.
 */
judged: boolean, 
/**
 * The judgement, if there is anything to say.
 */
judgement: Judgement | null, 
/**
 * The loss against the best move, in chance of winning, from 0 to 1; 0 where it was not judged.
 */
lost: number, 
/**
 * The same in points (discs, seeds, boxes), in a game that ends in a number of points.
 */
points: number | null, 
/**
 * True if the loss rests on exact values alone.
 */
exact: boolean, 
/**
 * The best move there, if the review knows.
 */
best: string | null, 
/**
 * The value of the best move for the mover.
 */
best_value: ValueView | null, 
/**
 * The value of the move for the mover.
 */
value: ValueView | null, };

export type ReviewedSide = { 
/**
 * The number of moves.
 */
moves: number, 
/**
 * The number of those that were judged.
 */
judged: number, 
/**
 * The number of mistakes; null unless every move was judged.
 */
mistakes: number | null, 
/**
 * The number of inaccuracies; null unless every move was judged.
 */
inaccuracies: number | null, 
/**
 * The number of only moves; null unless every move was judged.
 */
only: number | null, 
/**
 * The moves that keep the value, of the decisions: positions whose moves are all known exactly, one of which throws value away.
 */
decisions: Share, 
/**
 * The costliest of the judged moves, by index, the worst first: three, or fewer if fewer cost anything.
 */
costliest: Array<number>, };

export type Share = { 
/**
 * The number of cases that count.
 */
right: number, 
/**
 * The number of all cases.
 */
of: number, 
/**
 * The share, from 0 to 1; `None` of no cases.
 */
share: number | null, 
/**
 * The lower end of the interval.
 */
low: number, 
/**
 * The upper end.
 */
high: number, };

export type Judgement = "mistake" | "inaccuracy" | "only";

export type Puzzle = { 
/**
 * The version of the format, [`Puzzle::VERSION`].
 */
version: number, 
/**
 * The full name of the game.
 */
game: string, 
/**
 * The position.
 */
position: string, 
/**
 * The player to move, who solves it.
 */
side: Side, 
/**
 * The goal.
 */
goal: PuzzleGoal, 
/**
 * The plies of the win if it is to be played to the end: it is the quickest, and of the moves of the side to move in the solution
 * each is the only one that wins in time. `None` if finding one move is all.
 */
plies: number | null, 
/**
 * The only move that keeps the value; if there are `plies`, with the best replies and the moves up to the win.
 */
solution: Array<string>, 
/**
 * The least depth from which on alpha-beta chooses the move, or [`Puzzle::DEEPEST`] + 1 if it does not even
 * to that depth.
 */
difficulty: number, };

export type PuzzleGoal = "win" | "draw";

export type TrainingView = { 
/**
 * The most that it may take, as a share of one processor from 0 to 1; null if this server does not train.
 */
share: number | null, 
/**
 * The share of one processor that it took since the server was started.
 */
used: number, 
/**
 * Games learnt by training since the server was started.
 */
played: number, 
/**
 * The game under way, or the last one while none is; null before the first.
 */
game: TrainingGameView | null, };

export type TrainingGameView = { 
/**
 * The full name of the game.
 */
game: string, 
/**
 * The players: bots by their names. A learner on both sides plays itself.
 */
players: [string, string], 
/**
 * The moves so far.
 */
moves: Array<string>, 
/**
 * True if it measures the brain for its learning curve, and is not learnt.
 */
measures: boolean, };

export type CurveView = { 
/**
 * The full name of the game.
 */
game: string, 
/**
 * The brain.
 */
brain: string, 
/**
 * Games it has learnt by now.
 */
games: number, 
/**
 * Its results against fixed opponents, in the order in which they were measured.
 */
points: Array<CurvePoint>, };

export type CurvePoint = { 
/**
 * Games the brain had learnt.
 */
games: number, 
/**
 * The opponent's name.
 */
opponent: string, 
/**
 * Games won, as first and as second player together.
 */
wins: number, 
/**
 * Games drawn.
 */
draws: number, 
/**
 * Games lost.
 */
losses: number, };

export type TreeRequest = { 
/**
 * The game. A written tree is one: `tree:(a:1 b:2)`.
 */
game: string, 
/**
 * The position where it begins; null for the opening.
 */
position: string | null, 
/**
 * The moves from there to the root of the tree, parted by blanks.
 */
moves: string, 
/**
 * The tree of what.
 */
view: TreeViewRequest, 
/**
 * The bot of the trace, for that view only; null for the bot that suits the game.
 */
bot: string | null, 
/**
 * The random seed of the bot.
 */
seed: number, 
/**
 * The short name of the server's proof, for that view only; null for the first that covers the position.
 */
proof: string | null, 
/**
 * Plies below the root at most; null for as many whole levels as there is room for.
 */
depth: number | null, 
/**
 * True if positions that are the same up to symmetry are merged. Not for traces.
 */
merge: boolean, 
/**
 * The most children of every node, the best first. Coloured trees, traces and proofs only.
 */
best: number | null, 
/**
 * Only the principal variation and nodes at most this many plies off it. Coloured trees, traces and proofs only.
 */
along: number | null, 
/**
 * The most nodes of the answer, 1 to 3000; null for 300.
 */
most: number | null, 
/**
 * The player of the strategy or proof, for those views only; null for the winner, else the side to move.
 */
player: Side | null, };

export type TreeViewRequest = "full" | "coloured" | "decision" | "trace" | "proof";

export type GrownTree = { 
/**
 * The full name of the game.
 */
game: string, 
/**
 * Its family.
 */
family: string, 
/**
 * The names of the players, in English.
 */
players: [string, string], 
/**
 * The board.
 */
board: BoardView, 
/**
 * The position at the root.
 */
position: string, 
/**
 * The nodes, the root first, parents before their children.
 */
nodes: Array<TreeNodeView>, 
/**
 * Omitted nodes.
 */
left_out: number, 
/**
 * True if there are even more of them, which were not counted.
 */
left_out_more: boolean, 
/**
 * The default depth it was cut at, if the request named none.
 */
cut_at: number | null, 
/**
 * True if its values follow from the rules alone: false if the game is too large to be solved at once.
 */
solved: boolean, 
/**
 * Of one strategy: whose it is and how large.
 */
strategy: StrategyView | null, 
/**
 * Of a trace: what the bot said.
 */
search: TreeSearchView | null, 
/**
 * Of a Monte Carlo search: its first playouts.
 */
playouts?: Array<PlayoutView>, 
/**
 * Of a proof: its name, and its claim about the position at the root.
 */
proof: TreeProofView | null, };

export type StrategyView = { 
/**
 * Its player.
 */
player: Side, 
/**
 * The value that it guarantees.
 */
value: WorthView, 
/**
 * The ends of its tree with nothing merged: no strategy that gets as much has fewer.
 */
leaves: number, 
/**
 * All nodes of that tree.
 */
nodes: number, };

export type TreeSearchView = { 
/**
 * Its name with its options.
 */
bot: string, 
/**
 * The move that it chose.
 */
best: string, 
/**
 * The value of the position.
 */
value: WorthView | null, 
/**
 * Positions visited, the root included.
 */
nodes: number, 
/**
 * True if it was stopped before it was done, by the time limit.
 */
stopped: boolean, };

export type PlayoutView = { 
/**
 * The nodes from the root on.
 */
path: Array<number>, 
/**
 * The result that each of them counted, from -1 to 1.
 */
results: Array<number>, 
/**
 * The visits of each of them and their mean afterwards.
 */
tallies: Array<[number, number]>, 
/**
 * The place in the path of the node that got its children.
 */
expanded: number | null, 
/**
 * True if a random game was played; false if the last node's value was known.
 */
random: boolean, };

export type TreeProofView = { 
/**
 * Its short name.
 */
name: string, 
/**
 * The player whose moves the proof gives.
 */
player: Side, 
/**
 * True if that player wins; otherwise it is proved that the player does not lose.
 */
wins: boolean, 
/**
 * The plies that a win takes from here at most.
 */
plies: number | null, 
/**
 * The positions of the whole proof for this claim, from its start.
 */
positions: number, };

export type EndsBy = { "kind": "threats", 
/**
 * The prover's moves with the replies that hold out longest.
 */
moves: Array<string>, } | { "kind": "pairs", 
/**
 * Pairs of moves: the opponent plays one of a pair, the prover answers with the other.
 */
pairs: Array<[string, string]>, 
/**
 * True if pairs do not answer everything: against the rest the prover plays the move of the greatest
 * weight.
 */
weight: boolean, } | { "kind": "connections" } | { "kind": "elsewhere" };

export type WorthView = { 
/**
 * In few characters: `W3`, `L`, `=`, `5`, `≈2.5`; `≈62%` if it comes from games.
 */
text: string, 
/**
 * In points; a win counts as much as in the evaluation.
 */
points: number, 
/**
 * Plies to a win or a loss that is proved; null for everything else.
 */
plies: number | null, };

export type SpanView = { 
/**
 * The first player has this for sure elsewhere.
 */
alpha: WorthView | null, 
/**
 * The second player has this for sure elsewhere.
 */
beta: WorthView | null, };

export type Bound = "exact" | "lower" | "upper";

export type End = "searched" | "cut" | "over" | "horizon" | "table" | "tactics" | "reduced" | "chance" | "repeated" | "proved" | "skipped" | "unvisited";

export type WinnerView = "first" | "second" | "draw";

export type TreeNodeView = { 
/**
 * The place of its parent; null for the root.
 */
parent: number | null, 
/**
 * The places of other nodes that lead here as well, where positions are merged.
 */
also?: Array<number>, 
/**
 * The move that leads here.
 */
text?: string, 
/**
 * The number of moves of its parent that lead here, up to symmetry.
 */
ways: number, 
/**
 * Its probability, below a chance node.
 */
probability?: number, 
/**
 * The position.
 */
position: string, 
/**
 * The side that decides there, or chance.
 */
turn: TurnView, 
/**
 * Plies below the root.
 */
ply: number, 
/**
 * The pieces and facts of the position.
 */
scene: SceneView, 
/**
 * Its number in the order of visits, the root being 1; none if it was never visited.
 */
order?: number, 
/**
 * Plies that were to be looked ahead from here.
 */
depth?: number, 
/**
 * The window on entry.
 */
window?: SpanView, 
/**
 * The window when it was left, where it is another.
 */
window_after?: SpanView, 
/**
 * Its value.
 */
value?: WorthView, 
/**
 * The meaning of the value: exact, or a bound.
 */
bound: Bound, 
/**
 * Why the search went no further, or did not come here.
 */
end: End, 
/**
 * Of a proof: by what it goes no further here.
 */
ends_by?: EndsBy, 
/**
 * True if it is on the principal variation.
 */
principal: boolean, 
/**
 * Playouts or lessons that went through here, and their mean.
 */
tally?: [number, number], 
/**
 * The winner from here.
 */
winner?: WinnerView, 
/**
 * Omitted nodes below.
 */
hidden: number, 
/**
 * True if there are even more of them.
 */
hidden_more: boolean, };

