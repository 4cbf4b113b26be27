mod left;
mod right;

pub use left::ping;
pub use right::*;

fn main() {
    ping();
    pong();
}
