pub struct Circle;

impl Circle {
    pub fn width(&self) {}
    pub fn wide(&self) -> bool {
        true
    }
}

pub struct Side;

impl Side {
    pub fn width(&self) {}
}

pub enum Shape {
    Round(Circle),
    Box { side: Side, depth: u32 },
    Empty,
}

impl Shape {
    pub fn draw(&self) {
        match self {
            Self::Round(circle) => circle.width(),
            Self::Box { side, .. } => side.width(),
            Self::Empty => {}
        }
    }
}
