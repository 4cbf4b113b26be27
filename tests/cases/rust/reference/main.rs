// Functions that are named and not called: passed by path, in arrays and fields, returned.
mod tools;
use tools::clean;

struct Job {
    run: fn() -> i32,
}

struct Plan;

trait Step {
    fn go(&self);
}

impl Step for Plan {
    fn go(&self) {}
}

fn table() -> [fn() -> i32; 2] {
    [clean, tools::pad]
}

fn job() -> Job {
    Job { run: clean }
}

fn choose(flag: bool) -> fn() -> i32 {
    if flag { clean } else { tools::pad }
}

fn hidden(clean: i32) -> i32 {
    keep(clean)
}

fn keep(value: i32) -> i32 {
    value
}
