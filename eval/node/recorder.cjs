// The shadow stack that instrumented functions report to; loaded with --require before anything else.
//
// $CALLMAP_COPY is the instrumented tree, $CALLMAP_OUTPUT the directory that each process writes its calls to, as lines
// of JSON: [caller, callee, line of the call or 0, file of another package between the two or null]. A caller is the number
// of a function, the path of a file for its own code, or -1.
"use strict";

const fs = require("node:fs");
const path = require("node:path");

const inside = fs.realpathSync(process.env.CALLMAP_COPY) + path.sep;
const output = path.join(process.env.CALLMAP_OUTPUT, `${process.pid}-${Math.random().toString(36).slice(2)}.jsonl`);
const TESTS = /\.test\.|\/(tests?|benchmarks)\//; // files that do not report; see instrument.cjs
const LOOKS = 8; // an edge is looked at again until it is seen without another package in between

const stack = [];
const seen = new Map(); // caller * 2^20 + callee -> { looks, line, through }

function enter(number) {
  const caller = stack.length ? stack[stack.length - 1] : -1;
  const key = (caller + 1) * 1048576 + number;
  let edge = seen.get(key);
  if (!edge) seen.set(key, (edge = { caller, callee: number, looks: 0, line: 0, through: "?" }));
  if (edge.through !== null && edge.looks < LOOKS) look(edge);
  const frame = { number, depth: stack.length, on: true };
  stack.push(number);
  return frame;
}

function leave(frame) {
  if (frame.on) stack.length = Math.min(stack.length, frame.depth);
  frame.on = false;
}

function away(frame, value) {
  leave(frame);
  return value;
}

function back(frame, value) {
  again(frame);
  return value;
}

function again(frame) {
  if (frame.on) return;
  frame.on = true;
  frame.depth = stack.length;
  stack.push(frame.number);
}

/** Reads the real stack: the line of the call, and whether code of another package stands between. */
function look(edge) {
  edge.looks++;
  const limit = Error.stackTraceLimit;
  const prepare = Error.prepareStackTrace;
  Error.stackTraceLimit = 30;
  Error.prepareStackTrace = undefined;
  const frames = String(new Error().stack).split("\n").slice(4); // without the message, look, enter and the callee
  Error.stackTraceLimit = limit;
  Error.prepareStackTrace = prepare;
  edge.through = null;
  for (const [index, frame] of frames.entries()) {
    const place = /\(?((?:file:\/\/|node:|\/|<|native|eval)[^()]*?)(?::(\d+))?(?::\d+)?\)?$/.exec(frame.trim());
    if (!place) continue;
    const file = place[1].replace(/^file:\/\//, "").replace(/\?.*$/, "");
    if (file.startsWith(inside) && TESTS.test(file.slice(inside.length - 1))) {
      edge.through = edge.through || file; // a function of a test that the caller was given
    } else if (file.startsWith(inside)) {
      edge.line = Number(place[2] || 0);
      const outermost = frame.trim().startsWith(`at ${place[1]}`) || frame.includes("at Object.<anonymous>");
      const loaded = (frames[index + 1] || "").includes("Module._compile"); // a module that the caller requires: its own code
      if ((loaded || (edge.caller === -1 && outermost)) && !edge.through) edge.file = file.slice(inside.length);
      return;
    }
    if (file.startsWith("node:") || file.startsWith("/")) edge.through = edge.through || file;
  }
}

function write() {
  const lines = [...seen.values()].map((edge) => JSON.stringify([edge.file || edge.caller, edge.callee, edge.line, edge.through]));
  fs.writeFileSync(output, lines.join("\n") + "\n");
}

globalThis.__callmap = { enter, leave, away, back, again, write };
process.on("exit", write);
