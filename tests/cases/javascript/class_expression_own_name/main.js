const Account = require('./user');

Account.create().save();
