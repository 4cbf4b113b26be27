module.exports = {
  query() {},
};
