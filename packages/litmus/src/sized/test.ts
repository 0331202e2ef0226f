import type { SizedProgram } from '@fencepost/axioms';
import type { TestFacts } from '../format/test.js';

/** A litmus test of AArch64 whose accesses differ in size, or whose values need 64 bits. */
export interface SizedTest extends TestFacts {
  readonly dialect: 'AArch64';
  readonly sized: SizedProgram;
  /** Numbers of bytes that the final values of variables have, by address. */
  readonly sizes: ReadonlyMap<number, number>;
}
