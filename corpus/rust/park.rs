//! A thread parks until another has stored a flag and unparked it, in whichever order.
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

static READY: AtomicBool = AtomicBool::new(false);

fn main() {
    let main = thread::current();
    let other = thread::spawn(move || {
        READY.store(true, Relaxed);
        main.unpark();
    });
    while !READY.load(Relaxed) {
        thread::park();
    }
    other.join().unwrap();
}
