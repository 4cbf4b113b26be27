mod other;
mod tools;

use tools::*;

fn own() {}

fn run() {
    clean();
    own();
    Brush::new().sweep();
    hidden();
}
