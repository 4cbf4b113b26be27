use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, Mutex, RwLock};

#[derive(Clone)]
struct Arg;

impl Arg {
    fn go(&self) {}
}

struct Own;

impl Clone for Own {
    fn clone(&self) -> Own {
        Own
    }
}

impl Own {
    fn go(&self) {}
}

struct Shared {
    cell: Rc<RefCell<Arg>>,
    lock: Arc<Mutex<Arg>>,
    both: RwLock<Arg>,
}

impl Shared {
    fn borrowed(&self) {
        self.cell.borrow().go();
        self.cell.borrow_mut().go();
    }

    fn locked(&self) {
        self.lock.lock().unwrap().go();
        let guard = self.both.read().unwrap();
        guard.go();
    }
}

fn cloned(arg: Arg) {
    arg.clone().go();
}

fn counted(arg: Rc<Arg>) {
    let other = Rc::clone(&arg);
    other.go();
}

fn made() {
    let arg = Arc::new(Arg);
    arg.go();
}

fn cloned_by_itself(own: Own) {
    own.clone().go();
}
