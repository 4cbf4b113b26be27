pub trait Area {
    fn area(&self);
}

pub struct Circle;

impl Circle {
    pub fn grow(&mut self) {}
}

impl Area for Circle {
    fn area(&self) {}
}
