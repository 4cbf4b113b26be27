pub fn clean() {}

pub fn hidden() {}
