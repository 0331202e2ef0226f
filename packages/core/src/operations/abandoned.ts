import type { Operation } from './operation.js';
import { ABANDONED, cut } from './operation.js';

/** Ends the thread, because another execution shows what it would do. */
export function abandoned(): Operation {
  return { ...cut(), value: ABANDONED };
}
