const text = require('./text');

module.exports = {
  ...require('./helpers'),
  clean: text.clean,
  Store: require('./store'),
};

exports.pad = text.pad;
module.exports.pad = text.pad;
