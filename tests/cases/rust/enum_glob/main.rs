use Shape::*;

enum Shape {
    Round(u32),
    Empty,
}

impl Shape {
    fn draw(&self) {}
}

fn run() {
    Round(1).draw();
    Empty.draw();
    Shape::Round(2).draw();
}
