import type { Asked, CommandLine, GroupValues, OptionGroups } from '../options/command-line.js';
import type { Io } from './terminal/io.js';

/** A command: all that there is to say about it. Its modules are loaded when it is run. */
export interface Command<Groups extends OptionGroups = OptionGroups> extends CommandLine<Groups> {
  /** What it takes and what it is for, for the list of commands. */
  readonly summary: readonly [takes: string, what: string];
  /** `options`: the lines about its options. */
  readonly help: (options: string) => string | Promise<string>;
  /** Runs it; the exit code. */
  readonly run: (asked: Asked<GroupValues<Groups>>, io: Io) => Promise<number>;
}

/** A command of commands: `fencepost cluster submit`. */
export interface CommandFamily {
  readonly name: string;
  readonly summary: Command['summary'];
  readonly help: Command['help'];
  readonly members: readonly AnyCommand[];
}

// Commands in lists: what they are asked for is known to each of them alone.
export type AnyCommand = Omit<Command, 'run'> & {
  readonly run: (asked: Asked<never>, io: Io) => Promise<number>;
};

/** A command of these options. */
export function command<const Groups extends OptionGroups>(described: Command<Groups>): Command<Groups> {
  return described;
}
