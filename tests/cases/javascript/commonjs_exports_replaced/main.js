const tool = require('./tool');

tool.kept();
tool.lost?.();
