mod tools;

use tools::clean;

fn before() {
    clean();
}

fn broken( -> {
    clean(;
}

fn after() {
    before();
}
