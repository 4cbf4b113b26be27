struct Cart {
    items: u32,
}

struct Other;

impl Other {
    fn subtotal(&self) -> u32 {
        0
    }
}

impl Cart {
    fn total(&self) -> u32 {
        self.subtotal() + self.tax()
    }

    fn subtotal(&self) -> u32 {
        self.items
    }
}

impl Cart {
    fn tax(self: &Self) -> u32 {
        let compute = || self.subtotal();
        compute()
    }

    fn clear(&mut self) {
        self.items = 0;
        self.missing();
    }
}
