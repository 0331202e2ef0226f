import { INPUT_ERROR } from './exit-codes.js';
import { run } from './cli/run.js';

// Who reads may leave, as `head` and `grep -q` do. The run goes on: its exit code and its reports are still wanted.
const READER_LEFT = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED']);
const output = { lost: false };

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (output.lost || READER_LEFT.has(error.code ?? '')) return;
  output.lost = true;
  process.exitCode = INPUT_ERROR;
  process.stderr.write(`fencepost: cannot write the output: ${error.message}\n`);
});
process.stderr.on('error', () => undefined);

// A module of the user's may end the process, or await what never happens: that is no success.
let hasNothingToDo = false;
process.once('beforeExit', () => (hasNothingToDo = true));
const endedEarly = (): void => {
  process.exitCode = INPUT_ERROR;
  const why = hasNothingToDo
    ? 'a module awaits something that never happens'
    : 'a module or a thread called process.exit()';
  process.stderr.write(`fencepost: the run did not come to its end: ${why} [USAGE]\n`);
};
process.once('exit', endedEarly);

const code = await run(process.argv.slice(2), {
  out: (text) =>
    new Promise((resolve) => {
      // An error goes to the handler above.
      process.stdout.write(text, () => resolve());
    }),
  err: (text) => process.stderr.write(text),
  outIsTerminal: process.stdout.isTTY,
  errIsTerminal: process.stderr.isTTY,
  // Asked each time: the window may have another size by then.
  get columns() {
    return process.stdout.isTTY ? process.stdout.columns : undefined;
  },
  get rows() {
    return process.stdout.isTTY ? process.stdout.rows : undefined;
  },
  input: {
    // Not asked unless it is needed: to look at it opens it.
    get isTerminal() {
      return process.stdin.isTTY;
    },
    setRaw: (raw) => process.stdin.setRawMode(raw),
    read: () => process.stdin.setEncoding('utf8') as AsyncIterable<string>,
  },
  onInterrupt,
  debug: Boolean(process.env['FENCEPOST_DEBUG']),
});
process.off('exit', endedEarly);
process.exitCode = output.lost ? INPUT_ERROR : code;

/** Ctrl-C, or the end of a job: the first time is a request, the second time an order. */
function onInterrupt(stop: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const ignore = (): void => {
    for (const signal of signals) process.off(signal, handle);
  };
  const handle = (): void => {
    ignore();
    stop();
  };
  for (const signal of signals) process.on(signal, handle);
  return ignore;
}
