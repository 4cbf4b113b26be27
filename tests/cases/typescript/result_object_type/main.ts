class Foo {
  show() {}
}

declare function load(): any;

export function build(): { foo: Foo; name: string } {
  return load();
}

build().foo.show();
