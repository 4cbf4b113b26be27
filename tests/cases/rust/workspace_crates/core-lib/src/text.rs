pub fn clean() {
    announce!(1);
    crate::announce!(2);
}
