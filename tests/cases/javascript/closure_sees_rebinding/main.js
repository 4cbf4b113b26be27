function produce(base, recipe) {
  if (typeof base === 'function') {
    recipe = base;
    return function curried(value) {
      return recipe(value);
    };
  }
  return recipe(base);
}

function first() {}
function second() {}

produce(first)(1);
produce(3, second);

function later(task) {
  const run = () => task();
  task = second;
  return run;
}

later(first)();

function between(task, again) {
  task = first;
  const run = () => task();
  if (again) task = second;
  return run;
}

between(third, true)();

function third() {}

function shown(task) {
  task = first;
  return inner();

  function inner() {
    return task();
  }
}

shown(second);

function choose(task, kind) {
  let run;
  if (kind) {
    task = first;
    run = () => task();
  } else {
    task = second;
    run = () => task();
  }
  return run;
}

choose(third, true)();
choose(third, false)();

function replaced(task, kind) {
  if (kind) {
    task = first;
    return () => task();
  }
  task = second;
  return () => task();
}

replaced(third, true)();
