import type { FencepostError } from '@fencepost/core';
import { isFencepostError, printableLines } from '@fencepost/core';
import { parseArguments } from '../options/arguments.js';
import { didYouMean } from '../options/choose.js';
import { errorText, usageError } from '../errors.js';
import { INPUT_ERROR, INTERNAL_ERROR, OK } from '../exit-codes.js';
import type { Io } from './terminal/io.js';
import { version } from '../run/version.js';

type Command = (args: readonly string[], io: Io) => Promise<number>;

/** Loaded when asked for: it takes longer to load them all than to answer about a small program. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  check: async () => (await import('./check/check-command.js')).checkCommand,
  test: async () => (await import('./test/test-command.js')).testCommand,
  replay: async () => (await import('./replay/replay-command.js')).replayCommand,
  scenario: async () => (await import('./scenario/scenario-command.js')).scenarioCommand,
  fix: async () => (await import('./fix/fix-command.js')).fixCommand,
  relax: async () => (await import('./fix/relax-command.js')).relaxCommand,
  litmus: async () => (await import('./litmus/litmus-command.js')).litmusCommand,
  cluster: async () => (await import('./cluster/cluster-command.js')).clusterCommand,
  record: async () => (await import('./record/record-command.js')).recordCommand,
  steer: async () => (await import('./steer/steer-command.js')).steerCommand,
  monitor: async () => (await import('./monitor/monitor-command.js')).monitorCommand,
};

/** Runs the command line and returns the exit code. Never throws. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  try {
    return await dispatch(args, io);
  } catch (error) {
    if (isFencepostError(error)) {
      io.err(errorText(error));
      return INPUT_ERROR;
    }
    reportBug(error, io);
    return INTERNAL_ERROR;
  }
}

async function dispatch(args: readonly string[], io: Io): Promise<number> {
  const [first, ...rest] = args;
  if (first === undefined) {
    io.err(await help());
    return INPUT_ERROR;
  }
  // `fencepost help check` is `fencepost check --help`.
  if (first === 'help') return dispatch([...rest, '--help'], io);
  if (!first.startsWith('-')) {
    const command = Object.hasOwn(COMMANDS, first) ? COMMANDS[first] : undefined;
    if (command === undefined) throw await unknownCommand(first);
    return (await command())(rest, io);
  }
  const { flags, positionals } = parseArguments(args, { help: 'flag', version: 'flag' });
  if (positionals.length > 0) throw usageError(`options of a command come after it`, 'try fencepost --help');
  await io.out(flags.has('help') ? await help() : `fencepost ${version()}\n`);
  return OK;
}

// Loaded on demand, like the commands: `--version` needs neither options nor front ends.
async function help(): Promise<string> {
  return (await import('./terminal/help.js')).generalHelp();
}

async function unknownCommand(word: string): Promise<FencepostError> {
  const commands = Object.keys(COMMANDS);
  const hint =
    (await forFile(word)) ?? didYouMean(word, commands) ?? `commands are ${commands.join(', ')}; try fencepost --help`;
  return usageError(`there is no command '${word}'`, hint);
}

async function forFile(word: string): Promise<string | undefined> {
  const { frontEndOf } = await import('../load/front-ends.js');
  const { LITMUS } = await import('../load/litmus.js');
  const frontEnd = frontEndOf(word);
  if (frontEnd === LITMUS) return `to run a litmus test: fencepost litmus ${word}`;
  return frontEnd && `to check a program: fencepost check ${word}`;
}

function reportBug(error: unknown, io: Io): void {
  const message = error instanceof Error ? error.message : String(error);
  io.err(printableLines(`fencepost: internal error: ${message}\n`));
  io.err('  This is a bug in fencepost. Please report it with the command and the files that led to it.\n');
  if (!io.debug) io.err('  FENCEPOST_DEBUG=1 shows where it happened.\n');
  else if (error instanceof Error) io.err(`${error.stack ?? ''}\n`);
}
