module.exports = function other() {};
