exports.clean = function () {
  exports.trim();
};

function pad() {}

module.exports.pad = pad;
exports.trim = () => pad();
