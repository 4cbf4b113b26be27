exports.clean = function () {};
exports.pad = () => {};
