use crate::model::Page;

pub trait Print {
    fn print(&self) {}
}

impl Page {
    pub fn render(&self) {
        self.load();
    }
}

impl Print for Page {}
