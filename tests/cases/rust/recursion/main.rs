struct Node {
    next: Box<Node>,
}

impl Node {
    fn depth(&self) -> u32 {
        1 + self.next.depth()
    }
}

fn factorial(n: u64) -> u64 {
    if n == 0 { 1 } else { n * factorial(n - 1) }
}

fn even(n: u32) -> bool {
    n == 0 || odd(n - 1)
}

fn odd(n: u32) -> bool {
    n != 0 && even(n - 1)
}
