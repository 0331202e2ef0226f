import { charactersIn } from '@fencepost/fix';
import type { Message } from '../protocol.js';

/** Start of a compiler message. */
const PLACE = /^(?<file>[^\s:][^:\n]*):(?<line>\d+):(?<column>\d+): (?=(?:fatal )?error|warning|note)/;

/** Splits the output of a compiler into messages, with their places in this source. */
export function messagesIn(output: string, file: string, source: string): Message[] {
  const lines = source.split('\n');
  const starts = new RegExp(`(?=${PLACE.source.replaceAll(/\?<\w+>/g, '?:')})`, 'm');
  return output
    .replace(/^\d+ (?:error|warning)s?(?: and \d+ errors?)? generated\.\n?/m, '')
    .split(starts)
    .filter((text) => text.trim() !== '')
    .map((text) => {
      const { file: named, line, column } = PLACE.exec(text)?.groups ?? {};
      return named === file
        ? {
            ...{ text: text.replace(PLACE, '').trimEnd(), line: Number(line) },
            column: 1 + charactersIn(lines[Number(line) - 1] ?? '', Number(column) - 1),
          }
        : { text: text.trimEnd() };
    });
}
