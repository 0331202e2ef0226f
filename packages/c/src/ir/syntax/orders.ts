import type { Cursor } from './lexer.js';
import { joinTokens } from './lexer.js';
import type { AccessOrder } from './tables.js';

const ORDERS: Readonly<Record<string, AccessOrder>> = {
  unordered: 'relaxed',
  monotonic: 'relaxed',
  acquire: 'acquire',
  release: 'release',
  acq_rel: 'acq_rel',
  seq_cst: 'seq_cst',
};

/** `syncscope("singlethread")` orders nothing between threads. */
export function acceptScope(cursor: Cursor): boolean {
  if (!cursor.accept('syncscope')) return false;
  return joinTokens(cursor.group()) === '("singlethread")';
}

/** Parses a memory order. */
export function parseOrder(cursor: Cursor): AccessOrder {
  const order = ORDERS[cursor.next().text];
  if (order === undefined) throw cursor.unexpected('a memory order');
  return order;
}

/** The flags after the opcode of an access. */
export interface Flags {
  readonly atomic: boolean;
  readonly volatile: boolean;
}

/** Parses the flags that are present. */
export function acceptFlags(cursor: Cursor): Flags {
  const atomic = cursor.accept('atomic');
  return { atomic, volatile: cursor.accept('volatile') };
}

/**
 * What is known of an access besides its order, at what follows its address. Assembly is written without alignments
 * (asm-machine.ts), and its accesses are not volatile ones of the program.
 */
export function accessKind(cursor: Cursor, { atomic, volatile }: Flags): { atomic?: true; volatile?: true } {
  return { ...(atomic && { atomic: true }), ...(!atomic && volatile && cursor.at(',') && { volatile: true }) };
}

/** Parses what follows the address of a load or store. */
export function orderOf(cursor: Cursor, flags: Flags): AccessOrder {
  if (!flags.atomic) return flags.volatile ? 'relaxed' : 'plain';
  const own = acceptScope(cursor);
  const order = parseOrder(cursor);
  return own ? 'relaxed' : order;
}
