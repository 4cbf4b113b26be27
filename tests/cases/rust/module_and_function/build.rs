pub fn build() {}

pub fn clean() {}
