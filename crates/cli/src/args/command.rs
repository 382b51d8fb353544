//! All commands, with their examples.

use std::path::PathBuf;

use clap::Subcommand;
use clap_complete::Shell;

use super::{
    AnalyseArgs, BenchArgs, BotArgs, BotCommand, BotsArgs, BrainCommand, CheckArgs, ClassArgs, CompareArgs,
    CountArgs, EngineArgs, EvalArgs, GamesArgs, GradeArgs, LearnArgs, MatchArgs, McpArgs, MergeArgs, NewArgs,
    PartArgs, PartsCommand, PerftArgs, PlayArgs, PuzzlesArgs, ServeArgs, ShowArgs, SiteArgs, SolveArgs,
    TournamentArgs, TreeArgs, TuneArgs, VerifyArgs,
};

#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the games with their options, or describe one
    #[command(after_help = "Examples:
  plywood games
  plywood games qubic          lines, symmetries, evaluations of one game
  plywood games --json")]
    Games(GamesArgs),
    /// List the bots with their options
    #[command(after_help = "Examples:
  plywood bots
  plywood bots --game pig      with the bots that only play this game")]
    Bots(BotsArgs),
    /// Draw a position
    #[command(after_help = "Examples:
  plywood show pikkpakk
  plywood show cube3 --moves '222 111'
  plywood show tictactoe --position 'xox/o1o/x2 x'
  plywood show --record games.txt --game-number 2 --ply 10
  plywood show --record hexgui.sgf --format record
  plywood show connect4 --batch positions.txt")]
    Show(ShowArgs),
    /// Count move paths of an exact length
    #[command(after_help = "Examples:
  plywood perft pikkpakk 4
  plywood perft connect4 6 --divide")]
    Perft(PerftArgs),
    /// Count all reachable positions
    #[command(after_help = "Examples:
  plywood count tictactoe
  plywood count pikkpakk:size=3 --max 1000000")]
    Count(CountArgs),
    /// Evaluate a position and its children without looking ahead
    #[command(after_help = "Examples:
  plywood eval cube3 --moves 222
  plywood eval pikkpakk --eval none
  plywood eval tictactoe --batch positions.txt")]
    Eval(EvalArgs),
    /// Find the best move and say why
    #[command(after_help = "Examples:
  plywood analyse tictactoe --position 'xox/o1o/x2 x' --bot engine
  plywood analyse cube3 --moves 111 --bot rules:depth=5
  plywood analyse pig --position '20 47 14 first' \\
      --bot expectiminimax:depth=6 --all
  plywood analyse connect4 --bot engine:depth=10 --batch positions.txt")]
    Analyse(AnalyseArgs),
    /// Find the exact value of a position
    #[command(
        after_help = "Without --within: win, loss or draw for the side to move, by alpha-beta to the end of the game. The plies \
of a win or a loss suffice for it; in games of more than 16 plies there may be a quicker one, but never in connect four on \
boards up to 8x7. Games that may never end need --depth, and are solved only if a player can force the end within that many plies.

With --within PLIES: find out if a side can force a win within PLIES, and the quickest such win. This works for any game \
and for either side.

Examples:
  plywood solve mnk:m=4,n=4,k=4
  plywood solve connect4:m=5,n=5
  plywood solve cube3:opening=nocentre --json
  plywood solve pikkpakk --within 17
  plywood solve pikkpakk --within 10 --side second
  plywood solve 'tree:(a:3 b:(c:1 d:5))'
  plywood solve tictactoe --method enumerate -o ttt.table
  echo 'moves d d d d' | plywood solve connect4:m=5,n=5 --batch -
  plywood solve pig --against hold:at=20"
    )]
    Solve(SolveArgs),
    /// Make puzzles: positions in which exactly one move wins, or draws
    #[command(
        after_help = "Bots of middling levels play each other, and positions of their games are puzzles if the values of all moves are \
proved and one move is better than all others. No two puzzles are the same up to symmetry. The same seed gives the same \
puzzles with any number of threads. The format of the file is in book/src/reference/puzzle-files.md.

