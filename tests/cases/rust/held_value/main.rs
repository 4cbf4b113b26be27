struct Arg;
struct Failure;

impl Arg {
    fn go(&self) {}
    fn new() -> Arg {
        Arg
    }
    fn try_make() -> Result<Arg, Failure> {
        Ok(Arg)
    }
}

impl Failure {
    fn show(&self) {}
    fn go(&self) {}
}

struct Holder {
    opt: Option<Arg>,
}

fn question() -> Result<(), Failure> {
    let made = Arg::try_make()?;
    made.go();
    Ok(())
}

fn unwrapped() {
    let made = Arg::try_make().unwrap();
    made.go();
}

fn expected() {
    Arg::try_make().expect("one").go();
}

fn otherwise() {
    Arg::try_make().unwrap_or_else(|error| recover(error.show())).go();
}

fn recover(_: ()) -> Arg {
    Arg
}

fn turned(opt: Option<Arg>) -> Result<(), Failure> {
    opt.ok_or(Failure)?.go();
    Ok(())
}

fn mapped(opt: Option<Arg>) {
    opt.as_ref().map(|arg| arg.go());
}

fn failed() {
    match Arg::try_make() {
        Ok(arg) => arg.go(),
        Err(error) => error.go(),
    }
}

fn closed() {
    Arg::try_make().map_err(|error| error.show());
}

impl Holder {
    fn tested(&self) {
        if let Some(arg) = &self.opt {
            arg.go();
        }
    }

    fn matched(&mut self) {
        match self.opt.as_mut() {
            Some(arg) => arg.go(),
            None => (),
        }
    }

    fn otherwise(&self) {
        let Some(arg) = self.opt.as_ref() else { return };
        arg.go();
    }
}

fn generic<T>(value: Option<T>) -> T {
    value.unwrap()
}

fn of_text(text: Option<String>) {
    text.unwrap().go();
}
