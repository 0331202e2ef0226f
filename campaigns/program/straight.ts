import type { Program, Statement } from './ast.js';
import { flatten } from './walk.js';

const STRAIGHT: ReadonlySet<Statement['kind']> = new Set([
  'load',
  'store',
  'bulk-store',
  'bulk-load',
  'update',
  'swap',
  'fence',
  'set',
  'count',
  'if',
  'lock',
  'unlock',
  'try-lock',
  'notify',
  'pause',
  'spawn',
  'join',
  'observe',
]);

/** Whether the program has no loops, no failures and no early ends, so that its set of executions is well defined. */
export function isStraight({ threads, last }: Program): boolean {
  if (last !== undefined) return false;
  return threads.every(({ body }) => flatten(body).every(({ kind }) => STRAIGHT.has(kind)));
}
