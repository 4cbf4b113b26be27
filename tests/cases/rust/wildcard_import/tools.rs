pub struct Brush;

impl Brush {
    pub fn new() -> Self {
        Brush
    }
    pub fn sweep(&self) {}
}

pub fn clean() {}

pub fn own() {}
