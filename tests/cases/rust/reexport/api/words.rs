pub fn hello() {}

pub fn flush() {}
