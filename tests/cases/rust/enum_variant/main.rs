mod shapes;

use shapes::Shape;

struct Ring;

impl Ring {
    fn width(&self) {}
}

fn area(shape: &Shape) {
    match shape {
        Shape::Round(circle) if circle.wide() => circle.width(),
        Shape::Box { side, .. } => side.width(),
        Shape::Empty => {}
        _ => shape.draw(),
    }
    if let Shape::Round(circle) = shape {
        circle.width();
    }
}

fn make(ring: shapes::Circle, side: shapes::Side) {
    Shape::Round(ring).draw();
    Shape::Box { side, depth: 1 }.draw();
    Shape::Empty.draw();
}
