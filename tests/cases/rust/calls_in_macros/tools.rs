pub fn sum<T>(items: &[T]) -> T {
    todo!()
}
