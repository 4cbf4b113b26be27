mod build;
mod other;
pub use crate::develop::develop;
mod develop;

use build::build;

fn other() {
    build();
    build::clean();
    other::run();
    develop();
    develop::clean();
}

fn main() {
    other();
    crate::develop::clean();
    crate::other();
}
