exports.tidy = function old() {};
exports.tidy = function current() {};
exports.used = function first() {};
exports.used();
exports.used = function second() {};
