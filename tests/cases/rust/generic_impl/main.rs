trait Store {
    fn put(&self);
}

struct Memory;

impl Store for Memory {
    fn put(&self) {}
}

struct Cache<S: Store> {
    store: S,
}

impl<S: Store> Cache<S> {
    fn new(store: S) -> Self {
        Cache { store }
    }

    fn save(&self) {
        self.store.put();
    }
}

impl<S> Drop for Cache<S>
where
    S: Store,
{
    fn drop(&mut self) {
        self.save();
    }
}

fn run(memory: Memory) {
    let cache: Cache<Memory> = Cache::<Memory>::new(memory);
    cache.save();
}
