import type { Message } from '../protocol.js';

/** A compiler's messages begin so. */
const PLACE = /^(?<file>[^\s:][^:\n]*):(?<line>\d+):\d+: (?=(?:fatal )?error|warning|note)/;

/** The messages of a compiler one by one, with their lines in the file. */
export function messagesIn(output: string, file: string): Message[] {
  const starts = new RegExp(`(?=${PLACE.source.replaceAll(/\?<\w+>/g, '?:')})`, 'm');
  return output
    .replace(/^\d+ (?:error|warning)s?(?: and \d+ errors?)? generated\.\n?/m, '')
    .split(starts)
    .filter((text) => text.trim() !== '')
    .map((text) => {
      const { file: named, line } = PLACE.exec(text)?.groups ?? {};
      return named === file
        ? { text: text.replace(PLACE, '').trimEnd(), line: Number(line) }
        : { text: text.trimEnd() };
    });
}
