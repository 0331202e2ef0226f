import { usageError } from '../../errors.js';
import { OK } from '../../exit-codes.js';
import { didYouMean } from '../../options/choose.js';
import { clusterHelp } from '../terminal/help.js';
import type { Io } from '../terminal/io.js';
import { initCommand } from './init-command.js';
import { pruneCommand } from './prune-command.js';
import { reportCommand } from './report-command.js';
import { historyCommand, resumeCommand, stopCommand } from './run-commands.js';
import { statusCommand } from './status-command.js';
import { submitCommand } from './submit-command.js';
import { clusterTestCommand } from './test-command.js';
import { workCommand } from './work-command.js';

const COMMANDS: Readonly<Record<string, (args: readonly string[], io: Io) => Promise<number>>> = {
  init: initCommand,
  submit: submitCommand,
  test: clusterTestCommand,
  work: workCommand,
  status: statusCommand,
  report: reportCommand,
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
  if (Object.hasOwn(COMMANDS, name)) return COMMANDS[name]!(rest, io);
  const names = Object.keys(COMMANDS);
  throw usageError(
    `there is no command 'cluster ${name}'`,
    didYouMean(name, names) ?? `commands are ${names.join(', ')}; try fencepost cluster --help`,
  );
}
