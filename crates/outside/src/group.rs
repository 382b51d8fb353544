//! A program with the processes that it starts, as a group of Unix.

use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

/// A program and the processes that it starts.
pub(crate) struct ProcessGroup(Pid);

impl ProcessGroup {
    /// Starts a program in a group of its own.
    pub fn start(command: &mut Command) -> io::Result<(Child, ProcessGroup)> {
        let child = command.process_group(0).spawn()?;
        let group = ProcessGroup(Pid::from_child(&child));
        Ok((child, group))
    }

    /// The number of its processes that are running. 0 where the system does not list its processes in `/proc`.
    pub fn count(&self) -> usize {
        if !cfg!(target_os = "linux") {
            return 0;
        }
        let Ok(entries) = std::fs::read_dir("/proc") else { return 0 };
        let group = self.0.as_raw_nonzero().get();
        let names = entries.flatten().map(|entry| entry.file_name());
        let numbers = names.filter_map(|name| name.to_str()?.parse::<u32>().ok());
        numbers
            .filter_map(|number| std::fs::read_to_string(format!("/proc/{number}/stat")).ok())
            .filter(|stat| group_of(stat) == Some(group))
            .count()
    }

    /// True if the program itself has ended. It is not reaped yet: until then no other group can have its number.
    pub fn has_ended(&self, _: &mut Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(self.0), options), Ok(None))
    }

    /// Kills all of them. The number of a group is free only after its leader was reaped.
    pub fn kill(&mut self, _: &mut Child) {
        // An error means that all have ended.
        let _ = kill_process_group(self.0, Signal::KILL);
    }
}

/// The group in a line of `/proc/PID/stat`: `pid (name) state ppid pgrp …`. The name may contain anything.
fn group_of(stat: &str) -> Option<i32> {
    let (_, after_name) = stat.rsplit_once(')')?;
    after_name.split_whitespace().nth(2)?.parse().ok()
}
