const api = {
  get() {},
  post() {},
};

function call(method) {
  api[method]();
}

call('get');
