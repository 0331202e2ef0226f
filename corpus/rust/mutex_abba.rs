//! Two mutexes, locked in opposite orders.
use std::sync::Mutex;
use std::thread;

static A: Mutex<u32> = Mutex::new(0);
static B: Mutex<u32> = Mutex::new(0);

fn main() {
    let other = thread::spawn(|| {
        let mut b = B.lock().unwrap();
        *b += *A.lock().unwrap();
    });
    {
        let mut a = A.lock().unwrap();
        *a += *B.lock().unwrap();
    }
    other.join().unwrap();
}
