function a() {}
function b() {}

const first = a || b;
first();

function choose(given) {
  const chosen = given ?? b;
  chosen();
}

choose(a);
choose();
