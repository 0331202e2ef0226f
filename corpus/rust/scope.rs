//! Threads of a scope borrow a local variable.
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::thread;

fn main() {
    let count = AtomicU32::new(0);
    thread::scope(|scope| {
        let one = scope.spawn(|| count.fetch_add(1, Relaxed));
        let two = scope.spawn(|| count.fetch_add(1, Relaxed));
        let (one, two) = (one.join().unwrap(), two.join().unwrap());
        assert_eq!(one + two, 1);
    });
    assert_eq!(count.load(Relaxed), 2);
}
