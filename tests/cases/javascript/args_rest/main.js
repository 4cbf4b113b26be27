function all(name, ...callbacks) {
  callbacks[0]();
  for (const callback of callbacks) {
    callback(name);
  }
}

function a() {}
function b() {}
function c() {}

all('x', a, b);
