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

/** Parses a scope; returns whether it is `syncscope("singlethread")`, which orders nothing between threads. */
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

/** Parses the flags of an access, if present. */
export function acceptFlags(cursor: Cursor): Flags {
  const atomic = cursor.accept('atomic');
  return { atomic, volatile: cursor.accept('volatile') };
}

/**
 * Returns the kind of an access, at the tokens after its address. Assembly is written without alignments
 * (asm-machine.ts), so that its volatile accesses are not taken for those of the program.
 */
export function accessKind(cursor: Cursor, { atomic, volatile }: Flags): { atomic?: true; volatile?: true } {
  return { ...(atomic && { atomic: true }), ...(!atomic && volatile && cursor.at(',') && { volatile: true }) };
}

/** Parses the order of a load or store, after its address. */
export function orderOf(cursor: Cursor, flags: Flags): AccessOrder {
  if (!flags.atomic) return flags.volatile ? 'relaxed' : 'plain';
  const own = acceptScope(cursor);
  const order = parseOrder(cursor);
  return own ? 'relaxed' : order;
}
