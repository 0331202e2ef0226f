import { PRINTED, under } from './help-groups.js';
import { flag } from './kinds.js';
import type { CommandName } from './option.js';
import { option } from './option.js';

const COMMANDS = Object.keys(PRINTED) as readonly CommandName[];

/** Every command has it. */
export const HELP_OPTION = option('help', flag, {
  otherwise: false,
  ...under(PRINTED, Object.fromEntries(COMMANDS.map((command) => [command, 'this text']))),
});
