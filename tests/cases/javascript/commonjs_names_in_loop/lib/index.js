const gamma = require('./gamma');

for (const name of ['alpha', 'beta']) {
  module.exports[name] = require('./' + name);
}
['gamma'].forEach((name) => {
  exports[name] = gamma;
});
