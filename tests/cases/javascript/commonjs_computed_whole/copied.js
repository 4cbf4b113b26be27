exports.one = function () {};
exports.two = function () {};
