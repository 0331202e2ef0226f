// Runs commands in one process, for campaigns that run thousands: what comes as a message is a command line, the answer is
// what came of it. It runs what `npm run build` has made.
import { run } from '../../packages/fencepost/dist/cli/run.js';

/** @type {string[]} */
let unhandled = [];
process.on('unhandledRejection', (reason) => unhandled.push(String(reason)));
process.on('uncaughtException', (error) => unhandled.push(String(error)));

process.on('message', (/** @type {readonly string[]} */ args) => void answer(args));
process.send?.('ready');

/** @param {readonly string[]} args */
async function answer(args) {
  unhandled = [];
  let out = '';
  let err = '';
  const code = await run(args, {
    out: (text) => {
      out += text;
      return Promise.resolve();
    },
    err: (text) => {
      err += text;
    },
    outIsTerminal: false,
    errIsTerminal: false,
    debug: true,
  });
  // What is rejected without a handler shows only after a turn.
  await new Promise((resolve) => setImmediate(resolve));
  process.send?.({ code, out, err, unhandled });
}
