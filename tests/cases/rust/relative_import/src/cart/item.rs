use super::super::prices;

pub fn weigh() {
    super::total();
    prices::lookup();
    super::super::open();
    crate::cart::total();
}
