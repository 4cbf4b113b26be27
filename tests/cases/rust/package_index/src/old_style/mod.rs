pub mod part;

pub fn start() {
    part::run();
}
