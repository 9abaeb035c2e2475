// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writing results so that nothing half written is ever taken for whole, and nothing foreign is ever overwritten.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};

/// A directory results are written into. What was made for it is taken away again unless [`Directory::keep`] is called
/// or something was put into it.
#[derive(Debug)]
pub struct Directory {
    path: PathBuf,
    made: Vec<PathBuf>,
}

impl Directory {
    /// Makes the directory with its parents and tries that it can be written.
    ///
    /// # Errors
    /// A wrong call if not.
    pub fn make(path: &Path) -> Result<Self> {
        let missing: Vec<PathBuf> = path
            .ancestors()
            .take_while(|p| !p.as_os_str().is_empty() && !p.exists())
            .map(Path::to_owned)
            .collect();
        let cannot = |why: std::io::Error| {
            let path = path.display();
            Error::call(format!(
                "cannot write to {path}: {why}; give another directory with --out"
            ))
        };
        fs::create_dir_all(path).map_err(cannot)?;
        let directory = Self {
            path: path.to_owned(),
            made: missing,
        };
        let probe = path.join(format!(".wtcp-probe-{}", std::process::id()));
        fs::write(&probe, b"")
            .and_then(|()| fs::remove_file(&probe))
            .map_err(cannot)?;
        Ok(directory)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The results are good: what was made stays.
    pub fn keep(mut self) -> PathBuf {
        self.made.clear();
        std::mem::take(&mut self.path)
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        for made in &self.made {
            if fs::remove_dir(made).is_err() {
                break; // Something is in it: it and its parents stay.
            }
        }
    }
}

/// A sibling of `path` for work under way; gone with its contents unless it was moved into place.
#[derive(Debug)]
pub struct Partial {
    work: PathBuf,
    place: PathBuf,
}

impl Partial {
    /// A name beside `place` that no other process uses; nothing is made yet.
    ///
    /// # Errors
    /// Failed work if something is in the way.
    pub fn beside(place: &Path) -> Result<Self> {
        let mut name = OsString::from(".");
        name.push(place.file_name().unwrap_or_default());
        name.push(format!(".partial-{}", std::process::id()));
        let work = place.with_file_name(name);
        remove(&work)?;
        Ok(Self {
            work,
            place: place.to_owned(),
        })
    }

    /// Where the work goes on.
    pub fn path(&self) -> &Path {
        &self.work
    }

    /// Puts the finished work into its place in one step. An empty or older directory there gives way.
    ///
    /// # Errors
    /// Failed work if it cannot be moved.
    pub fn finish(self) -> Result<()> {
        self.finish_at(&self.place)
    }

    /// Puts the work into another place, in one step as well.
    ///
    /// # Errors
    /// Failed work if it cannot be moved.
    pub fn finish_at(&self, place: &Path) -> Result<()> {
        remove(place)?;
        fs::rename(&self.work, place).map_err(|why| Error::file("write", place, why))
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        if remove(&self.work).is_err() {
            // Nothing more can be done while unwinding; a partial is never taken for a result.
        }
    }
}

/// Removes what processes that are no more have left under way below `directory`.
///
/// # Errors
/// Failed work that names what cannot be removed.
pub fn remove_leftovers(directory: &Path) -> Result<()> {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let owner = name
            .to_str()
            .filter(|name| name.starts_with('.'))
            .and_then(|name| name.rsplit_once(".partial-"));
        match owner {
            Some((_, process)) if !Path::new("/proc").join(process).exists() => remove(&entry.path())?,
            Some(_) => {}
            None if entry.file_type().is_ok_and(|kind| kind.is_dir()) => remove_leftovers(&entry.path())?,
            None => {}
        }
    }
    Ok(())
}

/// Removes a file or a directory with its contents, if there is one.
///
/// # Errors
/// Failed work that names it.
pub fn remove(path: &Path) -> Result<()> {
    let removed = match fs::symlink_metadata(path) {
        Err(_) => return Ok(()),
        Ok(found) if found.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
    };
    removed.map_err(|why| Error::file("remove", path, why))
}

/// Writes a whole file: readers see the old one or the new one, never a part.
///
/// # Errors
/// Failed work that names it.
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let partial = Partial::beside(path)?;
    fs::write(partial.path(), bytes).map_err(|why| Error::file("write", path, why))?;
    partial.finish()
}

/// Whether there is nothing at `path`, or only an empty directory.
pub fn is_free(path: &Path) -> bool {
    match fs::read_dir(path) {
        Ok(mut entries) => entries.next().is_none(),
        Err(_) => fs::symlink_metadata(path).is_err(),
    }
}

/// Rows as CSV.
///
/// # Errors
/// Failed work if a row cannot be told in columns.
pub fn csv_text<R, I, F>(header: &[&str], rows: R) -> Result<String>
where
    R: IntoIterator<Item = I>,
    I: IntoIterator<Item = F>,
    F: AsRef<[u8]>,
{
    let failed = |why: csv::Error| Error::work(format!("cannot write a table: {why}"));
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(header).map_err(failed)?;
    for row in rows {
        writer.write_record(row).map_err(failed)?;
    }
    let bytes = writer
        .into_inner()
        .map_err(|why| Error::work(format!("cannot write a table: {why}")))?;
    String::from_utf8(bytes).map_err(|why| Error::work(format!("cannot write a table: {why}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directories_made_for_nothing_are_taken_away_again() {
        let root = tempfile::tempdir().unwrap();
        let deep = root.path().join("a/b");
        drop(Directory::make(&deep).unwrap());
        assert!(!root.path().join("a").exists());
        Directory::make(&deep).unwrap().keep();
        assert!(deep.exists());
    }

    #[test]
    fn a_place_below_a_file_is_a_wrong_call() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let error = Directory::make(&file.path().join("x")).unwrap_err();
        assert_eq!(error.status(), 2);
        assert!(error.line().contains("--out"));
    }

    #[test]
    fn unfinished_work_leaves_nothing() {
        let root = tempfile::tempdir().unwrap();
        let place = root.path().join("run-1");
        let partial = Partial::beside(&place).unwrap();
        fs::create_dir(partial.path()).unwrap();
        fs::write(partial.path().join("x"), "x").unwrap();
        drop(partial);
        assert!(is_free(root.path()));
    }

    #[test]
    fn leftovers_of_dead_processes_are_removed_and_others_stay() {
        let root = tempfile::tempdir().unwrap();
        let inner = root.path().join("snoop");
        let dead = inner.join(".run-1.partial-4194999"); // Beyond the largest process number.
        let living = inner.join(format!(".run-2.partial-{}", std::process::id()));
        for directory in [&dead, &living, &inner.join("run-3")] {
            fs::create_dir_all(directory).unwrap();
        }
        remove_leftovers(root.path()).unwrap();
        assert_eq!(
            (dead.exists(), living.exists(), inner.join("run-3").exists()),
            (false, true, true)
        );
    }

    #[test]
    fn finished_work_replaces_what_was_there() {
        let root = tempfile::tempdir().unwrap();
        let place = root.path().join("file");
        write(&place, b"old").unwrap();
        write(&place, b"new").unwrap();
        assert_eq!(fs::read(&place).unwrap(), b"new");
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 1);
    }
}
