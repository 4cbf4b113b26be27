pub fn loud() {
    again!(3);
    shout!();
}
