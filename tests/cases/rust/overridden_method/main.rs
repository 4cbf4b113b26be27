trait Shape {
    fn area(&self) -> f64 {
        0.0
    }
}

struct Circle;
struct Line;

impl Shape for Circle {
    fn area(&self) -> f64 {
        3.0
    }
}

impl Shape for Line {}

fn run(circle: &Circle, line: &Line) {
    circle.area();
    line.area();
}

fn show(shape: &dyn Shape) {
    shape.area();
}
