const odd = require('./odd');

exports.even = function (n) {
  return n === 0 || odd.odd(n - 1);
};
