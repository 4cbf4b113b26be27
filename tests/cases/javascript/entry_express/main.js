// Handlers of express, of a router in another file, chained, wrapped, inline; not what the project's own get() takes.
const express = require('express');
const users = require('./users');
const { own } = require('./own');

const app = express();

function home(req, res) {}
function first(req, res, next) {}
function item(req, res) {}
const wrap = (handler) => (req, res) => handler(req, res);

app.get('/', first, home);
app.use('/users', users);
app.route('/item').get(item);
app.post('/', wrap(save));
own.get('/', stranger);

function save() {}
function stranger() {}
