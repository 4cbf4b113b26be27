use anyhow::{anyhow, bail};
use std::collections::HashMap;
use std::fs;
use tiny_http::Server as Web;

fn read() {}

fn run(text: &str, map: &HashMap<String, String>) {
    fs::read("a");
    std::env::args();
    serde_json::from_str(text);
    Web::http("a");
    renamed::call();
    map.get("a");
    bail!("no");
    anyhow!("no");
    anyhow::Error::msg("a");
    undeclared();
}
