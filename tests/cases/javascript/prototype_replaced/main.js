const kit = require('./kit');

function Job() {}
Job.prototype.run = function () {};
Job.prototype.run = function () {
  helper();
};
Job.run = function () {};

function Wrapped() {}
Wrapped.prototype.run = function () {};
const before = Wrapped.prototype.run;
Wrapped.prototype.run = function () {
  before.call(this);
};

function Used() {}
Used.prototype.run = function () {};
new Used().run();
Used.prototype.run = function () {};
new Used().run();

function helper() {}

new Job().run();
Job.run();
new Wrapped().run();
kit.tidy();
kit.used();
