fn helper() {}

fn shared() {}

mod inner {
    use super::shared;

    pub fn run() {
        shared();
        helper();
        super::helper();
        deep::run();
        self::local();
    }

    fn local() {}

    pub mod deep {
        pub fn run() {
            super::local();
            super::super::helper();
            crate::shared();
        }
    }
}

fn main() {
    inner::run();
    inner::deep::run();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn works() {
        helper();
        inner::run();
    }
}
