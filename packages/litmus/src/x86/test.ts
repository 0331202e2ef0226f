import type { TestFacts } from '../format/test.js';
import type { AssemblyInstruction } from './instructions.js';
import type { Architecture } from './registers.js';

/** A thread of a litmus test. */
export interface LitmusThread {
  /** `P0`, `P1`, … */
  readonly name: string;
  readonly instructions: readonly AssemblyInstruction[];
  /** Initial values by `Register.index`. */
  readonly registers: readonly number[];
}

/** A litmus test of x86 as its file states it; registers are numbers. */
export interface X86Test extends TestFacts {
  readonly dialect: Architecture;
  readonly threads: readonly LitmusThread[];
}
