pub struct Config;

impl Config {
    pub fn apply(&self) {}
}

pub fn load() -> Config {
    Config
}

pub fn run() {}
