/** Maximum length of a line in characters: an error may carry a page or a file. `--format json` has all of it. */
const LONGEST = 2000;

/** Returns the lines of a message, without leading and trailing empty ones. */
function linesOf(message: string): string[] {
  const lines = message.split(/\r\n|\n|\r/).map((line) => shortLine(line.trimEnd()));
  const first = lines.findIndex((line) => line !== '');
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex((line) => line !== '') + 1);
}

function shortLine(line: string): string {
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST)}… (${line.length} characters)`;
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
