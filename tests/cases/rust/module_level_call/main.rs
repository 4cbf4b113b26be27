const fn limit() -> usize {
    base() * 2
}

const fn base() -> usize {
    4
}

static LIMIT: usize = limit();
const TABLE: [usize; 2] = [base(), LIMIT];

fn main() {}
