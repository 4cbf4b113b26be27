module.exports = function create() {};
