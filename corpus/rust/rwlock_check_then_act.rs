//! Each thread looks with the read lock, and acts with the write lock: what it saw may no longer hold.
use std::sync::RwLock;
use std::thread;

static MADE: RwLock<u32> = RwLock::new(0);

fn make_once() {
    let missing = *MADE.read().unwrap() == 0;
    if missing {
        *MADE.write().unwrap() += 1;
    }
}

fn main() {
    let other = thread::spawn(make_once);
    make_once();
    other.join().unwrap();
    assert_eq!(*MADE.read().unwrap(), 1);
}
