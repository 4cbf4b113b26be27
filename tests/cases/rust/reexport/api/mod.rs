mod client;
mod deep;
mod words;

pub use self::client::Client;
pub use deep::*;
pub use words::hello as greet;
