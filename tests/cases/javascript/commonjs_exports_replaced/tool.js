exports.lost = function () {};

module.exports = {
  kept() {},
};
