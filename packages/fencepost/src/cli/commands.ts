import { aliasesOf, defaultModels, models } from '@fencepost/core';
import { CHECK } from './check/command.js';
import { CLAIM } from './claim/command.js';
import { CLUSTER } from './cluster/command.js';
import type { AnyCommand, CommandFamily } from './command.js';
import { completion } from './completion/command.js';
import { DEMO } from './demo/command.js';
import { FIX } from './fix/command.js';
import { HISTORY } from './history/command.js';
import { INIT } from './init/command.js';
import { LITMUS } from './litmus/command.js';
import { MCP } from './mcp/command.js';
import { MONITOR } from './monitor/command.js';
import { RECORD } from './record/command.js';
import { RELAX } from './relax/command.js';
import { REPLAY } from './replay/command.js';
import { REVIEW } from './review/command.js';
import { STEER } from './steer/command.js';
import { listLines, optionLines } from './terminal/option-lines.js';
import { TEST } from './test/command.js';

/** All commands, by how often they are needed, in the order of the help. Their modules are loaded when they are run. */
export const COMMAND_GROUPS: readonly (readonly [
  heading: string,
  commands: readonly (AnyCommand | CommandFamily)[],
])[] = [
  ['Everyday', [CHECK, FIX, REPLAY, INIT, DEMO]],
  ['More', [LITMUS, TEST, RELAX, CLAIM, REVIEW, MCP, completion(() => COMMANDS)]],
  ['Large or recorded', [RECORD, MONITOR, STEER, HISTORY, CLUSTER]],
];

export const COMMANDS = COMMAND_GROUPS.flatMap(([, commands]) => commands);

/** Returns all commands that take options, including subcommands. */
export function allCommands(): readonly AnyCommand[] {
  return COMMANDS.flatMap((each) => ('members' in each ? each.members : [each]));
}

/** Returns the text that `--help` of a command prints. `all`: with the options that few users need. */
export async function helpOf(each: AnyCommand | CommandFamily, all = false): Promise<string> {
  return each.help(optionLines('members' in each ? { name: each.name, groups: {} } : each, all));
}

const CHECKS = [
  ['C and C++', 'check C11'],
  ['JavaScript', 'check ECMA-262'],
  ['others', 'check'],
] as const;

/** Returns the other names of a model. */
function aliases(name: string): string[] {
  return aliasesOf((model) => model.name === name).map(([alias]) => alias);
}

/**
 * Returns the text that `fencepost help models` prints. A function, because models can be registered later. Special
 * models are only in the help of the commands that support them.
 */
export function modelHelp(): string {
  return `Memory models, for --model:

${listLines(
  models()
    .filter(({ isSpecial }) => isSpecial !== true)
    .map(({ name, meaning }) => [[name, ...aliases(name)].join(', '), meaning]),
  14,
)}

By default, check takes ${CHECKS.map(([what, activity]) => `${defaultModels(activity).join(',')} for ${what}`).join('; ')}.
'all' stands for every model that can check the program.
`;
}

/** Returns the text that `fencepost --help` prints. */
export function generalHelp(): string {
  return `Usage: fencepost COMMAND [OPTION…]

Finds concurrency bugs: runs a program in every order that threads, compilers
and processors allow.

${COMMAND_GROUPS.map(
  ([heading, commands]) =>
    `${heading}:\n${listLines(
      commands.map(({ name, summary: [takes, what] }) => [`${name} ${takes}`, what]),
      20,
    )}`,
).join('\n\n')}

Options:
  -h, --help        show this help; after a command, the help for that command
  --version         show the version

Help: fencepost help check, fencepost help models

Exit codes: 0 no finding; 1 a finding; 2 the command line or an input is wrong;
3 undecided; 4 a bug in fencepost.

Examples:
  fencepost check queue.c
  fencepost check --help
`;
}
