exports.SECOND = 1;
