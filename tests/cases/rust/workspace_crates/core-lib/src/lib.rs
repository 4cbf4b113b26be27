pub mod text;

pub fn start() {}

#[macro_export]
macro_rules! announce {
    ($x:expr) => {
        $crate::start()
    };
}
