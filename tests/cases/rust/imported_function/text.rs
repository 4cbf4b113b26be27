pub fn clean() {
    split();
}

pub fn split() {}
