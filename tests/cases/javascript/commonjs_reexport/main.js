const { clean, Store, helper, pad } = require('./lib');

clean();
new Store().put();
helper();
pad();
