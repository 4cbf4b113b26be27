module.exports = (text) => text;
