pub fn choose(n: i32) -> fn() {
    match n {
        0 => zero,
        1 => {
            one
        }
        _ => if n > 5 { many } else { zero },
    }
}

fn zero() {}

fn one() {}

fn many() {}
