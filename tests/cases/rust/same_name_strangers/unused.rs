pub struct Cat;

impl Cat {
    pub fn speak(&self) {}
}

pub fn walk() {}
