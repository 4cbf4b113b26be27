// `this` in functions that are put on an object which a call has made; several names for one of them.
var http = require('http');
var res = Object.create(http.ServerResponse.prototype);
module.exports = res;
res.send = function send(a) { return this.get(a) + this.set(a); };
res.get = function get(a) { return 1; };
res.set = res.header = function header(a) { return this.get(a); };
