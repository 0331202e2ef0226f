import type { ProgramThread } from '../program/program.js';

/** A variable: some bytes of memory. */
export interface SizedVariable {
  readonly address: number;
  /** Number of bytes. */
  readonly size: number;
  /** Its first byte is the lowest. */
  readonly initial: bigint;
}

/** A small program whose accesses differ in size. Every access has one. */
export interface SizedProgram {
  readonly threads: readonly ProgramThread<bigint>[];
  readonly variables: readonly SizedVariable[];
}
