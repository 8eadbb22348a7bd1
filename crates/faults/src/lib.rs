//! What if the disk fails? A file system for `SQLite` that does as it is told: full, broken, slow to keep its word, or
//! gone in the middle of a write; from a seed, so that what was found once is found again. For the tests only.
//!
//! Files are real and lie in a folder of their own. What was written and not yet synced is remembered, so that a loss of
//! power at any moment can be shown: each such write is kept or lost by itself, as on a disk that reorders.

use libsqlite3_sys as ffi;
use std::{
    collections::HashMap,
    ffi::{CStr, c_char, c_int, c_void},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
};

/// The name by which a database is opened on such a disk: `sqlite://…?vfs=faulty`.
pub const NAME: &str = "faulty";

/// Numbers that look random and are the same for the same seed (xorshift).
#[derive(Debug, Clone)]
pub struct Dice(u64);

impl Dice {
    /// From a seed.
    pub fn new(seed: u64) -> Self {
        // Neighbouring seeds must not begin alike, and nothing may begin with 0.
        let mixed = (seed ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        Dice((mixed ^ (mixed >> 31)) | 1)
    }

    /// Below this number.
    pub fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % most.max(1)
    }

    /// Once in so many times.
    pub fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }
}

/// What the disk does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mood {
    /// All it should.
    Well,
    /// There is no room: nothing can be written, or only a part of it.
    Full,
    /// What is written is not synced, and it says so.
    NoSync,
    /// Now and then something fails, whatever it is.
    Moody,
    /// It says that it has synced, and has not. No program survives that; a test that does not notice is none.
    Lying,
}

/// A write that is not yet synced.
enum Pending {
    Write(usize, Vec<u8>),
    Truncate(usize),
}

impl Pending {
    fn apply(&self, image: &mut Vec<u8>) {
        match self {
            Pending::Write(at, bytes) => {
                let end = at + bytes.len();
                if image.len() < end {
                    image.resize(end, 0);
                }
                image[*at..end].copy_from_slice(bytes);
            }
            Pending::Truncate(size) => image.resize(*size, 0),
        }
    }
}

#[derive(Default)]
struct Contents {
    synced: Vec<u8>,
    pending: Vec<Pending>,
}

struct State {
    mood: Mood,
    dice: Dice,
    files: HashMap<PathBuf, Contents>,
    faults: u64,
    story: Vec<String>,
}

impl State {
    /// One more thing that was done to a file, and what came of it.
    fn tell(&mut self, path: &Path, what: std::fmt::Arguments<'_>, fate: &Fate) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let mood = self.mood;
        self.story.push(format!("{name} {what}: {mood:?}, {fate:?}"));
    }
}

type Shared = Arc<Mutex<State>>;

/// Such a disk: a folder.
pub struct Disk {
    folder: PathBuf,
    state: Shared,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An open file: where it is, on which disk, and the methods of the ordinary file system for it. (Those of a database and
/// of its log differ.)
#[derive(Clone)]
struct Opened {
    path: PathBuf,
    state: Shared,
    methods: &'static ffi::sqlite3_io_methods,
}

/// Disks by folder, and open files by where `SQLite` keeps them.
static DISKS: Mutex<Vec<(PathBuf, Shared)>> = Mutex::new(Vec::new());
static OPEN: OnceLock<Mutex<HashMap<usize, Opened>>> = OnceLock::new();

fn open_files() -> MutexGuard<'static, HashMap<usize, Opened>> {
    lock(OPEN.get_or_init(Mutex::default))
}

fn opened(file: *mut ffi::sqlite3_file) -> Opened {
    let files = open_files();
    let found = files.get(&(file as usize)).cloned();
    found.expect("a file with our methods was opened by us")
}

impl Disk {
    /// A disk in this folder, which is made; its faults come from this seed.
    pub fn new(folder: &Path, seed: u64) -> Self {
        register();
        std::fs::create_dir_all(folder).expect("a folder");
        let folder = folder.canonicalize().expect("a folder");
        let state = Arc::new(Mutex::new(State {
            mood: Mood::Well,
            dice: Dice::new(seed),
            files: HashMap::new(),
            faults: 0,
            story: Vec::new(),
        }));
        lock(&DISKS).push((folder.clone(), Arc::clone(&state)));
        Disk { folder, state }
    }

    /// The address of a database on it.
    pub fn url(&self) -> String {
        format!("sqlite://{}/db.sqlite?mode=rwc&vfs={NAME}", self.folder.display())
    }

    /// From now on it does this.
    pub fn set(&self, mood: Mood) {
        lock(&self.state).mood = mood;
    }

    /// Writes something into its story, between what was done to it.
    pub fn note(&self, what: &str) {
        lock(&self.state).story.push(what.to_owned());
    }

    /// How often something failed.
    pub fn faults(&self) -> u64 {
        lock(&self.state).faults
    }

    /// Everything that was written, cut off and synced until now, with what came of it: the same from the same seed.
    pub fn story(&self) -> Vec<String> {
        lock(&self.state).story.clone()
    }

