exports.clean = () => {};
exports.pad = function () {};
