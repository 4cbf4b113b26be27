mod api;

use api::{greet, Client};

fn run() {
    greet();
    api::connect();
    Client::open();
    api::flush();
}
