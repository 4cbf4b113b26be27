mod engine;

struct Car {
    engine: engine::Engine,
    spare: Box<engine::Engine>,
    wheels: Wheels,
}

struct Wheels(Tyre, Tyre);

struct Tyre;

impl Tyre {
    fn spin(&self) {}
}

impl Car {
    fn drive(&self) {
        self.engine.start();
        self.spare.start();
        self.wheels.0.spin();
    }
}

fn run(car: &Car) {
    car.engine.start();
    car.engine.pump.flow();
    let Car { engine, wheels: Wheels(left, _), .. } = car;
    engine.start();
    left.spin();
}
