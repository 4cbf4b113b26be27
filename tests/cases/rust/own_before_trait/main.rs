trait Build {
    fn grow(&mut self) -> usize;
    fn count(&self) -> usize;
    fn make() -> Self
    where
        Self: Sized;
    fn finish(self) -> usize;
    fn rows(self) -> usize;
}

struct List {
    size: usize,
}

impl List {
    fn grow(&mut self) -> usize {
        self.size
    }

    fn count(&self) -> usize {
        self.size
    }

    fn make() -> List {
        List { size: 0 }
    }

    fn finish(&self) -> usize {
        self.size
    }
}

impl Build for List {
    fn grow(&mut self) -> usize {
        self.grow()
    }

    fn count(&self) -> usize {
        List::count(self)
    }

    fn make() -> List {
        List::make()
    }

    fn finish(self) -> usize {
        0
    }

    fn rows(self) -> usize {
        1
    }
}

trait Ends {
    fn ends(self) -> usize;
}

impl List {
    fn ends(&self) -> usize {
        2
    }
}

impl<'a> Ends for &'a List {
    fn ends(self) -> usize {
        self.ends()
    }
}

fn own(mut list: List) {
    list.grow();
    list.count();
    List::make();
    list.ends();
}

fn by_value(list: List) {
    list.finish();
}

fn of_trait(list: List) {
    <List as Build>::count(&list);
    list.rows();
}

fn of_any(list: &dyn Build) {
    list.count();
}
