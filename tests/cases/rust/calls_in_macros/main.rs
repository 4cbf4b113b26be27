mod tools;

struct Cart {
    line: Line,
}

struct Line {
    price: u32,
}

impl Line {
    fn cost(&self) -> u32 {
        self.price
    }
}

impl Cart {
    fn total(&self) -> u32 {
        1
    }

    fn show(&self) {
        println!("{} {}", self.total(), self.line.cost());
        assert_eq!(add(1, add(2, 3)), tools::sum::<u32>(&[1, 2]));
        let all = vec![Self::make().total(), Line { price: add(1, 1) }.cost()];
        assert!(matches!(self.total(), 1 | 2), "total {}", format!("{}", add(3, 3)));
    }

    fn make() -> Cart {
        Cart { line: Line { price: 1 } }
    }
}

fn add(a: u32, b: u32) -> u32 {
    a + b
}
