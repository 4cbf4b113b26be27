exports.encode = () => {};
