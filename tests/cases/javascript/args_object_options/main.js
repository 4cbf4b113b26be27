function request(options) {
  options.before();
  send(options);
}

function send({ url, success, failure: onError }) {
  if (url) success();
  else onError();
}

function prepare() {}
function stranger() {}

request({
  url: '',
  before: prepare,
  success() {},
  failure: () => {},
});
