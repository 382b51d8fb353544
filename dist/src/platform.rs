//! The machines that a release is for.

use std::path::Path;

/// A kind of machine that gets an archive and a wheel.
#[derive(Debug)]
pub struct Platform {
    /// The name in orders: system and processor.
    pub name: &'static str,
    /// The target of the program. Those for Linux need nothing of the system, not even its C library.
    pub program: &'static str,
    /// The target of the native part of the wheel, which is loaded by a Python with the system's C library.
    pub wheel: &'static str,
    /// The linker: zig links for Linux, MinGW is the one that Rust's own target for Windows is made for, and macOS has its own.
    pub linker: Linker,
    /// The programs that run this platform's on a Linux machine, the first that is there; empty where none is known.
    pub runners: &'static [&'static str],
}

/// A linker with the C compiler that belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linker {
    /// `ziglang` of PyPI, called by `cargo-zigbuild`.
    Zig,
    /// `gcc-mingw-w64-x86-64` of Debian and its kin.
    Mingw,
    /// The system's own. The program needs parts of Apple's SDK (Foundation, CoreFoundation, objc), which zig does not have.
    Apple,
}

/// The platforms of a release.
pub const PLATFORMS: &[Platform] = &[
    Platform {
        name: "linux-x86_64",
        program: "x86_64-unknown-linux-musl",
        wheel: "x86_64-unknown-linux-gnu",
        linker: Linker::Zig,
        runners: &[],
    },
    Platform {
        name: "linux-aarch64",
        program: "aarch64-unknown-linux-musl",
        wheel: "aarch64-unknown-linux-gnu",
        linker: Linker::Zig,
        runners: &["qemu-aarch64-static", "qemu-aarch64"],
    },
    Platform {
        name: "windows-x86_64",
        program: "x86_64-pc-windows-gnu",
        wheel: "x86_64-pc-windows-gnu",
        linker: Linker::Mingw,
        runners: &["wine"],
    },
    Platform {
        name: "macos-aarch64",
        program: "aarch64-apple-darwin",
        wheel: "aarch64-apple-darwin",
        linker: Linker::Apple,
        runners: &[],
    },
];

impl Platform {
    /// True if the machine that this runs on can build it: Linux builds all but macOS, others what is theirs.
    pub fn builds_here(&self) -> bool {
        self.is_here() || cfg!(target_os = "linux") && self.linker != Linker::Apple
    }

    /// True if this is the kind of machine that this runs on.
    pub fn is_here(&self) -> bool {
        self.name == format!("{}-{}", std::env::consts::OS, std::env::consts::ARCH)
    }

    pub fn is_windows(&self) -> bool {
        self.name.starts_with("windows")
    }

    /// The name of the program's file.
    pub fn file(&self) -> &'static str {
        if self.is_windows() { "plywood.exe" } else { "plywood" }
    }

    /// The folder in the archive, which is the archive's name without its ending.
    pub fn folder(&self) -> String {
        format!("plywood-{}-{}", env!("CARGO_PKG_VERSION"), self.program)
    }

    /// The archive's name.
    pub fn archive(&self) -> String {
        format!("{}.{}", self.folder(), if self.is_windows() { "zip" } else { "tar.gz" })
    }

    /// The command that runs its programs here, without the program; `None` if they cannot run here.
    pub fn runner(&self) -> Option<Vec<String>> {
        if self.is_here() {
            return Some(Vec::new());
        }
        let there = self.runners.iter().find(|name| crate::shell::is_there(name));
        there.map(|name| vec![(*name).to_string()])
    }

    /// The part of a wheel's name that says for which machine it is.
    pub fn owns_wheel(&self, wheel: &Path) -> bool {
        let (system, processor) = match self.name {
            "linux-x86_64" => ("manylinux", "x86_64"),
            "linux-aarch64" => ("manylinux", "aarch64"),
            "windows-x86_64" => ("win", "amd64"),
            _ => ("macosx", "arm64"),
        };
        let name = wheel.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(&format!("{processor}.whl")) && name.contains(&format!("-{system}"))
    }
}
