pub fn html() {}

pub struct Shape;
