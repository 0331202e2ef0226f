//! Two threads drop an `Arc`: what it holds is dropped once, by the last of them.
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::Arc;
use std::thread;

static DROPPED: AtomicU32 = AtomicU32::new(0);

struct Value(u32);

impl Drop for Value {
    fn drop(&mut self) {
        DROPPED.fetch_add(self.0, Relaxed);
    }
}

fn main() {
    let mine = Arc::new(Value(1));
    let theirs = Arc::clone(&mine);
    let other = thread::spawn(move || drop(theirs));
    drop(mine);
    other.join().unwrap();
    assert_eq!(DROPPED.load(Relaxed), 1);
}
