use crate::*;
use crate::right::pong;

pub fn ping() {
    pong();
    super::main();
}
