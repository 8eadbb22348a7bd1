//! How do texts come in and go out? Through the module's own memory, as UTF-8.
#![allow(
    unsafe_code,
    reason = "a WebAssembly module shares its memory with its host: names must be plain and lengths are the host's word"
)]

use std::cell::RefCell;

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Makes room for a request of so many bytes, and says where it is to be written.
#[unsafe(no_mangle)]
extern "C" fn request(length: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(length, 0);
        request.as_mut_ptr()
    })
}

/// Answers the request just written; says how long the answer is.
#[unsafe(no_mangle)]
extern "C" fn answer() -> usize {
    let request = REQUEST.with_borrow_mut(std::mem::take);
    let said = said(&request);
    let length = said.len();
    ANSWER.set(said);
    length
}

/// Where the last answer stands, until the next one.
#[unsafe(no_mangle)]
extern "C" fn answered() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

#[cfg(feature = "audit")]
use crate::audit::answer as said;

#[cfg(all(feature = "convert", not(feature = "audit")))]
use crate::pages::answer as said;

#[cfg(not(any(feature = "audit", feature = "convert")))]
fn said(request: &[u8]) -> String {
    thread_local! {
        static ROOM: RefCell<crate::Room> = RefCell::default();
    }
    ROOM.with_borrow_mut(|room| room.answer(request))
}
