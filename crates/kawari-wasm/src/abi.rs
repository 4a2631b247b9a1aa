//! The functions of the module, and those of its host.

use std::cell::RefCell;
use std::panic;
use std::sync::Once;

use kawari_api::failure::Failure;

#[cfg(not(feature = "records"))]
use crate::requests::play::Module;
#[cfg(feature = "records")]
use crate::requests::records;

mod host {
    #[link(wasm_import_module = "kawari")]
    unsafe extern "C" {
        /// Receives a line of a stream.
        #[cfg(not(feature = "records"))]
        pub safe fn event(text: *const u8, length: usize);
        /// Receives the message of a panic.
        pub safe fn log(text: *const u8, length: usize);
    }
}

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

#[cfg(feature = "records")]
fn answer_request(json: &[u8], _file: &[u8]) -> Result<String, Failure> {
    records::answer(json)
}

#[cfg(not(feature = "records"))]
fn answer_request(json: &[u8], file: &[u8]) -> Result<String, Failure> {
    thread_local! {
        static MODULE: RefCell<Module> = RefCell::new(Module::new(emit));
    }
    fn emit(line: &str) {
        host::event(line.as_ptr(), line.len());
    }
    MODULE.with_borrow_mut(|module| module.answer(json, file))
}

/// Returns the address of a buffer for a request.
#[unsafe(no_mangle)]
pub extern "C" fn alloc(length: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(length, 0);
        request.as_mut_ptr()
    })
}

/// Answers the request in the buffer, whose first `json` bytes are JSON. Returns the length of
/// the answer, negative for an error.
#[unsafe(no_mangle)]
pub extern "C" fn call(json: usize) -> isize {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        panic::set_hook(Box::new(|info| {
            let message = info.to_string();
            host::log(message.as_ptr(), message.len());
        }));
    });
    let request = REQUEST.take();
    let (json, file) = request.split_at(json.min(request.len()));
    let (text, sign) = match answer_request(json, file) {
        Ok(text) => (text, 1),
        Err(failure) => (failure.body(), -1),
    };
    let length = sign * text.len() as isize;
    ANSWER.set(text);
    length
}

/// Returns the address of the answer to the last call.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}
