//! Each thread has its own value, which is dropped when the thread ends: before `join` returns.
use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::thread;

static DROPPED: AtomicU32 = AtomicU32::new(0);

struct Own(Cell<u32>);

impl Drop for Own {
    fn drop(&mut self) {
        DROPPED.fetch_add(self.0.get(), Relaxed);
    }
}

thread_local! {
    static OWN: Own = const { Own(Cell::new(0)) };
}

fn main() {
    let other = thread::spawn(|| OWN.with(|own| own.0.set(own.0.get() + 1)));
    OWN.with(|own| assert_eq!(own.0.get(), 0));
    other.join().unwrap();
    assert_eq!(DROPPED.load(Relaxed), 1);
}
