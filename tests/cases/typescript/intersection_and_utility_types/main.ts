class Named {
  label() {}
}

class Aged {
  older() {}
}

export function both(it: Named & Aged) {
  it.label();
  it.older();
}

export function wrapped(a: Readonly<Named>, b: Partial<Aged>, c: NonNullable<Named | null>) {
  a.label();
  b.older?.();
  c.label();
}

export function picked(it: Pick<Named, 'label'>) {
  it.label();
}
