// A program with a thread-local: its own (--cfg own), or its library's.
#[cfg(own)]
#[path = "counter.rs"]
mod counter;
#[cfg(not(own))]
extern crate counter;

use std::ffi::{c_char, c_int};
use std::ptr::null_mut;

extern "C" {
    fn MPI_Init(argc: *mut c_int, argv: *mut *mut *mut c_char) -> c_int;
    fn MPI_Finalize() -> c_int;
}

fn main() {
    unsafe { MPI_Init(null_mut(), null_mut()) };
    println!("ok: call {}", counter::next_call());
    unsafe { MPI_Finalize() };
}
