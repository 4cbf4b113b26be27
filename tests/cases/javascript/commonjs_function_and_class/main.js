const format = require('./format');
const Store = require('./store');
const log = require('./log');

const store = new Store(format);
store.save();
log();
log.warn();
