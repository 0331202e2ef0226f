//! Two threads increment a counter in two steps each.
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;

fn increment(count: &AtomicUsize) {
    let seen = count.load(SeqCst);
    count.store(seen + 1, SeqCst);
}

fn main() {
    let count = Arc::new(AtomicUsize::new(0));
    let shared = Arc::clone(&count);
    let thread = thread::spawn(move || increment(&shared));
    increment(&count);
    thread.join().unwrap();
    assert_eq!(count.load(SeqCst), 2);
}
