function List() {}

List.prototype.clear = function () {};

module.exports = List;
