#[derive(Clone, Debug)]
struct Point {
    #[serde(default = "origin")]
    x: i32,
}

fn origin() -> i32 {
    0
}

fn derive() {}

#[inline(always)]
#[deprecated(note = "use origin()")]
fn old() {
    origin();
}

#[route(origin(), "/")]
#[tokio::main]
async fn handler() {
    old();
}
