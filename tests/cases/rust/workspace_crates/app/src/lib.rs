pub fn run() {
    core_lib::start();
    crate::inner();
    stranger::start();
}

fn inner() {}
