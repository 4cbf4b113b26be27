const timed = (work) => () => work();
const logged = (work) => () => work();

function work() {}

const made = [timed, logged].reduce((made, wrap) => wrap(made), work);
made();

const total = [1, 2].map((each) => each).reduce(add, 0);

function add(sum, each) {
  return sum + each;
}
