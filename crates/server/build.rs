//! Compresses the files of the page: the program holds them as they are sent.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=ui");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names a folder"));
    let root = Path::new("ui");
    let mut paths = Vec::new();
    list(root, &mut paths)?;
    let mut files: Vec<(String, PathBuf)> =
        paths.into_iter().map(|path| (name_of(&path, root), path)).collect();
    files.sort();
    let mut code = String::from("&[\n");
    for (number, (name, path)) in files.iter().enumerate() {
        let contents = fs::read(path)?;
        let mut hasher = DefaultHasher::new();
        contents.hash(&mut hasher);
        let hash = hasher.finish();
        // Pictures of points and what ends in `gz` are compressed already.
        let gzip = !(name.ends_with(".gz") || name.ends_with(".png"));
        let held = out.join(number.to_string());
        fs::write(&held, if gzip { compressed(&contents)? } else { contents })?;
        let line = format!(
            "File {{ path: {name:?}, hash: {hash}, held: Cow::Borrowed(include_bytes!({held:?})), gzip: {gzip} }},"
        );
        writeln!(code, "{line}").expect("strings grow");
    }
    code.push(']');
    fs::write(out.join("files.rs"), code)
}

/// All files of a folder and of the folders in it.
fn list(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

/// The path of a file in an address.
fn name_of(path: &Path, root: &Path) -> String {
    let inside = path.strip_prefix(root).expect("it is in there");
    let parts: Vec<_> = inside.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}

fn compressed(contents: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(contents)?;
    encoder.finish()
}
