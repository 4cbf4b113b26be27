function helper() {}

const arrow = () => helper();

const expression = function () {
  return arrow();
};

function run() {
  helper();
  arrow();
  expression();
}
