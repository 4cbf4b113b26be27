mod factory;

fn make() -> fn() {
    fn inner() {}
    inner
}

fn early(flag: bool) -> fn() {
    if flag {
        return first;
    }
    second
}

fn first() {}

fn second() {}

fn run() {
    make()();
    let step = early(true);
    step();
    factory::choose(1)();
}
