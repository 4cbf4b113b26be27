pub fn work() {
    info!("{}", count());
    tt::clean();
    println!("done");
}

fn count() -> usize {
    1
}
