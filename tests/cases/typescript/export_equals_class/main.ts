import Queue = require('./queue');
import parse = require('./parse');

const queue = new Queue();
queue.push(1);
parse('a');
parse.strict('b');
