mod shapes;

use shapes::{Area, Circle};
use std::rc::Rc;

struct Stranger;

impl Stranger {
    fn area(&self) {}
    fn grow(&mut self) {}
}

fn plain(circle: Circle, other: &mut Circle) {
    circle.area();
    other.grow();
}

fn boxed(circle: Box<Circle>, shared: Rc<Circle>) {
    circle.area();
    shared.grow();
}

fn bounded<T: Area>(shape: T) {
    shape.area();
}

fn clause<T>(shape: &T)
where
    T: Area + Clone + Send,
{
    shape.area();
}

fn opaque(shape: impl Area) {
    shape.area();
}

fn object(shape: Box<dyn Area + Send>) {
    shape.area();
}

fn unbounded<T>(shape: T) {
    shape.area();
}

fn tuple((first, _): (Circle, Stranger)) {
    first.area();
}
