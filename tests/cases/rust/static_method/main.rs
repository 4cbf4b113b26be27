struct Parser;
struct Printer;

impl Printer {
    fn default_width() -> usize {
        1
    }
}

impl Parser {
    const DEPTH: usize = Self::default_width();

    const fn default_width() -> usize {
        80
    }

    fn width() -> usize {
        Self::default_width() + Parser::default_width()
    }
}

fn run() {
    Parser::width();
    Parser::absent();
}
