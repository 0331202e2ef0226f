//! A value that is made once, by whichever thread comes first.
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::OnceLock;
use std::thread;

static MADE: AtomicU32 = AtomicU32::new(0);
static VALUE: OnceLock<u32> = OnceLock::new();

fn value() -> u32 {
    *VALUE.get_or_init(|| MADE.fetch_add(1, Relaxed) + 7)
}

fn main() {
    let other = thread::spawn(value);
    assert_eq!(value(), 7);
    assert_eq!(other.join().unwrap(), 7);
    assert_eq!(MADE.load(Relaxed), 1);
}
