/** The lines of a message, without empty ones at its beginning and its end. */
function linesOf(message: string): string[] {
  const lines = message.split(/\r\n|\n|\r/).map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line !== '');
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex((line) => line !== '') + 1);
}

/** What there is room for in a title or a table: the first line, with `…` if there are more. */
export function firstLine(message: string): string {
  const [first = '', ...more] = linesOf(message);
  return more.length === 0 ? first : `${first.trimStart()} …`;
}

/** All lines of a message of which `firstLine` is only a part; none if that says it all. */
export function fullMessage(message: string): readonly string[] {
  const lines = linesOf(message);
  return lines.length > 1 ? lines : [];
}
