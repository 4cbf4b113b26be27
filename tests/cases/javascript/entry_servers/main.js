// Koa, Hono and fastify.
import Koa from 'koa';
import { Hono } from 'hono';
import fastify from 'fastify';

const koa = new Koa();
const hono = new Hono();
const server = fastify();

async function log(ctx, next) {}
function hello(c) {}
function bye(c) {}
async function status() {}

koa.use(log);
hono.get('/hello', hello).get('/bye', bye);
server.get('/status', status);
