function f() {}
function g() {}

let a = g;
let b;
a = b = f;

a();
b();
