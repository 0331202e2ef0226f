const NAME = /[\w$]/;
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']' };

/**
 * Returns the part of a line that an access at `column` (from 0) covers. Compilers give the place of the operator for
 * an assignment, and that of the name for a load or a call.
 */
export function extentOf(line: string, column: number): readonly [from: number, to: number] {
  const character = line[column] ?? ' ';
  if (/[=+\-^|&%/<>]/.test(character) && /^(?:[+\-*/%&^|]|<<|>>)?=[^=]|^(?:\+\+|--)/.test(line.slice(column))) {
    return [startOfOperand(line, column), endOfExpression(line, column)];
  }
  return [column, endOfAccess(line, column)];
}

/** Returns where the operand that ends before `end` starts: `queue->items[i]`. */
function startOfOperand(line: string, end: number): number {
  let at = end;
  while (line[at - 1] === ' ') at--;
  for (;;) {
    const before = line[at - 1] ?? '';
    if (NAME.test(before) || before === '.') at--;
    else if (line.slice(0, at).endsWith('->') || line.slice(0, at).endsWith('::')) at -= 2;
    else if (before === ']' || before === ')') at = openingBefore(line, at);
    else if (before === '*' && /(?:^|[\s(;{=,])$/.test(line.slice(0, at - 1))) at--;
    else return at;
  }
}

/** Returns the position of the bracket that the one before `end` closes. */
function openingBefore(line: string, end: number): number {
  let depth = 0;
  for (let at = end - 1; at >= 0; at--) {
    if (line[at] === ')' || line[at] === ']') depth++;
    else if (line[at] === '(' || line[at] === '[') depth--;
    if (depth === 0) return at;
  }
  return end - 1;
}

/** Returns the end of the statement or argument that continues at `from`. */
function endOfExpression(line: string, from: number): number {
  let at = from;
  while (at < line.length && !';,)]}'.includes(line[at]!)) {
    const closing = CLOSING[line[at]!];
    at = closing === undefined ? at + 1 : closingAfter(line, at);
  }
  return line.slice(0, at).trimEnd().length;
}

/** Returns the end of a name with its fields, indices and arguments. */
function endOfAccess(line: string, from: number): number {
  let at = from;
  while (line[at] === '*' || line[at] === '&') at++;
  for (;;) {
    const rest = line.slice(at);
    if (NAME.test(line[at] ?? '') || line[at] === '.') at++;
    else if (rest.startsWith('->') || rest.startsWith('::')) at += 2;
    else if (line[at] === '[' || line[at] === '(') at = closingAfter(line, at);
    else return Math.max(at, from + 1);
  }
}

/** Returns the position after the bracket that closes the one at `from`. */
function closingAfter(line: string, from: number): number {
  let depth = 0;
  for (let at = from; at < line.length; at++) {
    if (line[at] === '(' || line[at] === '[') depth++;
    else if (line[at] === ')' || line[at] === ']') depth--;
    if (depth === 0) return at + 1;
  }
  return line.length;
}
