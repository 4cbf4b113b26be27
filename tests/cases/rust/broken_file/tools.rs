pub fn clean() {}
