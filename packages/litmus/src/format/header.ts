import type { Source } from './source.js';

export interface Header<Dialect extends string> {
  readonly dialect: Dialect;
  readonly name: string;
  /** Offset of the dialect's name, used for errors about the test as a whole. */
  readonly offset: number;
  /** Offset of the `{` that opens the initial state. */
  readonly bodyOffset: number;
}

/** Parses the first line (`X86_64 SB`), and skips the metadata up to the initial state. */
export function parseHeader<Dialect extends string>(source: Source, dialects: readonly Dialect[]): Header<Dialect> {
  const first = /^\s*(\w+)[ \t]+(\S+)/.exec(source.text);
  if (first === null) {
    throw source.syntaxError(
      0,
      `expected a first line with the architecture and the name of the test, such as '${dialects[0]!} SB'`,
    );
  }
  const [line, word, name] = first as unknown as [string, string, string];
  const offset = line.indexOf(word);
  const dialect = dialects.find((known) => known === word);
  if (dialect === undefined) {
    throw source.unsupported(
      offset,
      `litmus tests for ${word} are not supported`,
      `supported are ${dialects.slice(0, -1).join(', ')} and ${dialects.at(-1)!}`,
    );
  }
  return { dialect, name, offset, bodyOffset: findBody(source, line.length) };
}

/** Returns the offset of the body. Skips comments, `"…"` and `Key=value` lines, all of which may contain braces. */
function findBody(source: Source, start: number): number {
  const { text } = source;
  const information = /[A-Za-z][\w.-]*[ \t]*=[^\n]*/y;
  for (let i = start; i < text.length; i++) {
    if (text[i] === '{') return i;
    if (text[i] === '"') i = endOfDescription(source, i);
    else if (text.startsWith('(*', i)) i = source.skipComment(i) - 1;
    else if (text[i - 1] === '\n') {
      information.lastIndex = i;
      const line = information.exec(text);
      if (line !== null) i = information.lastIndex - 1;
    }
  }
  throw source.syntaxError(text.length, "the file ends here, expected '{' and the initial state");
}

function endOfDescription(source: Source, start: number): number {
  const end = source.text.indexOf('"', start + 1);
  if (end < 0) throw source.syntaxError(start, 'this description is never closed', 'end it with "');
  return end;
}
