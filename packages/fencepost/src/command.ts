import { endThreads } from '@fencepost/workers';
import { endDescendants } from './descendants.js';
import { reasonOf } from './files/reasons.js';
import { endProcess } from './end-process.js';
import { INPUT_ERROR, OK, SIGNALS } from './exit-codes.js';
import type { Io, StopSignal } from './cli/terminal/io.js';
import { versionText } from './run/version.js';

// The reader may close the pipe, as `head` and `grep -q` do. The run continues, because its exit code and reports still
// matter.
const READER_LEFT = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED']);

/** Runs the command line of the process and sets the exit code. */
export async function runCommand(): Promise<void> {
  const output = { lost: false };
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (output.lost || READER_LEFT.has(error.code ?? '')) return;
    output.lost = true;
    process.exitCode = INPUT_ERROR;
    process.stderr.write(
      `fencepost: cannot write the output: ${reasonOf(error)} [USAGE]\n  hint: redirect it to another file\n`,
    );
  });
  process.stderr.on('error', () => undefined);
  const ended = reportEarlyEnd();
  const code = await answer(process.argv.slice(2), {
    out: (text) =>
      new Promise((resolve) => {
        // The handler above handles errors.
        process.stdout.write(text, () => resolve());
      }),
    err: (text) => process.stderr.write(text),
    outIsTerminal: process.stdout.isTTY,
    errIsTerminal: process.stderr.isTTY,
    // Read each time: the window may have been resized.
    get columns() {
      return process.stdout.isTTY && process.stdout.columns > 0 ? process.stdout.columns : undefined;
    },
    get rows() {
      return process.stdout.isTTY && process.stdout.rows > 0 ? process.stdout.rows : undefined;
    },
    input: {
      // A getter, because accessing `process.stdin` opens it.
      get isTerminal() {
        return process.stdin.isTTY;
      },
      setRaw: (raw) => process.stdin.setRawMode(raw),
      read: () => process.stdin.setEncoding('utf8') as AsyncIterable<string>,
    },
    onInterrupt,
    environment: process.env,
    started: 0,
    debug: Boolean(process.env['FENCEPOST_DEBUG']),
  });
  ended();
  process.exitCode = output.lost ? INPUT_ERROR : code;
  await Promise.all([taken(process.stdout), taken(process.stderr)]);
  const areEnded = await endThreads();
  // Checked code may have started processes, and a thread may be waiting for one.
  if (!areEnded || (await runsPrograms(process.argv[2] ?? ''))) endDescendants();
  if (!areEnded && !(await endThreads())) endProcess(process.exitCode);
}

/** Runs the command line. Everything else that a command needs takes longer to load than the version. */
async function answer(args: readonly string[], io: Io): Promise<number> {
  if (args.length === 1 && args[0] === '--version') {
    await io.out(versionText());
    return OK;
  }
  return (await import('./cli/run.js')).run(args, io);
}

/** Whether this command runs user code. Commands that load programs do. */
async function runsPrograms(name: string): Promise<boolean> {
  // `--version` does not wait for commands to be loaded.
  if (name === '' || name.startsWith('-')) return false;
  const { allCommands } = await import('./cli/commands.js');
  return allCommands().some((each) => each.name === name && 'load' in each.groups);
}

/** Resolves when everything written to the stream has been flushed, or cannot be. */
function taken(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => resolve());
  });
}

/**
 * Reports a failure if the process ends before the returned function is called: a user's module may end the process, or
 * wait for something that never happens.
 */
function reportEarlyEnd(): () => void {
  let hasNothingToDo = false;
  process.once('beforeExit', () => (hasNothingToDo = true));
  const tell = (): void => {
    process.exitCode = INPUT_ERROR;
    const why = hasNothingToDo
      ? 'a module awaits a promise that never settles'
      : 'a module or a thread called process.exit()';
    process.stderr.write(`fencepost: the run did not finish: ${why} [USAGE]\n`);
  };
  process.once('exit', tell);
  return () => process.off('exit', tell);
}

/** Handles Ctrl-C and termination: the first signal asks the run to stop, the second one kills the process. */
function onInterrupt(stop: (signal?: StopSignal) => void): () => void {
  const signals = Object.keys(SIGNALS) as StopSignal[];
  const ignore = (): void => {
    for (const signal of signals) process.off(signal, handle);
  };
  const handle = (signal: NodeJS.Signals): void => {
    ignore();
    stop(signal as StopSignal);
  };
  for (const signal of signals) process.on(signal, handle);
  return ignore;
}
