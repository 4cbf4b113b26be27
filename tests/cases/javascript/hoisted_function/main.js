'use strict';

early();
function early() {}

function run(flag) {
  inner();
  function inner() {}
  if (flag) {
    helper();
    function helper() {}
  }
  helper();
}

function helper() {}

run(true);
