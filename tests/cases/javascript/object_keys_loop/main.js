const checks = {
  name: () => {},
  age() {},
};

function byKey() {
  for (const key in checks) checks[key]();
  Object.keys(checks).forEach((key) => checks[key]());
}

function byEntry() {
  for (const [key, check] of Object.entries(checks)) check(key);
}

function byValue() {
  Object.values(checks).map((check) => check());
}

byKey();
byEntry();
byValue();
