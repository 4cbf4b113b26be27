function run(fast) {
  const tools = require('./tools');
  tools.clean();
  const engine = fast ? require('./fast') : require('./slow');
  engine.go();
  require('./tools').pad();
  require('./start')();
}

run(true);
run(false);
