mod query;

use query::Query;

fn run() {
    Query::new()
        .filter("a")
        // then
        .order("b")
        .first()
        .show();
}
