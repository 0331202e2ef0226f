//! What a thread stores before a barrier, the other sees behind it; one of them is the leader.
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::Barrier;
use std::thread;

static A: AtomicU32 = AtomicU32::new(0);
static B: AtomicU32 = AtomicU32::new(0);
static MET: Barrier = Barrier::new(2);

fn main() {
    let other = thread::spawn(|| {
        A.store(1, Relaxed);
        let leads = MET.wait().is_leader();
        assert_eq!(B.load(Relaxed), 1);
        leads
    });
    B.store(1, Relaxed);
    let leads = MET.wait().is_leader();
    assert_eq!(A.load(Relaxed), 1);
    assert_ne!(leads, other.join().unwrap());
}
