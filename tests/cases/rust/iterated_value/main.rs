use std::collections::{BTreeMap, HashMap};

struct Arg;

impl Arg {
    fn go(&self) -> bool {
        true
    }
    fn new() -> Arg {
        Arg
    }
}

struct Holder {
    args: Vec<Arg>,
    table: HashMap<String, Arg>,
    boxed: Vec<Box<Arg>>,
}

impl Holder {
    fn looped(&self) {
        for arg in &self.args {
            arg.go();
        }
    }

    fn by_iterator(&self) {
        for (index, arg) in self.args.iter().enumerate() {
            arg.go();
        }
    }

    fn mapped(&self) {
        self.boxed.iter().map(|arg| arg.go()).count();
    }

    fn filtered(&self) -> Vec<&Arg> {
        self.args.iter().filter(|arg| arg.go()).collect()
    }

    fn collected(&self) {
        for arg in self.filtered() {
            arg.go();
        }
    }

    fn indexed(&self) {
        self.args[0].go();
    }

    fn first(&self) {
        self.args.first().unwrap().go();
    }

    fn stepped(&self) {
        let mut steps = self.args.iter();
        while let Some(arg) = steps.next() {
            arg.go();
        }
    }

    fn looked_up(&self, key: &str) {
        if let Some(arg) = self.table.get(key) {
            arg.go();
        }
        self.table["a"].go();
    }

    fn entered(&mut self, key: String) {
        self.table.entry(key).or_insert_with(Arg::new).go();
    }

    fn pairs(&self) {
        for (key, arg) in &self.table {
            key.go();
            arg.go();
        }
        for arg in self.table.values() {
            arg.go();
        }
    }
}

fn sliced(args: &[Arg]) {
    for arg in args {
        arg.go();
    }
}

fn given(args: impl Iterator<Item = Arg>) {
    for arg in args {
        arg.go();
    }
}

fn filled() {
    let mut args = Vec::new();
    args.push(Arg::new());
    for arg in &args {
        arg.go();
    }
}

fn paired(pairs: Vec<(String, Arg)>) {
    for (name, arg) in pairs {
        name.go();
        arg.go();
    }
}

fn tree(table: BTreeMap<u8, Vec<Arg>>) {
    table.values().flatten().for_each(|arg| { arg.go(); });
}
