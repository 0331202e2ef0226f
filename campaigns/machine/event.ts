import type { Order } from '../program/ast.js';

/** What a step does that others may notice. Locations are the cells, then the mutexes. */
export type Event =
  | { readonly kind: 'read'; readonly location: number; readonly order: Order; readonly own: boolean }
  /** In one step, or into the buffer. */
  | { readonly kind: 'write'; readonly location: number; readonly order: Order; readonly buffered: boolean }
  | { readonly kind: 'update'; readonly location: number; readonly order: Order }
  | { readonly kind: 'fence'; readonly order: Order }
  /** Of the thread's pending store with this number. */
  | { readonly kind: 'commit'; readonly pending: number }
  /** Waking and the like: ordered with all others of its queue. */
  | { readonly kind: 'queue'; readonly queue: number }
  | { readonly kind: 'spawn' | 'join'; readonly thread: number }
  | { readonly kind: 'other' };
