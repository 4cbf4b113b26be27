pub struct Page;

impl Page {
    pub fn load(&self) {
        self.render();
    }
}
