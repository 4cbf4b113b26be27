module.exports = require('./engine');
