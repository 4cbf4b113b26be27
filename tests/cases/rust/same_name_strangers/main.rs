mod cat;
mod dog;
mod unused;

use cat::Cat;

struct Dog;

impl Dog {
    fn speak(&self) {}
}

fn feed() {}

fn run(cat: &Cat, dog: &dog::Dog, own: &Dog, text: &str) {
    cat.speak();
    dog.speak();
    own.speak();
    text.speak();
    cat::feed();
    feed();
    walk();
}
