module.exports = function alpha() {};
