const api = require('./api');
const kit = require('./kit');

api.create();
api.destroy();
kit();
kit.extra();
