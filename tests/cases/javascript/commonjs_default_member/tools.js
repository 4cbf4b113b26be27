module.exports = {
  default() {},
  other() {},
};
