const response = {
  get length() {
    return measure();
  },
  set body(value) {
    change(value);
  },
  a() {},
  b() {},
};

function measure() {}
function change() {}

function only(object, keys) {
  const made = {};
  for (const key of keys) made[key] = object[key];
  return made;
}

function picked() {
  const made = only(response, ['a', 'length']);
  made.body = 1;
  if (made.b) made.b();
  made.a();
  return made.length;
}

function spread() {
  const made = { ...response };
  made.body = 1;
  made.b();
  return made.length;
}

function assigned() {
  const made = Object.assign({}, response);
  made.body = 1;
  made.b();
  return made.length;
}

const target = {
  set body(value) {
    change(value);
  },
};

function assignedTo() {
  return Object.assign(target, { body: 1 });
}

const source = { body: response.b };

function fromSpread() {
  const made = { ...source };
  made.body();
}

function described() {
  const made = Object.create({}, Object.getOwnPropertyDescriptors(response));
  made.body = 1;
}

picked();
spread();
assigned();
assignedTo();
fromSpread();
described();
