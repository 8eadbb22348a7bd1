//! Which law is this? A fingerprint of its sources, so that two programs can tell whether they rule alike.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

/// Everything a ruling depends on. Where the neighbours are not at hand (a package by itself), the version stands for them.
const ROOMS: [&str; 5] = [
    "src",
    "../board/src",
    "../game/src",
    "../notation/src",
    "../proof/src",
];

fn files_of(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files_of(&path, found)?;
        } else {
            found.push(path);
        }
    }
    Ok(())
}

/// FNV-1a: not a seal against forgery, only a name for what is there.
fn enter(mut hash: u64, bytes: &[u8]) -> u64 {
    for byte in bytes.iter().filter(|byte| **byte != b'\r') {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash
}

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let mut hash = 0xcbf2_9ce4_8422_2325;
    for room in ROOMS {
        let folder = here.join(room);
        if !folder.is_dir() {
            continue;
        }
        println!("cargo::rerun-if-changed={room}");
        let mut files = Vec::new();
        files_of(&folder, &mut files)?;
        files.sort();
        for file in files {
            let name = file
                .strip_prefix(&folder)
                .unwrap_or(&file)
                .to_string_lossy()
                .replace('\\', "/");
            hash = enter(enter(hash, name.as_bytes()), &fs::read(&file)?);
        }
    }
    println!("cargo::rustc-env=JADOUBE_LAW={hash:016x}");
    Ok(())
}
