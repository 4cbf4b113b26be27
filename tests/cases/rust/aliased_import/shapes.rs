pub struct Circle;

impl Circle {
    pub fn new() -> Circle {
        Circle
    }
    pub fn grow(&self) {}
}

pub fn area() {}
