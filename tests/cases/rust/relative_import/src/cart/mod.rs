mod item;

use self::item::weigh;
use super::open;

pub fn total() {
    weigh();
    open();
    crate::prices::lookup();
    super::prices::lookup();
}
