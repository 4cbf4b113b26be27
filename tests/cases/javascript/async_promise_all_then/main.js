function parse() {}
function other() {}

async function load() {
  return parse;
}

Promise.all([load(), other]).then(([first]) => {
  first();
});
