const { even } = require('./even');

even(2);