Examples:
  plywood puzzles connect4 --count 5
  plywood puzzles othello:size=6 --count 200 --seed 7 -o othello.jsonl
  plywood puzzles hex:size=5 --count 20 --nodes 100000 --json"
    )]
    Puzzles(PuzzlesArgs),
    /// Draw the tree of a game, a strategy, a search or a proof
    #[command(
        after_help = "Values are for the first player: W a win, L a loss, = a draw (W3: in 3 plies), numbers as they are, \
≈ an estimate. Large trees are truncated: --most, --depth, --best and --along set how much is shown, and omitted \
nodes are counted.

Examples:
  plywood tree tictactoe --merge --depth 2 -o plies.svg   1, 3 and 12 positions
  plywood tree tictactoe --view coloured --merge --most 765 -o all.svg
  plywood tree tictactoe --view decision --player second --merge -o draw.svg
  plywood tree mnk:m=4,n=3,k=3 --view decision --merge -o win.svg
  plywood tree 'tree:(a:(3 12 8) b:(2 4 6) c:(14 5 2))' --bot minimax
  plywood tree 'tree:(a:(3 12 8) b:(2 4 6) c:(14 5 2))' \\
      --bot alphabeta -o cuts.svg
  plywood tree pig --bot expectiminimax:depth=3 --most 60 -o dice.svg
  plywood tree connect4 --bot mcts:playouts=2000 --most 40 -o visits.svg
  plywood tree cube3 --proof win.proof --depth 3
  plywood tree tictactoe --view numbers --best 3 -o numbers.svg
  plywood tree tree:lesson.txt --view coloured --format dot"
    )]
    Tree(TreeArgs),
    /// Compare searches by depth: nodes, time, and what pruning saves
    #[command(
        after_help = "Each search looks 1, 2, 3, ... plies ahead, up to --time or --depth. The table also has the nodes of the whole tree \
to that depth (counted, or estimated after a ≈) and the minimum that alpha-beta must visit in an even tree of that size: \
about the square root.

Examples:
  plywood compare tictactoe
  plywood compare connect4 --bot minimax --bot alphabeta --depth 6
  plywood compare pig --time 5s
  plywood compare qubic --bot engine:disable=table \\
      --bot engine -o nodes.svg
  plywood compare pikkpakk -o time.svg --plot time"
    )]
    Compare(CompareArgs),
    /// Check a proof file
    #[command(
        after_help = "A proof shows how a player wins or holds a position against any play. It is checked by the rules of the game \
alone, without the code that searches for proofs (book/src/reference/proof-files.md). A file that was truncated, changed, or made for \
another game or other rules is refused with exit code 1.

Examples:
  plywood verify mnk:m=4,n=3,k=3 win.proof
  plywood verify cube3 win.proof --json
  plywood play cube3 --first perfect:proof=win.proof   plays as the proof says
  plywood analyse cube3 --bot perfect:proof=win.proof
  plywood tree cube3 --proof win.proof --depth 3          and of all replies"
    )]
    Verify(VerifyArgs),
    /// Play a game at the terminal
    #[command(
        after_help = "Without a game it asks for one. While playing, type a move, or: rules, moves, hint, why, \
undo, redo, save FILE, resign, help, quit.

Examples:
  plywood play
  plywood play tictactoe
  plywood play pig --first human --second expectiminimax:depth=6
  plywood play qubic --first human --second human --save games.txt
  plywood play pikkpakk --first random --second rules --seed 3"
    )]
    Play(PlayArgs),
    /// Play many games between two bots, sides swapped every game
    #[command(after_help = "Examples:
  plywood match tictactoe engine random --games 1000
  plywood match pig expectiminimax hold:at=21 --games 10000 --seed 7
  plywood match pikkpakk rules:depth=2 random --games 200 \\
      --openings random:4 --save games.txt
  plywood match connect4 engine:depth=4 rules --clock 10s+0.1s \\
      --openings random:4
  plywood match cube3 engine:depth=4 engine:depth=3 \\
      --openings random:4 --sprt elo0=0,elo1=10

