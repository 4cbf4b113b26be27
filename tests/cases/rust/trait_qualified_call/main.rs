trait Shape {
    fn area(&self) -> f64;
    fn unit() -> Self;
}

struct Circle;

impl Circle {
    fn grow(&self) {}
}

impl Shape for Circle {
    fn area(&self) -> f64 {
        1.0
    }
    fn unit() -> Self {
        Circle
    }
}

fn run(circle: Circle) {
    <Circle as Shape>::area(&circle);
    <Circle>::grow(&circle);
    Circle::grow(&circle);
    <Circle as Shape>::unit().grow();
    Shape::area(&circle);
}

fn make<T: Shape>() -> T {
    T::unit()
}
