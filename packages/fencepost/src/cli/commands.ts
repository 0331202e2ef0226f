import { aliasesOf, models } from '@fencepost/core';
import { CHECK } from './check/command.js';
import { CLUSTER } from './cluster/command.js';
import type { AnyCommand, CommandFamily } from './command.js';
import { FIX } from './fix/command.js';
import { LITMUS } from './litmus/command.js';
import { MONITOR } from './monitor/command.js';
import { RECORD } from './record/command.js';
import { RELAX } from './relax/command.js';
import { REPLAY } from './replay/command.js';
import { STEER } from './steer/command.js';
import { listLines, optionLines } from './terminal/option-lines.js';
import { TEST } from './test/command.js';

/** All commands, in the order of the help. The modules of a command are loaded when it is run. */
export const COMMANDS: readonly (AnyCommand | CommandFamily)[] = [
  ...[CHECK, TEST, REPLAY, FIX, RELAX, LITMUS, RECORD, MONITOR, STEER],
  CLUSTER,
];

/** Returns all commands that take options, including subcommands. */
export function allCommands(): readonly AnyCommand[] {
  return COMMANDS.flatMap((each) => ('members' in each ? each.members : [each]));
}

/** Returns the text that `--help` of a command prints. */
export async function helpOf(each: AnyCommand | CommandFamily): Promise<string> {
  return each.help(optionLines('members' in each ? { name: each.name, groups: {} } : each));
}

/** Returns the other names of a model. */
function aliases(name: string): string[] {
  return aliasesOf((model) => model.name === name).map(([alias]) => alias);
}

/**
 * Returns the text that `fencepost --help` prints. A function, because models can be registered later. Special
 * models are only in the help of the commands that support them.
 */
export function generalHelp(): string {
  return `Usage: fencepost COMMAND [OPTION…]

Checks concurrent programs under memory models:

${listLines(
  models()
    .filter(({ isSpecial }) => isSpecial !== true)
    .map(({ name, meaning }) => [[name, ...aliases(name)].join(', '), meaning]),
  14,
)}

Commands:
${listLines(
  COMMANDS.map(({ name, summary: [takes, what] }) => [`${name} ${takes}`, what]),
  18,
)}

Options:
  -h, --help      show this help; after a command, the help for that command
  --version       show the version

Exit codes: 0 no finding; 1 a finding; 2 the command line or an input is wrong;
3 undecided; 4 a bug in fencepost.

Examples:
  fencepost check queue.c
  fencepost check --help
`;
}
