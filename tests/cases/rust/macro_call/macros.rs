macro_rules! shout {
    () => {
        $crate::inside::loud()
    };
}
