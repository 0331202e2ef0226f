import type { AnyCommand, CommandFamily } from '../command.js';
import { command } from '../command.js';
import { SHELLS } from './shells.js';

/** `fencepost completion`. `commands`: those to complete, by their groups in the help. */
export function completion(commands: () => readonly (AnyCommand | CommandFamily)[]): AnyCommand {
  return command({
    name: 'completion',
    summary: ['SHELL', 'print a script that completes commands: bash, zsh, fish'],
    groups: {},
    help: (options) => `Usage: fencepost completion SHELL

Prints a script that has a shell complete commands, options, models and formats.
SHELL is ${SHELLS.slice(0, -1).join(', ')} or ${SHELLS.at(-1)!}.

${options}

Exit codes: 0 done; 2 the command line is wrong; 4 a bug in fencepost.

Examples:
  fencepost completion bash >> ~/.bashrc
  fencepost completion zsh > "\${fpath[1]}/_fencepost"
  fencepost completion fish > ~/.config/fish/completions/fencepost.fish
`,
    run: async (asked, io) => (await import('./completion-command.js')).completionCommand(asked, io, commands()),
  });
}
