#[path = "platform/unix.rs"]
mod sys;

mod unix;

fn main() {
    sys::start();
    unix::start();
}
