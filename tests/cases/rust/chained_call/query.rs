pub struct Row;

impl Row {
    pub fn show(&self) {}
}

pub struct Query;

impl Query {
    pub fn new() -> Self {
        Query
    }
    pub fn filter(self, condition: &str) -> Self {
        self
    }
    pub fn order(&self, key: &str) -> &Query {
        self
    }
    pub fn first(&self) -> Row {
        Row
    }
    pub fn show(&self) {}
}
