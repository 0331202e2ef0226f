import { choose } from '@fencepost/options';
import { usageError } from '../../errors.js';
import { OK } from '../../exit-codes.js';
import type { Asked } from '../../options/command-line.js';
import type { AnyCommand, CommandFamily } from '../command.js';
import type { Io } from '../terminal/io.js';
import { bashScript } from './bash.js';
import { fishScript } from './fish.js';
import { SHELLS } from './shells.js';
import { completed } from './words.js';
import { zshScript } from './zsh.js';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/** Topics of `fencepost help` that are no commands. */
const TOPICS = ['models'];

/** Runs `fencepost completion`. */
export async function completionCommand(
  { given: { positionals } }: Asked<object>,
  io: Io,
  commands: readonly (AnyCommand | CommandFamily)[],
): Promise<number> {
  const [shell, extra] = positionals;
  if (shell === undefined) throw usageError('no shell given', `shells are ${SHELLS.join(', ')}`);
  if (extra !== undefined) throw usageError(`one shell, not also '${extra}'`, 'run it once for each');
  await io.out(SCRIPTS[choose(shell, SHELLS, 'shell')](completed(commands, SHELLS, TOPICS)));
  return OK;
}
