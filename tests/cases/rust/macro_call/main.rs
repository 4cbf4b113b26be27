#[macro_use]
mod macros;
mod inside;

macro_rules! twice {
    ($x:expr) => {
        helper($x);
        again!($x)
    };
}

macro_rules! again {
    ($x:expr) => { helper($x) };
}

fn helper(x: i32) -> i32 {
    x
}

mod nested {
    fn run() {
        again!(1);
    }
}

fn run() {
    twice!(other());
    shout!();
    crate::again!(2);
    unknown!(helper(2));
}

fn other() -> i32 {
    1
}
