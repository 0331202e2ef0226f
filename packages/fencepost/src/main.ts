import { INPUT_ERROR } from './exit-codes.js';
import { NEEDS_NODE, otherRuntime } from './other-runtime.js';
import { startEarly } from './supervise/early-thread.js';
import { keepCompiledCode } from './workers/compile-cache.js';

const runtime = otherRuntime();
if (runtime === undefined) {
  keepCompiledCode();
  // Started before anything else is loaded: the thread takes as long to start as the rest of the command.
  if (process.argv[2] === 'check') startEarly(process.argv.slice(3));
  const { runCommand } = await import('./command.js');
  await runCommand();
} else {
  process.stderr.write(`fencepost: ${NEEDS_NODE.message(runtime)} [USAGE]\n  hint: ${NEEDS_NODE.hint}\n`);
  process.exitCode = INPUT_ERROR;
}
