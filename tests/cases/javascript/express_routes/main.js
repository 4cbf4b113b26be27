import express from 'express';
import { list } from './handlers.js';

const app = express();

function get() {}

app.get('/', list);
app.use((req, res, next) => {
  next();
});
app.listen(80);
