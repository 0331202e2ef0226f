//! The mutex is free between the read and the write, so an increment may be lost.
use std::sync::Mutex;
use std::thread;

static COUNT: Mutex<u32> = Mutex::new(0);

fn increment() {
    let seen = *COUNT.lock().unwrap();
    *COUNT.lock().unwrap() = seen + 1;
}

fn main() {
    let other = thread::spawn(increment);
    increment();
    other.join().unwrap();
    assert_eq!(*COUNT.lock().unwrap(), 2);
}