A sequential test needs games that differ: --openings random:4 begins each pair of games with four random plies, and \
both bots play both sides of them.")]
    Match(MatchArgs),
    /// Hold a tournament of many players, from where it was interrupted
    #[command(
        after_help = "With a file of records (--records, or beside FILE) every game is kept as soon as it is over: the same command goes on after \
any interruption, and takes more pairs and players. It prints the same table at the end.

Examples:
  plywood tournament league.toml -o league.html
  plywood tournament --game connect4 --player random --player rules \\
      --player deep=engine:depth=4 --openings random:4
  plywood tournament --game hex:size=5 --player mcts --player engine \\
      --player 'exec:python3 bot.py' --format swiss --records league.games"
    )]
    Tournament(TournamentArgs),
    /// Put parts of work together that other commands did with --part
    #[command(
        after_help = "With --part I/N those commands do the I-th of N parts of their work, on any machine, and write it to a file. \
Merged, the parts say what one run would have said, and a part that is missing is named with the command that makes it. The order \
of the files does not count, nor what was done twice.

Examples:
  plywood tournament league.toml --part 1/2     on one machine
  plywood tournament league.toml --part 2/2     on another one
  plywood merge 1-of-2.part 2-of-2.part -o league.html"
    )]
    Merge(MergeArgs),
    /// Measure how good the moves of players are, against exact values
    #[command(
        after_help = "A PLAYER is a bot, or records:FILE for the players of the games in a file. The exact values of all moves of a position come \
from --table, from the game as a whole where it is small, from the game's own solver, or from a search to the end. Positions \
whose values are not found with --nodes are counted, and are part of no figure.

Decisions are positions in which at least one legal move throws value away. Regret is the loss of a move in chance of winning. \
Intervals are those of 95 %. The opening of a game is a third of the mean length of random games, the middle another third.

Without --positions, --sample, --ply, --played-by, --all or --against: the positions of the records, or 1000 of random play. Without --baselines, the \
bots random and rules and the levels 1 to 5 are graded too; all adds the levels 6 to 8, which take a second a move at most.

Examples:
  plywood grade connect4 engine:nodes=2000 mcts:playouts=500 --sample 5000
  plywood grade tictactoe 'exec:python3 bot.py' --all -o grades.html
  plywood grade connect4 mcts --sample 200 --ply 20 --played-by level:n=5
  plywood grade othello:size=6 level:n=3 --against level:n=5 --games 20
  plywood grade connect4 records:games.txt --baselines none -o grades.csv
  plywood grade tictactoe first --table ttt.table --all --json"
    )]
    Grade(GradeArgs),
    /// Grade the programs of a class
    #[command(
        after_help = "DIR has the file assignment.toml and the folder submissions, with one program for each student: a file that can be run, or \
a folder with bot.toml. Each program is checked ('plywood bot check'), its moves are graded ('plywood grade'), and all play \
a ladder ('plywood tournament'). DIR/results gets class.html, a report for each student, results.json, and a results.json of \
Gradescope for each.

In assignment.toml the games are enough; the rest has defaults (see the book, 'plywood class'):
  games = [\"connect4\"]
  references = [\"random\", \"level:n=3\"]

The same command continues an interrupted run. A program that has not changed is not run again; only its games against those \
that have are played.

Programs have limits of time and memory. If bubblewrap (bwrap) is installed, each runs without network, and without files but its own \
and those of the system. Without it the Linux kernel refuses them files and TCP (Landlock). The reports say which isolation there was.

Examples:
  plywood class homework
  plywood class homework --jobs 1 --json"
    )]
    Class(ClassArgs),
    /// Tune the weights of an evaluation by self-play
    #[command(
        after_help = "Each iteration varies all weights at once, up and down. Bots with the two variants play each other, and the weights \
move a little toward those of the winner. At the end, or after Ctrl-C, the weights are printed; a complete run also \
tests them against the built-in ones. The same seed gives the same weights.

