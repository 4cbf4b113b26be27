function first() {}
function second() {}
function third() {}

function replaced() {
  const api = { go: first };
  api.go = second;
  api.go();
}

function replacedByKey() {
  const KEY = 'go';
  const api = { go: first };
  api[KEY] = second;
  api.go();
  api.go = third;
}

function maybe(flag) {
  const api = { go: first };
  if (flag) api.go = second;
  api.go();
}

replaced();
replacedByKey();
maybe(true);
maybe(false);
