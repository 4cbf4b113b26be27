mod d;
use crate::d::d;
fn main(){ d(); crate::d::helper(); }
