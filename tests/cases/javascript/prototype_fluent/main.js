function Builder() {
  this.parts = [];
}

Builder.prototype.add = function (part) {
  this.parts.push(part);
  return this;
};

Builder.prototype.build = function () {
  this.parts.forEach((part) => part());
};

function door() {}

new Builder().add(door).build();
