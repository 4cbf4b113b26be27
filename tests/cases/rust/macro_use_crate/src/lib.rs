#[macro_use]
extern crate log;
extern crate text_tools as tt;

mod inner;

pub fn run() {
    warn!("careful");
    tt::clean();
    inner::work();
}
