fn outer() {
    inner();

    fn inner() {
        deepest();
        fn deepest() {
            helper();
        }
    }
}

fn inner() {
    outer();
}

fn helper() {
    inner();
}
