const api = {};
module.exports = api;

api.create = function () {
  api.check();
};

api.check = () => {};

Object.assign(module.exports, { destroy() {} });
