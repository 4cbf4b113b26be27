exports = module.exports = kit;

function kit() {}

exports.extra = () => kit();
