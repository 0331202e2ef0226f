import type { ProgramThread } from '@fencepost/axioms';
import type { RegisterNames } from './registers.js';
import type { Tokens } from './tokens.js';
import type { Variables } from './variables.js';

/** What a dialect's part of a test says, and where the condition after it starts. */
export interface ParsedThreads {
  /** At what comes after the threads. */
  readonly tokens: Tokens;
  readonly variables: Variables;
  readonly names: RegisterNames;
  readonly threads: readonly ProgramThread[];
}
