#[cfg(unix)]
mod unix;

#[cfg(unix)]
fn beep() {}

#[cfg(not(unix))]
fn beep() {}

#[cfg(feature = "extra")]
pub fn extra() {
    beep();
}

fn run() {
    beep();
    #[cfg(feature = "extra")]
    extra();
    unix::poll();
}
