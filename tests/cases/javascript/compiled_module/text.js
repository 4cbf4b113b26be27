exports.default = trim;
function trim() {}
