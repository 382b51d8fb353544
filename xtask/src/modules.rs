//! The modules of a crate, and which of them uses which.
//!
//! A module is a file, with the modules written in it. It uses another if it names something that is defined there, whichever way the name goes: through `use`, by a
//! path, or through a module that re-exports it. A module that only re-exports names, and does not mention them otherwise, gives
//! them an address and does not use them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::source::{self, Import, Scope};

/// Names of a module from the root of the crate, which has none.
pub type ModuleName = Vec<String>;

/// All modules of a crate.
#[derive(Debug, Default)]
pub struct Modules {
    /// The scopes by their full name: those of files, and those written in them.
    scopes: BTreeMap<ModuleName, Scope>,
}

/// Something in the crate that a path leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Resolved {
    Module(ModuleName),
    /// An item, by the module that defines it and its name.
    Item(ModuleName, String),
}

impl Modules {
    /// Reads a crate from its root file on.
    pub fn read(root: &Path) -> Result<Modules, String> {
        let mut modules = Modules::default();
        let folder = root.parent().unwrap_or(Path::new("."));
        modules.read_file(root, folder, &Vec::new())?;
        Ok(modules)
    }

    /// Reads a file and all that it declares; `folder` is where the files of its modules are.
    fn read_file(&mut self, file: &Path, folder: &Path, name: &ModuleName) -> Result<(), String> {
        let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        for (child, places) in self.add(name, &text) {
            let found = places.iter().map(|place| folder.join(place)).find(|place| place.exists());
            let missing =
                || format!("{} declares module '{}', which has no file", file.display(), child.join("::"));
            let found = found.ok_or_else(missing)?;
            let below: PathBuf = child[name.len()..].iter().collect();
            self.read_file(&found, &folder.join(below), &child)?;
        }
        Ok(())
    }

    /// Adds the scopes of a file. Answers the modules that it declares, each with the places where its file may be.
    fn add(&mut self, name: &ModuleName, text: &str) -> Vec<(ModuleName, [PathBuf; 2])> {
        let mut declared = Vec::new();
        for scope in source::read(text) {
            let full: ModuleName = name.iter().chain(&scope.inside).cloned().collect();
            for child in &scope.files {
                let place: PathBuf = scope.inside.iter().chain([child]).collect();
                let name = full.iter().chain([child]).cloned().collect();
                declared.push((name, [place.with_extension("rs"), place.join("mod.rs")]));
            }
            self.scopes.insert(full, scope);
        }
        declared
    }

    /// The names of all modules that are files.
    pub fn names(&self) -> impl Iterator<Item = &ModuleName> {
        self.scopes.iter().filter(|(_, scope)| scope.inside.is_empty()).map(|(name, _)| name)
    }

    /// Which file uses which, and by what names.
    pub fn uses(&self) -> BTreeMap<(ModuleName, ModuleName), BTreeSet<String>> {
        let mut uses: BTreeMap<(ModuleName, ModuleName), BTreeSet<String>> = BTreeMap::new();
        for (name, scope) in &self.scopes {
            let from = self.file(name);
            for path in self.mentioned(name, scope) {
                if let Some(Resolved::Item(to, item)) = self.resolve(name, &path, &mut Vec::new()) {
                    let to = self.file(&to);
                    if to != from {
                        uses.entry((from.clone(), to)).or_default().insert(item);
                    }
                }
            }
        }
        uses
    }

    /// All paths that a scope uses.
    fn mentioned(&self, name: &ModuleName, scope: &Scope) -> Vec<Vec<String>> {
        let mut all: Vec<Vec<String>> = scope.paths.iter().cloned().collect();
        let (globs, named): (Vec<&Import>, Vec<&Import>) =
            scope.imports.iter().partition(|import| import.is_glob());
        let used = |import: &&&Import| !import.public || scope.words.contains(&import.name);
        all.extend(named.iter().filter(used).map(|import| import.path.clone()));
        // What comes in by a glob is used where it is said.
        for glob in globs {
            let Some(Resolved::Module(module)) = self.resolve(name, glob.place(), &mut Vec::new()) else {
                continue;
            };
            let comes_in = |word: &&String| {
                !scope.items.contains(*word)
                    && self.child(name, word).is_none()
                    && !named.iter().any(|import| import.name == **word)
                    && self.look(&module, word, &mut Vec::new()).is_some()
            };
            let words = scope.words.iter().filter(comes_in);
            all.extend(words.map(|word| [glob.place(), std::slice::from_ref(word)].concat()));
        }
        all
    }

    /// Follows a path that is written in module `from`. `None` if it leads out of the crate.
    fn resolve(
        &self,
        from: &ModuleName,
        path: &[String],
        seen: &mut Vec<(ModuleName, String)>,
    ) -> Option<Resolved> {
        let (first, mut rest) = path.split_first()?;
        let mut at = match first.as_str() {
            "crate" => Resolved::Module(Vec::new()),
            "self" => Resolved::Module(from.clone()),
            "super" => Resolved::Module(from.split_last()?.1.to_vec()),
            "Self" => return None,
            name => self.look(from, name, seen)?,
        };
        while let Resolved::Module(module) = &at {
            let Some((name, further)) = rest.split_first() else { break };
            at = if name == "super" {
                Resolved::Module(module.split_last()?.1.to_vec())
            } else {
                // Something made by a macro, say: it is taken for an item of the module.
                self.look(module, name, seen).unwrap_or_else(|| Resolved::Item(module.clone(), name.clone()))
            };
            rest = further;
        }
        Some(at)
    }

    /// The meaning of a name in a module.
    fn look(
        &self,
        module: &ModuleName,
        name: &str,
        seen: &mut Vec<(ModuleName, String)>,
    ) -> Option<Resolved> {
        if let Some(child) = self.child(module, name) {
            return Some(Resolved::Module(child));
        }
        let scope = self.scopes.get(module)?;
        if scope.items.contains(name) {
            return Some(Resolved::Item(module.clone(), name.to_string()));
        }
        let here = (module.clone(), name.to_string());
        if seen.contains(&here) {
            return None;
        }
        seen.push(here);
        let named = scope.imports.iter().find(|import| import.name == name && !import.is_glob());
        let found = match named {
            Some(import) => self.resolve(module, &import.path, seen),
            None => scope.imports.iter().filter(|import| import.is_glob()).find_map(|glob| {
                match self.resolve(module, glob.place(), seen)? {
                    Resolved::Module(other) => self.look(&other, name, seen),
                    Resolved::Item(..) => None,
                }
            }),
        };
        seen.pop();
        found
    }

    fn child(&self, module: &ModuleName, name: &str) -> Option<ModuleName> {
        let child: ModuleName = module.iter().cloned().chain([name.to_string()]).collect();
        self.scopes.contains_key(&child).then_some(child)
    }

    /// The module of the file in which a module is written.
    fn file(&self, module: &ModuleName) -> ModuleName {
        let inside = self.scopes.get(module).map_or(0, |scope| scope.inside.len());
        module[..module.len() - inside].to_vec()
    }
}

#[cfg(test)]
impl Modules {
    /// A crate whose files are given, its root under the name ``.
    pub fn of(files: &[(&str, &str)]) -> Modules {
        let mut modules = Modules::default();
        for (name, text) in files {
            let name: ModuleName =
                name.split("::").filter(|part| !part.is_empty()).map(str::to_string).collect();
            modules.add(&name, text);
        }
        modules
    }
}
