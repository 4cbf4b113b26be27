fn helper(x: i32) -> i32 {
    x
}

fn run(items: Vec<i32>) {
    let double = |x: i32| helper(x) * 2;
    double(1);
    let total = move || {
        let inner = |y| helper(y);
        inner(2)
    };
    total();
    each(items, |x| helper(x));
    (|x| helper(x))(3);
}

fn each(items: Vec<i32>, f: impl Fn(i32) -> i32) {}
