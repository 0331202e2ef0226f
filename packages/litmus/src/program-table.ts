import { FencepostError, MOST_STATIC_THREADS } from '@fencepost/core';
import type { AssemblyInstruction } from './instructions.js';
import { parseInstruction } from './instructions.js';
import { threadNumber } from './places.js';
import type { Architecture } from './registers.js';
import type { Tokens } from './tokens.js';
import type { Variables } from './variables.js';

/** What may follow the program table; herd7 takes these words as the end of it wherever they stand. */
export const AFTER_TABLE: readonly string[] = ['exists', 'forall', '~', 'locations', 'filter', 'final', 'observed'];

/** The table `P0 | P1 ; … | … ;`: the instructions of each thread. */
export function parseProgramTable(
  tokens: Tokens,
  architecture: Architecture,
  variables: Variables,
): AssemblyInstruction[][] {
  const threads = parseThreadNames(tokens);
  while (tokens.peek().kind !== 'end' && !AFTER_TABLE.includes(tokens.peek().text)) {
    for (let t = 0; t < threads.length; t++) {
      if (!tokens.at('|') && !tokens.at(';')) threads[t]!.push(parseInstruction(tokens, architecture, variables));
      if (t < threads.length - 1) expectSeparator(tokens, '|', threads.length);
    }
    expectSeparator(tokens, ';', threads.length);
  }
  return threads;
}

function parseThreadNames(tokens: Tokens): AssemblyInstruction[][] {
  const threads: AssemblyInstruction[][] = [];
  do {
    const { text, offset } = tokens.expectName("the program table, which starts with 'P0'");
    if (threads.length >= MOST_STATIC_THREADS) {
      const site = tokens.source.siteAt(offset);
      throw new FencepostError('THREAD_LIMIT', `a litmus test may have ${MOST_STATIC_THREADS} threads`, { site });
    }
    if (threadNumber(text) !== threads.length) {
      throw tokens.source.syntaxError(offset, `found '${text}', expected thread P${threads.length}`);
    }
    threads.push([]);
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
