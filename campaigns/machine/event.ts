import type { Order } from '../program/ast.js';

/** The effect of a step that other threads may observe. Locations are the cells, then the mutexes. */
export type Event =
  | { readonly kind: 'read'; readonly location: number; readonly order: Order; readonly own: boolean }
  /** A write to memory in one step, or into the buffer. */
  | { readonly kind: 'write'; readonly location: number; readonly order: Order; readonly buffered: boolean }
  | { readonly kind: 'update'; readonly location: number; readonly order: Order }
  | { readonly kind: 'fence'; readonly order: Order }
  /** Commits the thread's pending store with this number. */
  | { readonly kind: 'commit'; readonly pending: number }
  /** A wake-up or similar: ordered with all other events of its queue. */
  | { readonly kind: 'queue'; readonly queue: number }
  | { readonly kind: 'spawn' | 'join'; readonly thread: number }
  | { readonly kind: 'other' };
