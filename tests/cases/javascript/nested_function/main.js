function outer() {
  function inner() {
    helper();
  }

  const twice = () => inner();

  inner();
  twice();
}

function inner() {}
function helper() {}
