import type { FinalView, Program as CheckedProgram } from '@fencepost/core';
import type { Outcome } from './machine/threads.js';
import type { Program } from './program/ast.js';

/** A language in which programs are handed to Fencepost. */
export interface FrontEnd {
  readonly language: Program['language'];
  /** The programs, each as a source of its own would be: nothing learned about one is known of another. */
  load(programs: readonly Program[]): Promise<readonly CheckedProgram[]>;
  /** How an execution ended. */
  outcomeOf(program: Program, final: FinalView): Outcome;
  /** One program as a file that can be checked by itself. */
  text(program: Program): string;
}
