import { FencepostError, MOST_STATIC_THREADS } from '@fencepost/core';
import { threadNumber } from './places.js';
import type { Tokens } from './tokens.js';

/** Words that may follow the program table. herd7 treats them as its end wherever they occur. */
export const AFTER_TABLE: readonly string[] = ['exists', 'forall', '~', 'locations', 'filter', 'final', 'observed'];

/** Parses the table `P0 | P1 ; … | … ;`. Returns the cells of each thread. */
export function parseProgramTable<Cell>(tokens: Tokens, parseCell: () => Cell): Cell[][] {
  const threads: Cell[][] = parseThreadNames(tokens).map(() => []);
  while (tokens.peek().kind !== 'end' && !AFTER_TABLE.includes(tokens.peek().text)) {
    for (let t = 0; t < threads.length; t++) {
      if (!tokens.at('|') && !tokens.at(';')) threads[t]!.push(parseCell());
      if (t < threads.length - 1) expectSeparator(tokens, '|', threads.length);
    }
    expectSeparator(tokens, ';', threads.length);
  }
  return threads;
}

function parseThreadNames(tokens: Tokens): string[] {
  const threads: string[] = [];
  do {
    const { text, offset } = tokens.expectName("the program table, which starts with 'P0'");
    if (threads.length >= MOST_STATIC_THREADS) {
      const site = tokens.source.siteAt(offset);
      throw new FencepostError('THREAD_LIMIT', `a litmus test may have ${MOST_STATIC_THREADS} threads`, { site });
    }
    if (threadNumber(text) !== threads.length) {
      throw tokens.source.syntaxError(offset, `found '${text}', expected thread P${threads.length}`);
    }
    threads.push(text);
  } while (tokens.accept('|'));
  if (!tokens.accept(';')) throw tokens.unexpected("'|' and another thread, or ';'");
  return threads;
}

function expectSeparator(tokens: Tokens, separator: string, columns: number): void {
  if (tokens.accept(separator)) return;
  const wrongCount = tokens.at('|') || tokens.at(';');
  throw tokens.unexpected(
    `'${separator}'`,
    wrongCount ? `each row has ${columns} cells, one for each thread, and ends with ';'` : undefined,
  );
}
