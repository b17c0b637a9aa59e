//! The Julia files of one folder, for reading.
//!
//! Invariant: what is read lies, links resolved, in the folder. Names are those of the listing's form: parts of letters, separated by `/`,
//! none of which is empty, `.`, `..`, or begins with a dot. Only files that end in `.jl` are listed or read.

use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};

/// Files that are listed.
const MAX_FILES: usize = 1_000;
/// Folders that are looked into.
const MAX_FOLDERS: usize = 1_000;
/// Bytes of a file that is read.
pub const MAX_BYTES: u64 = 1_000_000;

/// A folder.
pub struct Folder {
    /// Without links.
    root: PathBuf,
}

impl Folder {
    /// A folder that exists.
    pub fn open(path: &Path) -> Result<Folder, Error> {
        let root = path.canonicalize()?;
        if !root.is_dir() {
            return Err(ErrorKind::NotADirectory.into());
        }
        Ok(Folder { root })
    }

    /// The names of its files, sorted; whether there are more.
    pub fn list(&self) -> (Vec<String>, bool) {
        let mut names = Vec::new();
        let mut todo = vec![String::new()];
        let mut folders = 0;
        while let Some(folder) = todo.pop() {
            folders += 1;
            if folders > MAX_FOLDERS || names.len() > MAX_FILES {
                names.sort();
                names.truncate(MAX_FILES);
                return (names, true);
            }
            // What cannot be read is not listed.
            let entries = std::fs::read_dir(self.root.join(&folder))
                .into_iter()
                .flatten();
            for entry in entries.flatten() {
                let Ok(part) = entry.file_name().into_string() else {
                    continue;
                };
                let name = match &*folder {
                    "" => part,
                    folder => format!("{folder}/{part}"),
                };
                // Links to folders are not followed: they may go round in a circle.
                let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
                if is_folder && is_plain(&name) {
                    todo.push(name);
                } else if !is_folder && self.find(&name).is_ok() {
                    names.push(name);
                }
            }
        }
        names.sort();
        (names, false)
    }

    /// The file of a name, links resolved.
    fn find(&self, name: &str) -> Result<PathBuf, Error> {
        if !is_plain(name) || !name.ends_with(".jl") {
            return Err(ErrorKind::NotFound.into());
        }
        let path = self.root.join(name).canonicalize()?;
        let is_inside = path.starts_with(&self.root);
        let is_julia = path.extension().is_some_and(|ending| ending == "jl");
        if is_inside && is_julia && path.is_file() {
            Ok(path)
        } else {
            Err(ErrorKind::NotFound.into())
        }
    }

    /// The contents of a file.
    pub fn read(&self, name: &str) -> Result<String, Error> {
        let path = self.find(name)?;
        if path.metadata()?.len() > MAX_BYTES {
            return Err(ErrorKind::FileTooLarge.into());
        }
        std::fs::read_to_string(path)
    }
}

/// Whether each part of a name is one, and none is hidden.
fn is_plain(name: &str) -> bool {
    let is_part = |part: &str| {
        !part.is_empty() && !part.starts_with('.') && !part.contains(['\\', ':', '\0'])
    };
    name.split('/').all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with files, beside one that must not be read.
    fn folder(name: &str) -> (Folder, PathBuf) {
        let root = std::env::temp_dir().join(format!("saturate-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&root);
        std::fs::create_dir_all(root.join("in/sub/.hidden")).unwrap();
        for (file, text) in [
            ("secret.jl", "secret"),
            ("in/a.jl", "a"),
            ("in/sub/b.jl", "b"),
            ("in/sub/.hidden/c.jl", "c"),
            ("in/.d.jl", "d"),
            ("in/key.pem", "key"),
        ] {
            std::fs::write(root.join(file), text).unwrap();
        }
        (Folder::open(&root.join("in")).unwrap(), root)
    }

    #[test]
    fn only_julia_files_of_the_folder_are_listed_and_read() {
        let (folder, root) = folder("list");
        assert_eq!(
            folder.list(),
            (vec!["a.jl".into(), "sub/b.jl".into()], false)
        );
        assert_eq!(folder.read("sub/b.jl").unwrap(), "b");
        for name in [
            "",
            ".",
            "..",
            "../secret.jl",
            "sub/../../secret.jl",
            "/etc/passwd",
            "sub//b.jl",
            "./a.jl",
            ".d.jl",
            "sub/.hidden/c.jl",
            "key.pem",
            "sub",
            "a.jl/",
            "a.jl\0",
            "..\\secret.jl",
            "C:a.jl",
            "missing.jl",
        ] {
            assert!(folder.read(name).is_err(), "{name:?}");
        }
        std::fs::remove_dir_all(root).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_that_lead_out_are_not_followed() {
        use std::os::unix::fs::symlink;
        let (folder, root) = folder("links");
        symlink(root.join("secret.jl"), root.join("in/out.jl")).unwrap();
        symlink(&root, root.join("in/up")).unwrap();
        symlink(root.join("in/key.pem"), root.join("in/key.jl")).unwrap();
        symlink(root.join("in/a.jl"), root.join("in/same.jl")).unwrap();
        for name in ["out.jl", "up/secret.jl", "up/in/../secret.jl", "key.jl"] {
            assert!(folder.read(name).is_err(), "{name}");
        }
        assert_eq!(folder.read("same.jl").unwrap(), "a");
        let (names, _) = folder.list();
        assert_eq!(names, ["a.jl", "same.jl", "sub/b.jl"]);
        std::fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn a_large_file_is_not_read() {
        let (folder, root) = folder("large");
        std::fs::write(root.join("in/large.jl"), "#".repeat(MAX_BYTES as usize + 1)).unwrap();
        assert!(folder.read("large.jl").is_err());
        std::fs::remove_dir_all(root).unwrap();
    }
}
