const defaults = { log() {}, save() {} };

function run(options) {
  const all = { ...defaults, ...options };
  all.log();
  all.save();
}

run({ save() {} });
