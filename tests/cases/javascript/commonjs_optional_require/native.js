if (process.env.PLAIN) throw new Error('not built');
exports.encode = () => {};
