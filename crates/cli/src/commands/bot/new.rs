//! `bot new`: a bot in another language.

use crate::args::{BotNewArgs, Language};
use crate::files;
use crate::output::{CommandResult, Failure, Output};

/// A bot to begin with.
struct Template {
    file: &'static str,
    text: &'static str,
    /// The command that compiles it in its folder, if it has to be.
    compile: Option<&'static str>,
    /// The command that runs it, with `DIR` for its folder.
    run: &'static str,
}

fn template(language: Language) -> Template {
    match language {
        Language::Python => Template {
            file: "bot.py",
            text: include_str!("../../../templates/bots/bot.py"),
            compile: None,
            run: "python3 DIR/bot.py",
        },
        Language::Javascript => Template {
            file: "bot.js",
            text: include_str!("../../../templates/bots/bot.js"),
            compile: None,
            run: "node DIR/bot.js",
        },
        Language::C => Template {
            file: "bot.c",
            text: include_str!("../../../templates/bots/bot.c"),
            compile: Some("cc -O2 -o bot bot.c"),
            run: "DIR/bot",
        },
        Language::Rust => Template {
            file: "bot.rs",
            text: include_str!("../../../templates/bots/bot.rs"),
            compile: Some("rustc --edition 2024 -O -o bot bot.rs"),
            run: "DIR/bot",
        },
    }
}

/// Runs the command.
pub fn run(args: &BotNewArgs) -> CommandResult {
    let dir = &args.dir;
    if dir.exists() {
        return Err(Failure::Wrong(format!("'{}' is there already; name a new folder", dir.display())));
    }
    let Template { file, text, compile, run } = template(args.lang);
    files::make_folder(dir)?;
    let compile_here = compile.map(|command| format!("  {command}\n")).unwrap_or_default();
    let here = tries(&run.replace("DIR", "."));
    let readme = format!(
        "# A bot for Plywood\n\nThe bot is `{file}`. In this folder:\n\n{}{}\nThe lines that it reads and writes are those of `exec` in the \
         chapter on programs from outside of Plywood's book.\n",
        indented(&compile_here),
        indented(&here),
    );
    for (name, text) in [(file, text), ("README.md", &readme)] {
        files::write(&dir.join(name), |out| out.write_all(text.as_bytes()))?;
    }
    // A word without a folder would be searched for in the path.
    let name = dir.display().to_string();
    let folder = if name.contains('/') { name.clone() } else { format!("./{name}") };
    let compile = compile.map(|command| format!("  (cd {folder} && {command})\n")).unwrap_or_default();
    let tries = tries(&run.replace("DIR", &folder));
    Ok(Output::text(format!("{name}: a bot, in {file}\n\nTry it:\n{compile}{tries}")))
}

/// Commands that run the bot, a line each.
fn tries(command: &str) -> String {
    format!(
        "  plywood bot check '{command}' tictactoe\n  plywood match connect4 'exec:{command}' random\n  \
         plywood play connect4 --second 'exec:{command}'\n"
    )
}

/// Lines as code in Markdown.
fn indented(lines: &str) -> String {
    lines.lines().map(|line| format!("  {line}\n")).collect()
}
