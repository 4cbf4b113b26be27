function pick(...callbacks) {
  callbacks[1]();
}

function a() {}
function b() {}

pick(a, b);
