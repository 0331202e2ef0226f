// Runs commands in one process, for campaigns that run thousands: what comes as a message is a command line, the answer is
// what came of it. It runs what `npm run build` has made.

// By a path that is not looked into: it need not be built when this is linted.
const built = new URL('../../packages/fencepost/dist/cli/run.js', import.meta.url).href;
/** @type {unknown} */
const loaded = await import(built);
const { run } = /** @type {{ run: (args: readonly string[], io: object) => Promise<number> }} */ (loaded);

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
    out: (/** @type {string} */ text) => {
      out += text;
      return Promise.resolve();
    },
    err: (/** @type {string} */ text) => {
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
