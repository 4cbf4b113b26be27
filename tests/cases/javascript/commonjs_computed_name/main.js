const plugins = ['./a', './b'].map((name) => require(name));
plugins.forEach((plugin) => plugin.start());
