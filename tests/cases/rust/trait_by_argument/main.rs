use std::ops::Add;

struct Io;
struct Parse;
struct Failure;

impl From<Io> for Failure {
    fn from(error: Io) -> Failure {
        Failure
    }
}

impl From<Parse> for Failure {
    fn from(error: Parse) -> Failure {
        Failure
    }
}

impl From<&Parse> for Failure {
    fn from(error: &Parse) -> Failure {
        Failure
    }
}

impl From<String> for Failure {
    fn from(error: String) -> Failure {
        Failure
    }
}

impl Failure {
    fn show(&self) {}
}

fn known(error: Io) -> Failure {
    Failure::from(error)
}

fn referred(error: Parse) -> Failure {
    Failure::from(&error)
}

fn outside(text: String) -> Failure {
    Failure::from(text)
}

fn unknown() {
    Failure::from(other::make()).show();
}

fn named(found: other::Outcome) {
    found.map_err(Failure::from);
}

struct Metre;
struct Foot;

impl Add<Foot> for Metre {
    type Output = Metre;
    fn add(self, other: Foot) -> Metre {
        self
    }
}

impl Add<Metre> for Metre {
    type Output = Metre;
    fn add(self, other: Metre) -> Metre {
        self
    }
}

impl PartialEq<Foot> for Metre {
    fn eq(&self, other: &Foot) -> bool {
        true
    }
}

impl PartialEq<Metre> for Metre {
    fn eq(&self, other: &Metre) -> bool {
        true
    }
}

impl Into<Io> for Metre {
    fn into(self) -> Io {
        Io
    }
}

impl Into<Parse> for Metre {
    fn into(self) -> Parse {
        Parse
    }
}

fn sum(metre: Metre, foot: Foot) {
    metre.add(foot);
    Metre::add(metre, foot);
    metre.eq(&foot);
}

fn turned(metre: Metre) {
    metre.into();
}

trait Adds {
    fn put<T: Into<Io>>(&mut self, what: T);
}

trait AddsFeet {
    fn put(&mut self, what: Foot);
}

impl Adds for Failure {
    fn put<T: Into<Io>>(&mut self, what: T) {}
}

impl AddsFeet for Failure {
    fn put(&mut self, what: Foot) {}
}

fn of_two_traits(mut failure: Failure, foot: Foot) {
    failure.put(foot);
}
