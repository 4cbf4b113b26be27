const numbers = require('./even');

exports.odd = function (n) {
  return n !== 0 && numbers.even(n - 1);
};