Examples (where the game has an evaluation with weights: 'plywood games GAME' lists them):
  plywood tune GAME --eval NAME --iterations 2000 --out weights.json
  plywood tune GAME --resume weights.json   continues after an interruption
  plywood tune GAME --test weights.json --sprt elo0=0,elo1=5 \\
      --bot engine:nodes=10000
  plywood match GAME engine:eval=NAME@WEIGHT=12+OTHER=-5 \\
      engine:eval=NAME --openings random:4"
    )]
    Tune(TuneArgs),
    /// Train a learner and save its knowledge in a file, its brain
    #[command(
        after_help = "Stages run in order, against 'self' or any bot; sides are swapped every game. The same command continues an \
interrupted run, and adds a new run to a finished one. The same seed gives the same brain.

Examples:
  plywood learn tictactoe --brain ttt.brain --stage 20000 self \\
      --stage 80000 random
  plywood learn pikkpakk --brain pp.brain --stage 20000 random \\
      --stage 20000 rules:depth=1 --against random --against rules:depth=1 \\
      --curve curve.svg
  plywood learn connect4 --brain c4.brain --records games.txt
  plywood play tictactoe --second learner:brain=ttt.brain,learn=on"
    )]
    Learn(LearnArgs),
    /// Show, export, import, merge or empty a brain
    #[command(subcommand)]
    Brain(BrainCommand),
    /// Make one file of a table in parts
    #[command(subcommand)]
    Table(PartsCommand),
    /// Play random games and check every law that a game must obey
    #[command(after_help = "Examples:
  plywood check pikkpakk:variant=capture
  plywood check tree:lesson.txt --games 10")]
    Check(CheckArgs),
    /// Measure the searches on fixed positions
    #[command(
        after_help = "The signature is the number of positions that all searches visit together. It is the same on every \
machine, and changes if a search visits other positions.

Examples:
  plywood bench
  plywood bench --games connect4 qubic
  plywood bench --quick --expect 1234567     fails if the signature differs"
    )]
    Bench(BenchArgs),
    /// Serve the web app: everything in the browser
    #[command(after_help = "Examples:
  plywood serve   then open http://127.0.0.1:7777/
  plywood serve --listen 0.0.0.0:80 --host games.example --data /srv/plywood
  plywood serve --listen 127.0.0.1:0 --json      any free port, printed as JSON
  plywood serve --proofs proofs/   with proofs to play and to answer by
  plywood serve --train 50%        the shared brains learn while nobody plays

Games in progress, records and brains are saved in the folder of --data. You can kill the server at any moment and \
start it again. Ctrl-C stops it.")]
    Serve(ServeArgs),
    /// Write the web app as files, for any static host
    #[command(after_help = "The page needs no server of its own: rules, searches and learning run in the \
browser. Two people cannot play each other there, and every browser has brains \
of its own.

Examples:
  plywood site public   then put the folder public on any static host
  plywood site --serve  then open http://127.0.0.1:7778/")]
    Site(SiteArgs),
    /// Play under a manager that speaks UGI, UCI for any game
    #[command(
        after_help = "The lines are in book/src/reference/protocols.md. A bot without limits takes those of the manager's 'go'.

Examples:
  plywood ugi connect4
  plywood ugi othello --bot mcts
  printf 'position startpos moves d\\ngo depth 8\\n' | plywood ugi connect4"
    )]
    Ugi(EngineArgs),
    /// Play Hex or k in a row under a controller that speaks GTP
    #[command(after_help = "The Go Text Protocol, version 2. Black, or red, moves first. The lines are in \
book/src/reference/protocols.md.

Examples:
  plywood gtp hex
  plywood gtp hex:size=7 --bot mcts
  plywood gtp gomoku --bot engine:time=1s")]
    Gtp(EngineArgs),
    /// Play five in a row under a manager of Gomocup
    #[command(
        after_help = "Boards have sides of 5 to 32 cells; five or more in a row win, or exactly five. The lines are in \
book/src/reference/protocols.md.

Examples:
  plywood gomocup
  plywood gomocup --bot mcts"
    )]
    Gomocup(BotArgs),
    /// Answer questions for moves as lines of JSON
    #[command(
        after_help = "Every line is a question with a game and a position, and its answer is a line with a move. The lines are in \
book/src/reference/protocols.md.

