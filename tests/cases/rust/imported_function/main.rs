mod text;
mod tools {
    pub mod number;
}

use text::clean;
use tools::number::round;

fn run() {
    clean();
    round();
    text::split();
    tools::number::floor();
}
