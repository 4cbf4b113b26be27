use crate::build::clean as wipe;

pub fn develop() {
    wipe();
}

pub fn clean() {}
