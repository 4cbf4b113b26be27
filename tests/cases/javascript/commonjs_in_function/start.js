module.exports = function start() {};
