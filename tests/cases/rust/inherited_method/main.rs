trait Named {
    fn name(&self) -> u32;
    fn greet(&self) {
        self.name();
    }
}

trait Loud: Named {
    fn shout(&self) {
        self.greet();
    }
}

struct Dog;

impl Named for Dog {
    fn name(&self) -> u32 {
        1
    }
}

impl Loud for Dog {}

fn run(dog: &Dog) {
    dog.greet();
    dog.shout();
    dog.name();
}
