import type { Piece } from './emitter.js';
import type { Position } from './instrumented.js';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Units of mappings. Engines report positions at words of copied text; inserted text has one origin. */
const COPIED = /\n|[\w$#]+/g;
const INSERTED = /\n|[^\n]+/g;

/** Returns the mappings of a source map (ECMA-426): the origin of each word of a text. */
export function mappingsOf(pieces: readonly Piece[], positionOf: (offset: number) => Position): string {
  const mappings: string[] = [];
  let separator = '';
  /** Offset in the text of the last mapping, or of the start of the line if it has none yet. */
  let mapped = 0;
  let last: Position = { line: 1, column: 1 };
  let start = 0;
  for (const { text, origin, isCopied } of pieces) {
    for (const { 0: found, index } of text.matchAll(isCopied ? COPIED : INSERTED)) {
      const at = start + index;
      if (found === '\n') {
        mappings.push(';');
        separator = '';
        mapped = at + 1;
        continue;
      }
      const next = positionOf(isCopied ? origin + index : origin);
      mappings.push(separator, vlq(at - mapped), 'A', vlq(next.line - last.line), vlq(next.column - last.column));
      separator = ',';
      mapped = at;
      last = next;
    }
    start += text.length;
  }
  return mappings.join('');
}

/** Encodes a number in digits of 5 bits, low ones first; the sign is the lowest bit. */
function vlq(value: number): string {
  let rest = value < 0 ? (-value << 1) | 1 : value << 1;
  let text = '';
  do {
    const digit = rest & 31;
    rest >>>= 5;
    text += DIGITS[rest > 0 ? digit | 32 : digit]!;
  } while (rest > 0);
  return text;
}
