mod old_style;
mod new_style;

fn main() {
    old_style::start();
    old_style::part::run();
    new_style::start();
    new_style::part::run();
}
