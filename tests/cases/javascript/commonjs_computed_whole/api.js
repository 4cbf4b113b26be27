const api = (module.exports = {});

api.get = function () {};
