module.exports = function beta() {};
