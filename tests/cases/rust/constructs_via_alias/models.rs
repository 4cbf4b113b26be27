pub struct User {
    pub id: u32,
}

impl User {
    pub fn new() -> Self {
        User { id: 0 }
    }
    pub fn save(&self) {}
}
