// main and tests are called from outside.
fn main() {
    run();
}

fn run() {}

#[cfg(test)]
mod tests {
    use super::run;

    #[test]
    fn runs() {
        run();
    }
}
