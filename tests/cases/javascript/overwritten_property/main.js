function real() {}
function fake() {}
function other() {}

const api = { send: real };
const copy = { send: other };

function call() {
  api.send();
}

copy.send = fake;
call();
