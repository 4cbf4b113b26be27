function done() {}

(function (callback) {
  callback();
})(done);

((a) => a())(() => done());

!function () {
  done();
}();

(async () => {
  done();
})();

new (class {
  constructor() {
    done();
  }
})();
