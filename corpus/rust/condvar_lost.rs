//! The flag changes without the mutex, possibly between the check and the wait: the notification is lost.
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Condvar, Mutex};
use std::thread;

static READY: AtomicBool = AtomicBool::new(false);
static LOCK: Mutex<()> = Mutex::new(());
static CHANGED: Condvar = Condvar::new();

fn main() {
    let other = thread::spawn(|| {
        READY.store(true, SeqCst);
        CHANGED.notify_one();
    });
    let mut guard = LOCK.lock().unwrap();
    while !READY.load(SeqCst) {
        guard = CHANGED.wait(guard).unwrap();
    }
    drop(guard);
    other.join().unwrap();
}
