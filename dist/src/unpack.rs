//! Reading the archives again.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use flate2::read::GzDecoder;

/// Unpacks an archive into a folder. Nothing is written outside of it.
pub fn unpack(archive: &Path, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let file = File::open(archive)?;
    if archive.extension().is_some_and(|ending| ending == "gz") {
        let mut tar = tar::Archive::new(GzDecoder::new(file));
        for entry in tar.entries()? {
            let mut entry = entry?;
            if !entry.unpack_in(folder)? {
                return Err(io::Error::other(format!(
                    "the name {:?} leads out of the folder",
                    entry.path()?
                )));
            }
        }
        return Ok(());
    }
    let mut zip = zip::ZipArchive::new(file)?;
    for at in 0..zip.len() {
        let mut entry = zip.by_index(at)?;
        let Some(name) = entry.enclosed_name() else {
            return Err(io::Error::other(format!("the name {:?} leads out of the folder", entry.name())));
        };
        let place = folder.join(name);
        if entry.is_dir() {
            fs::create_dir_all(place)?;
            continue;
        }
        if let Some(above) = place.parent() {
            fs::create_dir_all(above)?;
        }
        io::copy(&mut entry, &mut File::create(&place)?)?;
        #[cfg(unix)]
        if let Some(mode) = entry.unix_mode() {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(&place, fs::Permissions::from_mode(mode))?;
        }
    }
    Ok(())
}
