//! A cell that claims to be `Sync` without synchronisation: a data race.
use std::cell::UnsafeCell;
use std::thread;

struct Shared(UnsafeCell<u32>);
unsafe impl Sync for Shared {}

static VALUE: Shared = Shared(UnsafeCell::new(0));

fn main() {
    let other = thread::spawn(|| unsafe { *VALUE.0.get() = 1 });
    let seen = unsafe { *VALUE.0.get() };
    assert!(seen <= 1);
    other.join().unwrap();
}
