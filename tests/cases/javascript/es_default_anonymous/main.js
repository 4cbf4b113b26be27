import run from './run.js';
import Model from './model.js';
import arrow from './arrow.js';
import api from './api.js';

run();
new Model().save();
arrow();
api.start();
