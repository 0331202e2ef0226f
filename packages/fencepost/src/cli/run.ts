import type { FencepostError } from '@fencepost/core';
import { isFencepostError, printableLines } from '@fencepost/core';
import { didYouMean, parseArguments } from '@fencepost/options';
import { errorText, usageError } from '../errors.js';
import { INPUT_ERROR, INTERNAL_ERROR, OK } from '../exit-codes.js';
import type { Asked } from '../options/command-line.js';
import type { AnyCommand, CommandFamily } from './command.js';
import type { Io } from './terminal/io.js';
import { versionText } from '../run/version.js';

/** Runs the command line and returns the exit code. Never throws. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  try {
    return await dispatch(args, io);
  } catch (error) {
    if (isFencepostError(error)) {
      io.err(error.site === undefined ? errorText(error) : await withLine(error, io));
      return INPUT_ERROR;
    }
    reportBug(error, io);
    return INTERNAL_ERROR;
  }
}

async function withLine(error: FencepostError, io: Io): Promise<string> {
  return (await import('./terminal/shown-error.js')).shownError(error, io);
}

async function dispatch(args: readonly string[], io: Io): Promise<number> {
  const [first, ...rest] = args;
  // `fencepost help check` is `fencepost check --help`.
  if (first === 'help') {
    if (rest[0] === MODELS) return print(io, (await import('./commands.js')).modelHelp());
    return dispatch([...rest, '--help'], io);
  }
  if (first === undefined) {
    io.err(await help());
    return INPUT_ERROR;
  }
  if (!first.startsWith('-')) return runCommand(first, rest, io);
  const { flags, positionals } = parseArguments(args, { help: 'flag', version: 'flag' });
  if (positionals.length > 0) throw usageError(`options must follow the command`, 'try fencepost --help');
  return print(io, flags.has('help') ? await help() : versionText());
}

/** The topic of help that is no command. */
const MODELS = 'models';

async function print(io: Io, text: string): Promise<number> {
  await io.out(text);
  return OK;
}

// Loaded on demand, like the commands: `--version` needs neither options nor front ends.
async function help(): Promise<string> {
  return (await import('./commands.js')).generalHelp();
}

/**
 * Loads the modules of a command only when it is run: loading all of them takes longer than checking a small program.
 */
async function runCommand(name: string, args: readonly string[], io: Io): Promise<number> {
  const { COMMANDS, allCommands, helpOf } = await import('./commands.js');
  const { argumentsOf, asked } = await import('../options/command-line.js');
  const chosen = COMMANDS.find((each) => each.name === name);
  if (chosen === undefined)
    throw await unknownCommand(
      name,
      COMMANDS.map((each) => each.name),
    );
  const isFamily = 'members' in chosen;
  const [word, ...more] = args;
  if (isFamily && (word === undefined || word === '--help' || word === '-h')) return print(io, await helpOf(chosen));
  const command = isFamily ? memberOf(chosen, word!) : chosen;
  const own = isFamily ? more : args;
  // `--help --all` works for all commands, whether or not they have an option of this name.
  const asksForHelp = own.includes('--help') || own.includes('-h');
  const withoutAll = asksForHelp ? own.filter((each) => each !== '--all') : own;
  if (asksForHelp && argumentsOf(command, withoutAll, allCommands).flags.has('help')) {
    return print(io, await helpOf(command, withoutAll.length < own.length));
  }
  const given = argumentsOf(command, own, allCommands);
  return command.run((await asked(command, given)) as Asked<never>, io);
}

function memberOf({ name: family, members }: CommandFamily, word: string): AnyCommand {
  const found = members.find(({ name }) => name === `${family} ${word}`);
  if (found !== undefined) return found;
  const names = members.map(({ name }) => name.slice(family.length + 1));
  throw usageError(
    `there is no command '${family} ${word}'`,
    didYouMean(word, names) ?? `commands are ${names.join(', ')}; try fencepost ${family} --help`,
  );
}

async function unknownCommand(word: string, commands: readonly string[]): Promise<FencepostError> {
  const hint =
    (word === MODELS ? 'fencepost help models' : undefined) ??
    (await forFile(word)) ??
    didYouMean(word, commands) ??
    `commands are ${commands.join(', ')}; try fencepost --help`;
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
  io.err('  This is a bug in fencepost. Please report it, with the command and the files that caused it.\n');
  if (!io.debug) io.err('  FENCEPOST_DEBUG=1 shows where it happened.\n');
  else if (error instanceof Error) io.err(`${error.stack ?? ''}\n`);
}
