function fallback() {}
function custom() {}

function withDefault(cb = fallback) {
  cb();
}

withDefault();
withDefault(custom);
