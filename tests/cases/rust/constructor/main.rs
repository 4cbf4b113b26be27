struct Point {
    x: i32,
    y: i32,
}

struct Meters(f64);

impl Point {
    fn new(x: i32) -> Self {
        Self { x, y: origin() }
    }

    fn shift(&self) -> Point {
        Point { x: 1, ..Point::new(2) }
    }
}

impl Meters {
    fn half(&self) -> Self {
        Self(self.0 / 2.0)
    }
}

fn origin() -> i32 {
    0
}

fn run() {
    let point = Point::new(1);
    point.shift();
    Meters(2.0).half();
}
