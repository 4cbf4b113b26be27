module.exports = { helper() {} };
