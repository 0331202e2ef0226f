import { printable, printableLines } from '@fencepost/core';
import type { Io } from '../terminal/io.js';

/** Clears a terminal. */
const CLEAR = '\u001b[H\u001b[2J';

/**
 * Lines of text, each with whatever is in the database, which others have written there: none of it begins another line, so nobody makes
 * up a run, a result or a message.
 */
export function textLines(...lines: readonly string[]): string {
  return lines.map((line) => `${printable(line)}\n`).join('');
}

/**
 * For commands that print what is in the database, which others have written there: no character of it steers the terminal. What
 * `check` prints has colours, and takes care of that itself.
 */
export function plainIo(io: Io): Io {
  return {
    ...io,
    clear: () => io.out(CLEAR),
    out: (text) => io.out(printableLines(text)),
    err: (text) => io.err(printableLines(text)),
  };
}
