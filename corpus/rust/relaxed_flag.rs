//! A flag that is stored with `Relaxed` does not publish the data (`--cfg fixed`: with `Release`, it does).
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;

static DATA: AtomicU32 = AtomicU32::new(0);
static READY: AtomicBool = AtomicBool::new(false);

const ORDER: Ordering = if cfg!(fixed) { Ordering::Release } else { Ordering::Relaxed };

fn main() {
    let other = thread::spawn(|| {
        DATA.store(1, Ordering::Relaxed);
        READY.store(true, ORDER);
    });
    if READY.load(Ordering::Acquire) {
        assert_eq!(DATA.load(Ordering::Relaxed), 1);
    }
    other.join().unwrap();
}
