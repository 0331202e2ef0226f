//! The flag is stored after `unpark`: the thread may wake, see that nothing has changed, and park forever.
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

static READY: AtomicBool = AtomicBool::new(false);

fn main() {
    let main = thread::current();
    let other = thread::spawn(move || {
        main.unpark();
        READY.store(true, Relaxed);
    });
    while !READY.load(Relaxed) {
        thread::park();
    }
    other.join().unwrap();
}
