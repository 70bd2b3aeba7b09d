// A library crate with a thread-local.
use std::cell::Cell;

thread_local! {
    static CALLS: Cell<i32> = const { Cell::new(0) };
}

pub fn next_call() -> i32 {
    CALLS.with(|calls| {
        calls.set(calls.get() + 1);
        calls.get()
    })
}
