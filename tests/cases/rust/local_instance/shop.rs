pub struct Cart {
    pub size: usize,
}

impl Cart {
    pub fn new() -> Self {
        Cart { size: 0 }
    }

    pub fn total(&self) {}
}