Examples:
  plywood exec --bot engine:depth=6
  echo '{\"game\": \"tictactoe\", \"history\": [\"b2\"]}' | plywood exec"
    )]
    Exec(BotArgs),
    /// Give assistants tools to play, analyse and solve games
    #[command(after_help = "The Model Context Protocol over standard input and output. The tools are in \
book/src/reference/protocols.md. No tool writes a file, and none reads one but \
verify_proof, in the folder of --proofs.

Examples:
  plywood mcp
  plywood mcp --proofs proofs/")]
    Mcp(McpArgs),
    /// Write a crate with your own game or your own bot
    #[command(after_help = "The crate builds and plays at once, with every command of this program.

Examples:
  plywood new chomp
  cd chomp && cargo run --release -- play chomp
  plywood new my-bot --bot
  cd my-bot && cargo run --release -- match tictactoe mine random")]
    New(NewArgs),
    /// Write a bot in another language, or check a program that is a bot
    #[command(subcommand)]
    Bot(BotCommand),
    /// Print completions for a shell
    #[command(after_help = "Examples:
  plywood completions bash > ~/.local/share/bash-completion/completions/plywood
  plywood completions zsh > ~/.zfunc/_plywood")]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write the manual pages to a folder
    #[command(after_help = "Examples:
  plywood man ~/.local/share/man/man1
  man plywood-solve")]
    Man {
        /// The folder, created if missing
        dir: PathBuf,
    },
}

impl Command {
    /// The part of its work that the command is to do, if its work has parts.
    pub fn part_mut(&mut self) -> Option<&mut PartArgs> {
        match self {
            Command::Match(args) => Some(&mut args.part),
            Command::Tournament(args) => Some(&mut args.part),
            Command::Grade(args) => Some(&mut args.part),
            Command::Puzzles(args) => Some(&mut args.part),
            Command::Show(ShowArgs { batch, .. })
            | Command::Eval(EvalArgs { batch, .. })
            | Command::Analyse(AnalyseArgs { batch, .. })
            | Command::Solve(SolveArgs { batch, .. }) => Some(&mut batch.part),
            _ => None,
        }
    }

    /// The game whose rules the answer relies on.
    pub fn relies_on(&self) -> Option<&str> {
        match self {
            Command::Solve(args) => Some(&args.game.game),
            Command::Count(args) => Some(&args.game.game),
            Command::Puzzles(args) => Some(&args.game),
            Command::Grade(args) => Some(&args.game),
            Command::Match(args) => Some(&args.game.game),
            Command::Learn(args) => Some(&args.game.game),
            _ => None,
        }
    }

    /// The game that a command shows, plays or answers about, for its warning.
    pub fn played(&self) -> Option<&str> {
        match self {
            Command::Show(args) => args.game.as_deref(),
            Command::Analyse(args) => Some(&args.game.game),
            Command::Ugi(args) | Command::Gtp(args) => Some(&args.game),
            Command::Play(args) => args.game.as_deref(),
            _ => self.relies_on(),
        }
    }

    /// The files that the command is to write, and true if it prints JSON.
    pub fn written_files(&self) -> (Vec<&PathBuf>, bool) {
        match self {
            Command::Solve(args) => {
                (args.question.out.iter().chain(&args.question.surface).collect(), args.json.json)
            }
            Command::Tree(args) => (args.out.iter().collect(), args.json.json),
            Command::Puzzles(args) => (args.out.iter().collect(), args.json.json),
            Command::Compare(args) => (args.out.iter().collect(), args.json.json),
            Command::Grade(args) => (args.output.iter().collect(), args.json.json),
            Command::Tournament(args) => (args.output.iter().collect(), args.json.json),
            Command::Merge(args) => (args.output.iter().collect(), args.json.json),
            Command::Tune(args) => (args.out.iter().collect(), args.json.json),
            Command::Learn(args) => (args.curve.iter().collect(), args.json.json),
            Command::Brain(BrainCommand::Export(args)) => (args.output.iter().collect(), args.json),
            Command::Table(PartsCommand::Join(args)) => (vec![&args.file], args.json.json),
            _ => (Vec::new(), false),
        }
    }
}
