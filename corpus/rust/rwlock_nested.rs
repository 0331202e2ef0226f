//! A second read lock in the same thread waits for a writer that came in between, and that waits for the first.
use std::sync::RwLock;
use std::thread;

static VALUE: RwLock<u32> = RwLock::new(1);

fn main() {
    let writer = thread::spawn(|| *VALUE.write().unwrap() += 1);
    let first = VALUE.read().unwrap();
    let second = VALUE.read().unwrap();
    assert_eq!(*first, *second);
    drop((first, second));
    writer.join().unwrap();
}
