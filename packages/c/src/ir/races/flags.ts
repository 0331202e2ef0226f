import type { Context } from './contexts.js';
import type { Operation } from './operations.js';

/** Stores that take or release a lock which is a variable of the program. */
export type FlagOperations = Map<Context, Map<Operation, { readonly lock: string; readonly takes: boolean }>>;
