exports.go = function go() {};
exports.stop = () => {};
exports.run = () => exports.go();
