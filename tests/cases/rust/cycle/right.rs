pub use crate::*;
use super::left;

pub fn pong() {
    left::ping();
    nowhere();
}
