['old'].forEach((name) => require('./plugins/' + name).start());
