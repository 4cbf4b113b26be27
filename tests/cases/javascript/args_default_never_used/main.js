function fallback() {}
function given() {}

function plain(callback = fallback) {
  callback();
}

function options({ callback = fallback } = {}) {
  callback();
}

function handed({ callback = fallback }) {
  plain(callback);
}

function sometimes({ callback = fallback }) {
  callback();
}

function exported(callback = fallback) {
  callback();
}

plain(given);
options({ callback: given });
handed({ callback: given });
sometimes({ callback: given });
sometimes({});
exported(given);
module.exports = exported;

const { first = fallback, second = given } = { first: given };
first();
second();
const [third = fallback] = [given];
third();
