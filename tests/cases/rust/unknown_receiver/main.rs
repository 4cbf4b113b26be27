struct Store;

impl Store {
    fn save(&self) {}
    fn load(&self) {}
}

fn run<T>(thing: T, list: &[T], maker: fn() -> T) {
    thing.save();
    thing.inner.load();
    list[0].save();
    maker().load();
    let value = generated();
    value.save();
}
