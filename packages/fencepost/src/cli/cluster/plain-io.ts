import { printable, printableLines } from '@fencepost/core';
import type { Io } from '../terminal/io.js';

/** Clears a terminal. */
const CLEAR = '\u001b[H\u001b[2J';

/**
 * Returns lines of text that contain data from the database, which others have written there. None of the data can
 * begin another line, so it cannot forge a run, a result or a message.
 */
export function textLines(...lines: readonly string[]): string {
  return lines.map((line) => `${printable(line)}\n`).join('');
}

/**
 * For commands that print data from the database, which others have written there: none of its characters can control
 * the terminal. The output of `check` has colours, and is escaped separately.
 */
export function plainIo(io: Io): Io {
  return {
    ...io,
    clear: () => io.out(CLEAR),
    out: (text) => io.out(printableLines(text)),
    err: (text) => io.err(printableLines(text)),
  };
}
