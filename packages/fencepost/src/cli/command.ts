import type { Asked, CommandLine, GroupValues, OptionGroups } from '../options/command-line.js';
import type { Io } from './terminal/io.js';

/** The description of a command. Its modules are loaded when it is run. */
export interface Command<Groups extends OptionGroups = OptionGroups> extends CommandLine<Groups> {
  /** Its arguments and purpose, for the list of commands. */
  readonly summary: readonly [takes: string, what: string];
  /** `options`: the lines that describe its options. */
  readonly help: (options: string) => string | Promise<string>;
  /** Runs the command and returns the exit code. */
  readonly run: (asked: Asked<GroupValues<Groups>>, io: Io) => Promise<number>;
}

/** A command with subcommands, such as `fencepost cluster submit`. */
export interface CommandFamily {
  readonly name: string;
  readonly summary: Command['summary'];
  readonly help: Command['help'];
  readonly members: readonly AnyCommand[];
}

// Element type of command lists, without the request type of the individual command.
export type AnyCommand = Omit<Command, 'run'> & {
  readonly run: (asked: Asked<never>, io: Io) => Promise<number>;
};

/** Defines a command; infers the types of its options. */
export function command<const Groups extends OptionGroups>(described: Command<Groups>): Command<Groups> {
  return described;
}
