function a() {}
function b() {}

const options = { run: a, stop: a };
Object.assign(options, { run: b });
options.run();
options.stop();
