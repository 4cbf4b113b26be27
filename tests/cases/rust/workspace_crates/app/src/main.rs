use core_lib::text::clean;

fn main() {
    clean();
    core_lib::start();
    app::run();
    core_lib::announce!(clean());
}
