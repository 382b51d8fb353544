//! The number of processes in a group.

use rustix::process::Pid;

/// The processes of a group that are running. 0 where the system does not list its processes in `/proc`.
pub(crate) fn count(group: Pid) -> usize {
    if !cfg!(target_os = "linux") {
        return 0;
    }
    let Ok(entries) = std::fs::read_dir("/proc") else { return 0 };
    let group = group.as_raw_nonzero().get();
    let names = entries.flatten().map(|entry| entry.file_name());
    let numbers = names.filter_map(|name| name.to_str()?.parse::<u32>().ok());
    numbers
        .filter_map(|number| std::fs::read_to_string(format!("/proc/{number}/stat")).ok())
        .filter(|stat| group_of(stat) == Some(group))
        .count()
}

/// The group in a line of `/proc/PID/stat`: `pid (name) state ppid pgrp …`. The name may contain anything.
fn group_of(stat: &str) -> Option<i32> {
    let (_, after_name) = stat.rsplit_once(')')?;
    after_name.split_whitespace().nth(2)?.parse().ok()
}
