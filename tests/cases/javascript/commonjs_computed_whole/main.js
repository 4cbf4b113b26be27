const service = require("./service");
const api = require("./api");
const all = require("./all");

service.start();
api.get();
all.one();
