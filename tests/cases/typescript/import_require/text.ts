function clean() {}

export = { clean };
