pub struct Client;

impl Client {
    pub fn open() {}
}
