exports.clean = () => {};
exports.pad = () => {};
