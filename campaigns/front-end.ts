import type { FinalView, Program as CheckedProgram } from '@fencepost/core';
import type { Outcome } from './machine/threads.js';
import type { Program } from './program/ast.js';
import type { Random } from './random.js';

/** A kind of programs, and the language in which Fencepost gets them. */
export interface FrontEnd {
  /** Name by which it is selected. */
  readonly name: string;
  /** Generates a random program. */
  generate(random: Random): Program;
  /** Loads the programs independently, like separate sources: nothing learned about one is used for another. */
  load(programs: readonly Program[]): Promise<readonly CheckedProgram[]>;
  /** Returns how an execution ended. */
  outcomeOf(program: Program, final: FinalView): Outcome;
  /** Returns one program as a file that can be checked by itself. */
  text(program: Program): string;
}
