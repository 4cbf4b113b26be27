pub fn clean() -> i32 {
    1
}

pub fn pad() -> i32 {
    2
}
