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

fn explained() -> Result<(), String> {
    Session::open().with_context(why)?.ping();
    Ok(())
}

fn why() -> String {
    String::new()
}
