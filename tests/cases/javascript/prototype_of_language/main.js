function a() {}

Array.prototype.each = function (f) {
  for (const one of this) f(one);
  return this;
};

String.prototype.shout = function () {
  return this.toUpperCase();
};

Function.prototype.twice = function () {
  this();
  this();
};

Math.double = (number) => number * 2;

[a].each((f) => f()).each(() => {});
'no'.shout();
a.twice();
Math.double(2);
