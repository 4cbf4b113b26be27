class Cart {
  total() {}
}

export { Cart };
