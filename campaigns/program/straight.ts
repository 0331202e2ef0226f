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

/** Has it neither loops nor failures nor other ends? Then it is clear which executions it has. */
export function isStraight({ threads, last }: Program): boolean {
  if (last !== undefined) return false;
  return threads.every(({ body }) => flatten(body).every(({ kind }) => STRAIGHT.has(kind)));
}
