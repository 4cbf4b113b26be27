fn push(x: i32) -> i32 {
    x
}

fn run(n: i32, names: Vec<String>) -> Option<i32> {
    let mut items = Vec::new();
    items.push(n);
    names.len();
    "a".to_string();
    u8::from_str_radix("1", 10);
    drop(items);
    println!("{}", n);
    Some(n)
}
