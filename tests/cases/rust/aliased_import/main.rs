mod shapes;
mod text;

use shapes::{area as surface, Circle as Round};
use text as words;

fn surface_of() {}

fn run() {
    surface();
    Round::new().grow();
    words::clean();
}
