import { INPUT_ERROR } from './exit-codes.js';
import { NEEDS_NODE, otherRuntime } from './other-runtime.js';
import { startEarly } from './supervise/early-thread.js';
import { keepCompiledCode } from './workers/compile-cache.js';

/** Runs the command line of the process, if it can. */
export async function runEntry(): Promise<void> {
  const runtime = otherRuntime();
  if (runtime !== undefined) refuse(NEEDS_NODE.message(runtime), NEEDS_NODE.hint);
  else if (!isFolderThere())
    refuse('the current folder has been deleted', 'change to an existing folder, and try again');
  else {
    keepCompiledCode();
    // Started before anything else is loaded: the thread takes as long to start as the rest of the command.
    if (process.argv[2] === 'check') startEarly(process.argv.slice(3));
    const { runCommand } = await import('./command.js');
    await runCommand();
  }
}

function refuse(message: string, hint: string): void {
  process.stderr.write(`fencepost: ${message} [USAGE]\n  hint: ${hint}\n`);
  process.exitCode = INPUT_ERROR;
}

/** Nothing works without it: neither names of files nor threads. */
function isFolderThere(): boolean {
  try {
    return process.cwd() !== '';
  } catch {
    return false;
  }
}
