fn helper(x: i32) -> i32 {
    x
}

fn stranger() {}

fn run() {
    helper(helper(1));
}

fn main() {
    run();
}
