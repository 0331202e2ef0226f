import { run } from './cli/run.js';

// A reader such as `head` that has seen enough is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`fencepost: cannot write the output: ${error.message}\n`);
  process.exit(2);
});

process.exitCode = await run(process.argv.slice(2), {
  out: (text) =>
    new Promise((resolve) => {
      // An error goes to the handler above.
      process.stdout.write(text, () => resolve());
    }),
  err: (text) => process.stderr.write(text),
  outIsTerminal: process.stdout.isTTY,
  errIsTerminal: process.stderr.isTTY,
  columns: process.stdout.isTTY ? process.stdout.columns : undefined,
  debug: Boolean(process.env['FENCEPOST_DEBUG']),
});
