//! The archives of a release: the same files give the same bytes.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use flate2::write::GzEncoder;
use flate2::{Compression, GzBuilder};
use sha2::{Digest, Sha256};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// The time of everything in an archive: the first that a zip file can say, 1 January 1980.
pub const EPOCH: u64 = 315_532_800;

/// A file of an archive: its name there, its bytes, and true if it is a program.
pub struct Packed {
    pub name: String,
    pub bytes: Vec<u8>,
    pub runs: bool,
}

/// All files below a folder, named from `prefix` on, in the order of their names.
pub fn files_below(folder: &Path, prefix: &str) -> io::Result<Vec<Packed>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}/{}", entry.file_name().to_string_lossy());
        match entry.path().is_dir() {
            true => files.extend(files_below(&entry.path(), &name)?),
            false => files.push(Packed { name, bytes: fs::read(entry.path())?, runs: false }),
        }
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(files)
}

/// Writes a zip file: entries in the order of their names, all of one time.
pub fn zipped(top: &str, files: &[&Packed], archive: &Path) -> io::Result<()> {
    let mut zip = ZipWriter::new(File::create(archive)?);
    for file in sorted(files) {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .compression_level(Some(9))
            .last_modified_time(zip::DateTime::default())
            .unix_permissions(mode(file));
        zip.start_file(format!("{top}/{}", file.name), options)?;
        zip.write_all(&file.bytes)?;
    }
    zip.finish()?.sync_all()
}

/// Writes a tar file packed by gzip: entries in the order of their names, all of one time and one owner.
pub fn tarred(top: &str, files: &[&Packed], archive: &Path) -> io::Result<()> {
    let packed: GzEncoder<File> =
        GzBuilder::new().mtime(0).operating_system(255).write(File::create(archive)?, Compression::best());
    let mut tar = tar::Builder::new(packed);
    for file in sorted(files) {
        let mut header = tar::Header::new_ustar();
        header.set_size(file.bytes.len() as u64);
        header.set_mode(mode(file));
        header.set_mtime(EPOCH);
        header.set_uid(0);
        header.set_gid(0);
        header.set_entry_type(tar::EntryType::Regular);
        tar.append_data(&mut header, format!("{top}/{}", file.name), &file.bytes[..])?;
    }
    tar.into_inner()?.finish()?.sync_all()
}

fn sorted<'a>(files: &[&'a Packed]) -> Vec<&'a Packed> {
    let mut files = files.to_vec();
    files.sort_by(|a, b| a.name.cmp(&b.name));
    files
}

fn mode(file: &Packed) -> u32 {
    if file.runs { 0o755 } else { 0o644 }
}

/// The archives and wheels of this version, in the order of their names.
pub fn released(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    let beginning = format!("plywood-{}-", env!("CARGO_PKG_VERSION"));
    paths.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(&beginning) && path.is_file()
    });
    paths.sort();
    Ok(paths)
}

/// The SHA-256 of some bytes, in hexadecimal digits.
pub fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unpack;

    fn packed(name: &str, bytes: &[u8], runs: bool) -> Packed {
        Packed { name: name.to_string(), bytes: bytes.to_vec(), runs }
    }

    /// An empty folder of a test.
    fn scratch(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("plywood-dist-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn archives_are_the_same_bytes_whatever_the_order_and_the_time() {
        let folder = scratch("same");
        let (a, b) = (packed("b/a.txt", b"one", false), packed("plywood", b"two", true));
        for (make, name) in
            [(zipped as fn(&str, &[&Packed], &Path) -> io::Result<()>, "zip"), (tarred, "tar.gz")]
        {
            let places = [folder.join(format!("1.{name}")), folder.join(format!("2.{name}"))];
            make("top", &[&a, &b], &places[0]).unwrap();
            std::thread::sleep(std::time::Duration::from_millis(1100));
            make("top", &[&b, &a], &places[1]).unwrap();
            assert_eq!(fs::read(&places[0]).unwrap(), fs::read(&places[1]).unwrap(), "{name}");
            let to = folder.join(name);
            unpack::unpack(&places[0], &to).unwrap();
            assert_eq!(fs::read(to.join("top/b/a.txt")).unwrap(), b"one");
            assert_eq!(fs::read(to.join("top/plywood")).unwrap(), b"two");
        }
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn sums_are_those_of_other_programs() {
        assert_eq!(digest(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    #[test]
    fn names_that_lead_out_of_the_folder_are_refused() {
        let folder = scratch("hostile");
        for name in ["../out", "/out", "a/../../out"] {
            let archive = folder.join("hostile.zip");
            zipped("..", &[&packed(name, b"x", false)], &archive).unwrap();
            assert!(unpack::unpack(&archive, &folder.join("in")).is_err(), "{name}");
            assert!(!folder.join("out").exists(), "{name}");
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
