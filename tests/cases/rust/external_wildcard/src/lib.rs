mod other;

use std::io::prelude::*;
use undeclared::*;
use yew::prelude::*;

fn own() {}

pub fn run() {
    own();
    html();
    Shape::new();
}
