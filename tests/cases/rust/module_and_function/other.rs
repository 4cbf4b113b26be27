pub fn run() {
    crate::develop();
}
