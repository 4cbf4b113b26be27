pub struct Dog;

impl Dog {
    pub fn speak(&self) {}
}

pub fn feed() {}
