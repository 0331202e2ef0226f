/** Returns the lines of a message, without leading and trailing empty ones. */
function linesOf(message: string): string[] {
  const lines = message.split(/\r\n|\n|\r/).map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line !== '');
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex((line) => line !== '') + 1);
}

/** Returns the text for a title or a table: the first line, with `…` if there are more. */
export function firstLine(message: string): string {
  const [first = '', ...more] = linesOf(message);
  return more.length === 0 ? first : `${first.trimStart()} …`;
}

/** Returns all lines of a message that has more than `firstLine`; otherwise none. */
export function fullMessage(message: string): readonly string[] {
  const lines = linesOf(message);
  return lines.length > 1 ? lines : [];
}
