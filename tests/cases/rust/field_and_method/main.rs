pub struct Env {
    normalize: bool,
    run: fn(i32),
    part: Part,
}

pub struct Part;

impl Part {
    fn go(&self) {}
}

fn take(_b: bool) {}

fn show(_n: i32) {}

impl Env {
    pub fn new() -> Env {
        Env { normalize: true, run: show, part: Part }
    }

    pub fn normalize(self, n: bool) -> Env {
        self
    }

    pub fn run(&self, n: i32) {
        (self.run)(n);
    }

    pub fn part(&self) -> &Part {
        &self.part
    }

    pub fn read(&self) {
        take(self.normalize);
        let _n = self.normalize;
        println!("{}", self.normalize);
        self.part.go();
        self.part().go();
    }

    pub fn call(self) {
        self.run(1);
        println!("{}", self.normalize(true).part().go());
    }

    pub fn named() {
        let _f = Env::normalize;
    }
}
