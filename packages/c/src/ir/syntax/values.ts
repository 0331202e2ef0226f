import type { Cursor, Token } from './lexer.js';
import type { Type } from './types.js';
import { parseType } from './types.js';

/** An operand: a local or global value, a constant, or a constant expression. */
export type Value = readonly Token[];

/** An operand with its type. */
export interface TypedValue {
  readonly type: Type;
  readonly value: Value;
}

const ATOMS = new Set(['null', 'undef', 'poison', 'true', 'false', 'zeroinitializer', 'none']);

/** Parses a value: a name, a constant or a constant expression. */
export function parseValue(cursor: Cursor): Value {
  const start = cursor.position;
  const first = cursor.peek();
  if (first?.kind === 'symbol') {
    cursor.group();
  } else if (first?.kind === 'word' && !ATOMS.has(first.text)) {
    // A constant expression: an opcode, its flags, and then its operands in parentheses.
    while (cursor.peek()?.kind === 'word') {
      const word = cursor.next().text;
      if (word === 'inrange' && cursor.at('(')) cursor.group();
    }
    if (cursor.peek()?.kind === 'global') cursor.next();
    else cursor.group();
  } else cursor.next();
  return cursor.tokens.slice(start, cursor.position);
}

/** Parses a type and a value. */
export function parseTypedValue(cursor: Cursor): TypedValue {
  const type = parseType(cursor);
  return { type, value: parseValue(cursor) };
}

/** Returns the name of the local (`%x`) or global (`@x`), if the value is only that. */
export function nameOf(value: Value): string | undefined {
  const [token] = value;
  return value.length === 1 && (token?.kind === 'local' || token?.kind === 'global') ? token.text : undefined;
}

/** Returns the number, if the value is only that; `null` is 0. */
export function numberOf(value: Value): number | undefined {
  const [token] = value;
  if (token === undefined || value.length !== 1) return undefined;
  if (token.text === 'null') return 0;
  return /^-?\d+$/.test(token.text) ? Number(token.text) : undefined;
}
