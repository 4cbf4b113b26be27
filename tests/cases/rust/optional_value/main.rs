struct Session;

impl Session {
    fn open() -> Option<Session> {
        Some(Session)
    }

    fn ping(&self) {}
}

fn question() -> Option<()> {
    Session::open()?.ping();
    None
}

fn pattern() {
    if let Some(session) = Session::open() {
        session.ping();
    }
}

fn unwrapped() {
    Session::open().unwrap().ping();
}
