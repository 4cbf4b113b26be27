pub fn round() {
    floor();
}

pub fn floor() {}

pub fn clean() {}