    /// What is found in another folder after the power was lost now: everything synced, and of the rest, write by write,
    /// what chance kept.
    #[must_use]
    pub fn after_power_loss(&self, folder: &Path, seed: u64) -> Disk {
        let after = Disk::new(folder, seed);
        let mut dice = Dice::new(seed ^ 0x5bd1_e995);
        let mut state = lock(&self.state);
        let State { files, .. } = &mut *state;
        let mut paths: Vec<&PathBuf> = files.keys().collect();
        paths.sort();
        for path in paths {
            let contents = &files[path];
            let mut image = contents.synced.clone();
            // All of it, none of it, or some of it.
            let fate = dice.below(3);
            for pending in &contents.pending {
                let kept = match fate {
                    0 => true,
                    1 => false,
                    _ => dice.once_in(2),
                };
                if !kept {
                    continue;
                }
                match pending {
                    // Some of its sectors only.
                    Pending::Write(at, bytes) if fate == 2 && dice.once_in(4) => {
                        let sectors = dice.below(bytes.len() as u64 / 512 + 1) as usize;
                        Pending::Write(*at, bytes[..(sectors * 512).min(bytes.len())].to_vec())
                            .apply(&mut image);
                    }
                    whole => whole.apply(&mut image),
                }
            }
            let name = path.file_name().expect("a file");
            std::fs::write(after.folder.join(name), &image).expect("written");
            let contents = Contents {
                synced: image,
                pending: Vec::new(),
            };
            lock(&after.state).files.insert(after.folder.join(name), contents);
        }
        after
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        lock(&DISKS).retain(|(folder, _)| *folder != self.folder);
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The ordinary file system, and our methods in place of each of its own.
struct Real {
    vfs: *mut ffi::sqlite3_vfs,
    ours: Mutex<HashMap<usize, &'static ffi::sqlite3_io_methods>>,
}

// SAFETY: SQLite's own file system may be used from any thread.
unsafe impl Sync for Real {}
// SAFETY: as above.
unsafe impl Send for Real {}

static REAL: OnceLock<Real> = OnceLock::new();

fn real() -> &'static Real {
    REAL.get().expect("registered")
}

/// Our methods in place of these.
fn in_place_of(theirs: &'static ffi::sqlite3_io_methods) -> &'static ffi::sqlite3_io_methods {
    let key = std::ptr::from_ref(theirs) as usize;
    lock(&real().ours).entry(key).or_insert_with(|| {
        Box::leak(Box::new(ffi::sqlite3_io_methods {
            xClose: Some(close),
            xWrite: Some(write),
            xTruncate: Some(truncate),
            xSync: Some(sync),
            ..*theirs
        }))
    })
}

fn register() {
    REAL.get_or_init(|| {
        // SAFETY: the default file system is there as soon as the library is initialised; ours is a copy of it, with other
        // functions of the same types, and lives for ever.
        unsafe {
            ffi::sqlite3_initialize();
            let vfs = ffi::sqlite3_vfs_find(std::ptr::null());
            let mut ours = *vfs;
            ours.zName = c"faulty".as_ptr();
            ours.pNext = std::ptr::null_mut();
            ours.xOpen = Some(open);
            ours.xDelete = Some(delete);
            ffi::sqlite3_vfs_register(Box::leak(Box::new(ours)), 0);
            Real {
                vfs,
                ours: Mutex::default(),
            }
        }
    });
}

fn path_of(name: *const c_char) -> Option<PathBuf> {
    if name.is_null() {
        return None;
    }
    // SAFETY: SQLite gives names that end with a zero.
    let name = unsafe { CStr::from_ptr(name) };
    Some(PathBuf::from(name.to_string_lossy().into_owned()))
}

fn disk_of(path: &Path) -> Option<Shared> {
    let folder = path.parent()?;
    let disks = lock(&DISKS);
    disks
        .iter()
        .find(|(each, _)| each == folder)
        .map(|(_, state)| Arc::clone(state))
}

unsafe extern "C" fn open(
    _: *mut ffi::sqlite3_vfs,
    name: ffi::sqlite3_filename,
    file: *mut ffi::sqlite3_file,
    flags: c_int,
    out: *mut c_int,
) -> c_int {
    let vfs = real().vfs;
    // SAFETY: forwarded as it came; afterwards the file has methods, which are copied and replaced by ours of the same types.
    unsafe {
        let opened = (*vfs)
            .xOpen
            .map_or(ffi::SQLITE_CANTOPEN, |open| open(vfs, name, file, flags, out));
        if opened != ffi::SQLITE_OK || (*file).pMethods.is_null() {
            return opened;
        }
        let Some((path, state)) = path_of(name).and_then(|path| disk_of(&path).map(|state| (path, state)))
        else {
            return opened;
        };
        // The methods of a file system are there as long as the program.
        let theirs: &'static ffi::sqlite3_io_methods = &*(*file).pMethods;
        (*file).pMethods = in_place_of(theirs);
        lock(&state)
            .files
            .entry(path.clone())
            .or_insert_with(|| Contents {
                synced: std::fs::read(&path).unwrap_or_default(),
                pending: Vec::new(),
            });
        let open = Opened {
            path,
            state,
            methods: theirs,
        };
        open_files().insert(file as usize, open);
        opened
    }
}

unsafe extern "C" fn delete(_: *mut ffi::sqlite3_vfs, name: *const c_char, sync: c_int) -> c_int {
    let vfs = real().vfs;
    if let Some(path) = path_of(name)
        && let Some(state) = disk_of(&path)
    {
        lock(&state).files.remove(&path);
    }
    // SAFETY: forwarded as it came.
    unsafe {
        (*vfs)
            .xDelete
            .map_or(ffi::SQLITE_IOERR_DELETE, |delete| delete(vfs, name, sync))
    }
}

unsafe extern "C" fn close(file: *mut ffi::sqlite3_file) -> c_int {
    let methods = opened(file).methods;
    open_files().remove(&(file as usize));
    // SAFETY: forwarded as it came.
    unsafe { methods.xClose.map_or(ffi::SQLITE_OK, |close| close(file)) }
}

/// What becomes of an operation: its error, or nothing; and how much of it is done before.
#[derive(Debug)]
enum Fate {
    Done,
    Fails(c_int),
    Half(c_int),
}

fn fate(state: &mut State, operation: &str) -> Fate {
    let moody = state.mood == Mood::Moody && state.dice.once_in(24);
    let fate = match (operation, state.mood) {
        ("write", Mood::Full) if state.dice.once_in(3) => Fate::Half(ffi::SQLITE_FULL),
        ("write", Mood::Full) => Fate::Fails(ffi::SQLITE_FULL),
        ("sync", Mood::NoSync) => Fate::Fails(ffi::SQLITE_IOERR_FSYNC),
        ("write", _) if moody && state.dice.once_in(2) => Fate::Half(ffi::SQLITE_IOERR_WRITE),
        ("write", _) if moody => Fate::Fails(ffi::SQLITE_FULL),
        ("sync", _) if moody => Fate::Fails(ffi::SQLITE_IOERR_FSYNC),
        ("truncate", _) if moody => Fate::Fails(ffi::SQLITE_IOERR_TRUNCATE),
        _ => Fate::Done,
    };
    if !matches!(fate, Fate::Done) {
        state.faults += 1;
    }
    fate
}

unsafe extern "C" fn write(
    file: *mut ffi::sqlite3_file,
    bytes: *const c_void,
    amount: c_int,
    at: ffi::sqlite3_int64,
) -> c_int {
    let Opened { path, state, methods } = opened(file);
    let forward = |amount: c_int| {
        // SAFETY: forwarded as it came, or less of it.
        unsafe {
            methods
                .xWrite
                .map_or(ffi::SQLITE_IOERR, |write| write(file, bytes, amount, at))
        }
    };
    let mut state = lock(&state);
    let fate = fate(&mut state, "write");
    state.tell(&path, format_args!("write {amount} at {at}"), &fate);
    let (amount, answer) = match fate {
        Fate::Done => (amount, ffi::SQLITE_OK),
        Fate::Fails(error) => return error,
        Fate::Half(error) => ((amount / 2).max(1), error),
    };
    let written = forward(amount);
    if written != ffi::SQLITE_OK {
        return written;
    }
    // SAFETY: SQLite gives so many bytes to be written.
    let copy = unsafe { std::slice::from_raw_parts(bytes.cast::<u8>(), amount as usize) }.to_vec();
    let contents = state.files.entry(path).or_default();
    contents.pending.push(Pending::Write(at as usize, copy));
    answer
}

unsafe extern "C" fn truncate(file: *mut ffi::sqlite3_file, size: ffi::sqlite3_int64) -> c_int {
    let Opened { path, state, methods } = opened(file);
    // SAFETY: forwarded as it came.
    let forward = || unsafe {
        methods
            .xTruncate
            .map_or(ffi::SQLITE_IOERR, |truncate| truncate(file, size))
    };
    let mut state = lock(&state);
    let fate = fate(&mut state, "truncate");
    state.tell(&path, format_args!("truncate to {size}"), &fate);
    if let Fate::Fails(error) | Fate::Half(error) = fate {
        return error;
    }
    let done = forward();
    if done == ffi::SQLITE_OK {
        let contents = state.files.entry(path).or_default();
        contents.pending.push(Pending::Truncate(size as usize));
    }
    done
}

unsafe extern "C" fn sync(file: *mut ffi::sqlite3_file, _: c_int) -> c_int {
    // The files need not survive this machine's own loss of power: nothing is really synced.
    let Opened { path, state, .. } = opened(file);
    let mut state = lock(&state);
    let fate = fate(&mut state, "sync");
    state.tell(&path, format_args!("sync"), &fate);
    match fate {
        Fate::Fails(error) | Fate::Half(error) => return error,
        Fate::Done if state.mood == Mood::Lying => return ffi::SQLITE_OK,
        Fate::Done => {}
    }
    if let Some(contents) = state.files.get_mut(&path) {
        for pending in std::mem::take(&mut contents.pending) {
            pending.apply(&mut contents.synced);
        }
    }
    ffi::SQLITE_OK
}
