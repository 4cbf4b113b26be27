function map() {}
function log() {}

function run(items) {
  console.log('a');
  JSON.stringify(items);
  parseInt('1');
  new Map().set('a', 1);
  'text'.trim();
  [1].map(String);
  document.querySelector('a');
  Promise.all([fetch('a')]);
}
