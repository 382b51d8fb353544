//! Compresses the files of the page: the program holds them as they are sent. The module of the page without a server is one of
//! them if it was built before, and is sent as a compressed file. The words of a language, a file for the page and one
//! for each game, become one file. Scripts are sent without their comments, a fifth of what a first visit loads.

use std::collections::BTreeMap;
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
    paths.sort();
    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for path in paths {
        let name = name_of(&path, root);
        match name.strip_prefix("i18n/").and_then(|name| name.split_once('/')) {
            Some((language, _)) => {
                let words = files.entry(format!("i18n/{language}.json")).or_default();
                add_words(words, &fs::read(&path)?);
            }
            None if name.ends_with(".js") => {
                drop(files.insert(name, without_comments(&fs::read_to_string(&path)?).into_bytes()));
            }
            None => drop(files.insert(name, fs::read(&path)?)),
        }
    }
    let mut code = String::from("&[\n");
    for (number, (name, contents)) in files.into_iter().enumerate() {
        let mut hasher = DefaultHasher::new();
        contents.hash(&mut hasher);
        let hash = hasher.finish();
        // Pictures of points are compressed already. Any file server can send the module as a file that the page unpacks.
        let is_module = name.ends_with(".wasm");
        let gzip = !is_module && !name.ends_with(".png");
        let name = if is_module { format!("{name}.gz") } else { name };
        let held = out.join(number.to_string());
        fs::write(&held, if gzip || is_module { compressed(&contents)? } else { contents })?;
        let line = format!(
            "Asset {{ path: {name:?}, hash: {hash}, held: Cow::Borrowed(include_bytes!({held:?})), gzip: {gzip} }},"
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

/// A script without the lines that only have comments. They become empty, so that errors name the same lines as the files.
fn without_comments(script: &str) -> String {
    let mut out = String::with_capacity(script.len());
    let mut in_block = false;
    for line in script.lines() {
        let text = line.trim();
        in_block |= text.starts_with("/**") && (!text.contains("*/") || text.ends_with("*/"));
        if !in_block && !text.starts_with("//") {
            out.push_str(line);
        }
        out.push('\n');
        in_block &= !text.ends_with("*/");
    }
    out
}

/// Adds the entries of an object of JSON to those of another one.
fn add_words(words: &mut Vec<u8>, more: &[u8]) {
    match words.pop() {
        None => words.extend_from_slice(more.trim_ascii_end()),
        Some(_end) => {
            let start = more.iter().position(|&byte| byte == b'{').map_or(0, |brace| brace + 1);
            words.truncate(words.trim_ascii_end().len());
            words.push(b',');
            words.extend_from_slice(more[start..].trim_ascii_end());
        }
    }
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
