//! A program with all the processes that it starts, as a job of Windows.

use std::io;
use std::os::windows::io::AsRawHandle as _;
use std::os::windows::process::CommandExt as _;
use std::process::{Child, Command};

use win32job::{ExtendedLimitInfo, Job};

/// Ctrl-C is for this program, and not for those that it starts.
const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
/// They have pipes, and need no window.
const CREATE_NO_WINDOW: u32 = 0x0800_0000;

/// A program and the processes that it starts.
pub(crate) struct ProcessGroup {
    /// All of them end when this is closed, even if this program is killed.
    job: Option<Job>,
}

impl ProcessGroup {
    /// Starts a program in a group of its own.
    pub fn start(command: &mut Command) -> io::Result<(Child, ProcessGroup)> {
        let mut limits = ExtendedLimitInfo::new();
        limits.limit_kill_on_job_close();
        let job = Job::create_with_limit_info(&limits).map_err(io::Error::other)?;
        let mut child = command.creation_flags(CREATE_NEW_PROCESS_GROUP | CREATE_NO_WINDOW).spawn()?;
        // What it started before this line is not in the job; there is next to no time for that.
        if let Err(error) = job.assign_process(child.as_raw_handle() as isize) {
            let _ = child.kill();
            let _ = child.wait();
            return Err(io::Error::other(error));
        }
        Ok((child, ProcessGroup { job: Some(job) }))
    }

    /// The number of its processes that are running.
    pub fn count(&self) -> usize {
        let job = self.job.as_ref();
        job.and_then(|job| job.query_process_id_list().ok()).map_or(0, |processes| processes.len())
    }

    /// True if the program itself has ended.
    pub fn has_ended(&self, child: &mut Child) -> bool {
        !matches!(child.try_wait(), Ok(None))
    }

    /// Ends all of them.
    pub fn kill(&mut self, child: &mut Child) {
        self.job = None;
        // Where it was not in the job; an error means that it has ended.
        let _ = child.kill();
    }
}
