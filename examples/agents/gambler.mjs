#!/usr/bin/env node
// Gambler: any legal option, all with the same chance, in plain JavaScript for Node. Try it:
//
//     couched agent check node examples/agents/gambler.mjs
//     couched run steps_duel --agents 'left=cmd:node examples/agents/gambler.mjs'
//
// Its dice are seeded with the number that couched hands it: the same battle is then the same to the byte, every time.

import { createInterface } from "node:readline";

let state = 1;

/** Return a whole number from 0 below a limit (a linear congruential generator: good enough for a gambler). */
function below(limit) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * limit);
}

function say(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    state = message.seed >>> 0; // all there is to remember is set anew, so that it may be kept
    say({ type: "hello", protocol: "couched.agent/1", name: "gambler", keep: true });
  } else if (message.type === "request") {
    say({ request: message.request, option: below(message.options.length), note: "why not" });
  }
}
