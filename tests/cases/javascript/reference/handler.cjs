module.exports = function handler() {};
