mod config;

use config::run as start;

fn check() -> i32 {
    1
}

fn parameter(check: i32) {
    let config = config::load();
    config.apply();
    config::load();
    let start = || check + 1;
    start();
}

fn block() {
    {
        fn check() {}
        check();
    }
    check();
    start();
}

fn rebound() {
    later();
    let check = check();
    check.pow();
    fn later() {}
    if let Some(start) = start() {
        start.stop();
    }
    start();
}
