function Base() {
  this.hook();
}
Base.prototype.run = function () {
  this.hook();
};
Base.prototype.hook = function () {};

module.exports = Base;
