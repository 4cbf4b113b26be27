const db = require('./db');
const makeUsers = require('./users');

const users = makeUsers({ db, log });

function log() {}

users.find();
