import type { Token, Tokens } from './tokens.js';

/** Bits of a register. */
export type Width = 32 | 64;

/** A register, as the test names it. */
export interface Register {
  /** As final states print it: `rax` and `eax` for X86_64, `EAX` for X86. */
  readonly name: string;
  readonly width: Width;
  /** Number of the physical register: `rax` and `eax` share one. Final states are in this order. */
  readonly index: number;
}

/** How a dialect names registers. */
export interface RegisterNames {
  /** A register with its thread, as an example for messages: `0:rax`. */
  readonly example: string;
  /** Returns the register of this name in a thread; throws if there is none. */
  readonly expect: (tokens: Tokens, name: Token, thread: number) => Register;
}
