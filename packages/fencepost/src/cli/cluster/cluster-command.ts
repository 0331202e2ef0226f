import { usageError } from '../../errors.js';
import { OK } from '../../exit-codes.js';
import { didYouMean } from '../../options/choose.js';
import { clusterHelp } from '../terminal/help.js';
import type { Io } from '../terminal/io.js';
import { initCommand } from './init-command.js';
import { plainIo } from './plain-io.js';
import { pruneCommand } from './prune-command.js';
import { reportCommand } from './report-command.js';
import { historyCommand, resumeCommand, stopCommand } from './run-commands.js';
import { statusCommand } from './status-command.js';
import { submitCommand } from './submit-command.js';
import { clusterTestCommand } from './test-command.js';
import { workCommand } from './work-command.js';

type Command = (args: readonly string[], io: Io) => Promise<number>;

/** Those that print what `check` or `test` would print, which may have colours. */
const REPORTING: Readonly<Record<string, Command>> = {
  submit: submitCommand,
  test: clusterTestCommand,
  report: reportCommand,
};

const COMMANDS: Readonly<Record<string, Command>> = {
  init: initCommand,
  ...REPORTING,
  work: workCommand,
  status: statusCommand,
  stop: stopCommand,
  resume: resumeCommand,
  history: historyCommand,
  prune: pruneCommand,
};

/** `fencepost cluster`. */
export async function clusterCommand(args: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h') {
    await io.out(clusterHelp());
    return OK;
  }
  if (Object.hasOwn(COMMANDS, name)) {
    return COMMANDS[name]!(rest, Object.hasOwn(REPORTING, name) ? io : plainIo(io));
  }
  const names = Object.keys(COMMANDS);
  throw usageError(
    `there is no command 'cluster ${name}'`,
    didYouMean(name, names) ?? `commands are ${names.join(', ')}; try fencepost cluster --help`,
  );
}
