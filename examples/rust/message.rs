//! A message and a flag, without Rust's standard library: threads are those of C.
#![no_std]
#![no_main]

use core::ffi::c_void;
use core::ptr::{null, null_mut};
use core::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

static MESSAGE: AtomicU32 = AtomicU32::new(0);
static SENT: AtomicBool = AtomicBool::new(false);

unsafe extern "C" {
    fn pthread_create(
        thread: *mut usize,
        attributes: *const c_void,
        start: extern "C" fn(*mut c_void) -> *mut c_void,
        argument: *mut c_void,
    ) -> i32;
    fn pthread_join(thread: usize, result: *mut *mut c_void) -> i32;
}

extern "C" fn sender(_: *mut c_void) -> *mut c_void {
    MESSAGE.store(42, Relaxed);
    SENT.store(true, Relaxed);
    null_mut()
}

#[unsafe(no_mangle)]
pub extern "C" fn main() -> i32 {
    let mut thread = 0;
    unsafe { pthread_create(&mut thread, null(), sender, null_mut()) };
    if SENT.load(Relaxed) {
        assert!(MESSAGE.load(Relaxed) == 42);
    }
    unsafe { pthread_join(thread, null_mut()) };
    0
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {}
}
