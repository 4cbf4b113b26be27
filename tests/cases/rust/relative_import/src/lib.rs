pub mod cart;
pub mod prices;

pub fn open() {
    self::prices::lookup();
}
