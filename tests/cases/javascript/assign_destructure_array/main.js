function a() {}
function b() {}
function c() {}
function d() {}

const [first, , third, ...more] = [a, b, c, d];

first();
third();
more[0]();
