class A {
  one() {
    this.two();
  }

  two() {}
  three() {}
}

class B extends A {
  two() {
    super.two();
    this.three();
  }
}

class C extends B {
  three() {
    super.three();
  }
}

const c = new C();
c.one();
c.two();
c.three();
