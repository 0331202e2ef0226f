//! Two threads count under a mutex: no increment is lost.
use std::sync::Mutex;
use std::thread;

static COUNT: Mutex<u32> = Mutex::new(0);

fn main() {
    let other = thread::spawn(|| *COUNT.lock().unwrap() += 1);
    *COUNT.lock().unwrap() += 1;
    other.join().unwrap();
    assert_eq!(*COUNT.lock().unwrap(), 2);
}
