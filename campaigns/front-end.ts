import type { FinalView, Program as CheckedProgram } from '@fencepost/core';
import type { Outcome } from './machine/threads.js';
import type { Program } from './program/ast.js';
import type { Random } from './random.js';

/** Programs of some kind, and the language in which they are handed to Fencepost. */
export interface FrontEnd {
  /** By which it is chosen. */
  readonly name: string;
  /** A random program. */
  generate(random: Random): Program;
  /** The programs, each as a source of its own would be: nothing learned about one is known of another. */
  load(programs: readonly Program[]): Promise<readonly CheckedProgram[]>;
  /** How an execution ended. */
  outcomeOf(program: Program, final: FinalView): Outcome;
  /** One program as a file that can be checked by itself. */
  text(program: Program): string;
}
