//! `table`: tables of all values, in one file or in parts.

use plywood_workshop::{is_part_in, parts_of_table};
use serde_json::json;

use crate::args::{PartsCommand, TableJoinArgs};
use crate::files;
use crate::output::{CommandResult, Failure, Output, counted, grouped};

/// Runs the command.
pub fn run(command: &PartsCommand) -> CommandResult {
    match command {
        PartsCommand::Join(args) => join(args),
    }
}

/// One file of all parts.
fn join(args: &TableJoinArgs) -> CommandResult {
    files::check_writable(&args.file)?;
    files::check_kind(&args.file, "a table of values", &["table"])?;
    if args.folder.is_file() {
        return Err(Failure::Wrong(format!(
            "'{}' is a file; name the folder with the parts of a table ('solve --method enumerate --parts')",
            args.folder.display()
        )));
    }
    if is_part_in(&args.folder, &args.file) {
        let file = args.file.display();
        return Err(Failure::Wrong(format!("'{file}' is the name of a part; write to another file")));
    }
    let parts = parts_of_table(&args.folder)?;
    let mut bytes = 0;
    files::write(&args.file, |out| {
        bytes = parts.write(out)?;
        Ok(())
    })?;
    let (file, positions) = (args.file.display(), parts.counts().positions);
    Ok(Output::either(
        args.json.json,
        || json!({"game": parts.game(), "parts": parts.parts(), "positions": positions, "bytes": bytes}),
        || {
            let (of, parts) = (parts.game(), counted(parts.parts() as u64, "part"));
            let positions = grouped(positions);
            format!("{of}: {positions} positions in {parts}\nwritten to {file}: {}\n", counted(bytes, "byte"))
        },
    ))
}
