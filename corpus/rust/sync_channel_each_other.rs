//! Channels without room: each thread sends before it receives, and waits for the other forever.
use std::sync::mpsc;
use std::thread;

fn main() {
    let (to_main, from_other) = mpsc::sync_channel(0);
    let (to_other, from_main) = mpsc::sync_channel(0);
    let other = thread::spawn(move || {
        to_main.send(1).unwrap();
        from_main.recv().unwrap()
    });
    to_other.send(2).unwrap();
    assert_eq!(from_other.recv(), Ok(1));
    assert_eq!(other.join().unwrap(), 2);
}
