pub fn lookup() {}
