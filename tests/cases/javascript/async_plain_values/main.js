async function count() {
  return 1;
}

async function check() {
  return true;
}

const today = async () => new Date();

class Model {
  then(done) {
    done();
  }
}

function show() {}
function failed() {}
function ready() {}

count().then(show);
check().then((found) => show(found)).catch(failed);
today().finally(ready);
