//! The book as a site, with the documentation of the crates beside it. Every link of the site is followed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use crate::cargo::Cargo;
use crate::setup::run;

/// The version of mdBook that the site is made for.
const VERSION: &str = "0.5.4";

/// Builds the site in `target/book`.
pub fn build(cargo: &Cargo) -> Result<String, String> {
    let target = cargo.root().join("target");
    let site = target.join("book");
    let failed = |error: io::Error| format!("{}: {error}", site.display());
    run(Command::new(program(cargo)?).arg("build").arg(cargo.root().join("book")))?;
    cargo.run("doc", &["--no-deps", "--package", "plywood"], &[])?;
    copy(&target.join("doc"), &site.join("api")).map_err(failed)?;
    let (pages, links) = follow(&site).map_err(failed)?;
    Ok(format!("target/book has {pages} pages, and their {links} links lead somewhere"))
}

/// mdBook: the one on the search path, or one that cargo compiles once.
fn program(cargo: &Cargo) -> Result<PathBuf, String> {
    let version = |program: &Path| {
        let output = Command::new(program).arg("--version").output();
        output.is_ok_and(|output| output.status.success())
    };
    let folder = cargo.root().join("target/tools");
    let own = folder.join("bin").join(format!("mdbook{}", std::env::consts::EXE_SUFFIX));
    if let Some(found) = [PathBuf::from("mdbook"), own.clone()].into_iter().find(|program| version(program)) {
        return Ok(found);
    }
    println!(
        "mdbook is missing: cargo install mdbook --version {VERSION} --locked (3 minutes, into {})",
        folder.display()
    );
    let unlocked = Cargo { locked: false };
    let root = folder.display().to_string();
    unlocked.run("install", &["mdbook", "--version", VERSION, "--locked", "--root", &root], &[]).map_err(|wrong| {
        format!("{wrong}; put mdbook on the search path, by 'cargo install mdbook' or the packages of your system")
    })?;
    Ok(own)
}

/// Copies a folder.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let (file, to) = entry.map(|entry| (entry.path(), to.join(entry.file_name())))?;
        match file.is_dir() {
            true => copy(&file, &to)?,
            false => drop(fs::copy(&file, &to)?),
        }
    }
    Ok(())
}

/// Follows the links of the book's pages to files and places of the site, and returns the numbers of both. The pages of `api` are
/// checked by rustdoc.
fn follow(site: &Path) -> io::Result<(usize, usize)> {
    let mut pages = BTreeMap::new();
    read(site, &mut pages)?;
    let places: BTreeMap<&PathBuf, BTreeSet<&str>> =
        pages.iter().map(|(page, text)| (page, values(text, "id=\"").collect())).collect();
    let (mut wrong, mut links) = (Vec::new(), 0);
    for (page, text) in &pages {
        for link in values(text, "href=\"").chain(values(text, "src=\"")) {
            if link.contains("://")
                || link.starts_with("mailto:")
                || link.starts_with("data:")
                || link.starts_with("javascript:")
            {
                continue;
            }
            links += 1;
            let (file, place) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => page.clone(),
                file => plain(&page.with_file_name("").join(file)),
            };
            let there = match places.get(&target) {
                Some(places) => place.is_empty() || places.contains(place),
                None => target.exists(),
            };
            // The page for what is missing is shown anywhere, so its links begin at the root.
            if !there && !page.ends_with("404.html") {
                wrong.push(format!("{}: {link}", page.display()));
            }
        }
    }
    match wrong.is_empty() {
        true => Ok((pages.len(), links)),
        false => Err(io::Error::other(wrong.join("\n"))),
    }
}

/// The pages below a folder, but those of the crates.
fn read(folder: &Path, pages: &mut BTreeMap<PathBuf, String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let file = entry?.path();
        if file.is_dir() && !file.ends_with("api") {
            read(&file, pages)?;
        } else if file.extension().is_some_and(|ending| ending == "html") {
            pages.insert(plain(&file), fs::read_to_string(&file)?);
        }
    }
    Ok(())
}

/// The values of an attribute.
fn values<'a>(text: &'a str, attribute: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(attribute).skip(1).filter_map(|rest| rest.split('"').next())
}

/// A path without `..` in it.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_followed_to_files_and_places() {
        let site = std::env::temp_dir().join(format!("plywood-book-{}", std::process::id()));
        let page = |name: &str, text: &str| {
            let file = site.join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        };
        page(
            "a.html",
            r##"<a href="b/c.html#here"></a> <img src="b/d.svg"> <a href="https://x.example/"></a>"##,
        );
        page("b/c.html", r##"<h1 id="here"></h1> <a href="../a.html"></a> <a href="#here"></a>"##);
        page("b/d.svg", "");
        page("api/e.html", r#"<a href="nowhere.html"></a>"#);
        assert_eq!(follow(&site).unwrap(), (2, 4));
        for wrong in ["b/none.html", "b/c.html#gone", "#gone"] {
            page("f.html", &format!(r#"<a href="{wrong}"></a>"#));
            let error = follow(&site).unwrap_err().to_string();
            assert!(error.ends_with(&format!("f.html: {wrong}")), "{error}");
        }
        fs::remove_dir_all(&site).unwrap();
    }
}
