import type { ProgramThread } from '@fencepost/axioms';
import type { RegisterNames } from './registers.js';
import type { Tokens } from './tokens.js';
import type { Variables } from './variables.js';

/** The result of parsing a dialect's part of a test. */
export interface ParsedThreads {
  /** Tokens, positioned after the threads. */
  readonly tokens: Tokens;
  readonly variables: Variables;
  readonly names: RegisterNames;
  readonly threads: readonly ProgramThread[];
}
