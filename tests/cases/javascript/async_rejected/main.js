function report() {}

function fail() {
  return Promise.reject(report);
}

fail().catch((reason) => reason());
fail().then(null, (reason) => reason());
fail().then((value) => value());
