fn apply(f: fn(i32) -> i32, x: i32) -> i32 {
    f(x)
}

fn apply_generic<F: Fn(i32) -> i32>(f: F) -> i32 {
    f(1)
}

fn double(x: i32) -> i32 {
    x * 2
}

fn stranger(x: i32) -> i32 {
    x
}

fn run() {
    apply(double, 2);
    apply_generic(double);
    let f = double;
    f(1);
}
