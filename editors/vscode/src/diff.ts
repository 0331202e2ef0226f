/** Lines of a file to be replaced, and what is to be there instead. */
export interface LineEdit {
  /** Relative to the folder in which the command ran. */
  readonly file: string;
  /** The first line, from 0 on. */
  readonly line: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** The changes in a unified diff, without the lines around them. Text before the diff is passed over. */
export function editsIn(diff: string): LineEdit[] {
  const edits: LineEdit[] = [];
  let file: string | undefined;
  let line = 0;
  let [before, after]: [string[], string[]] = [[], []];
  let left = { before: 0, after: 0 };
  const flush = (): void => {
    if (file !== undefined && before.length + after.length > 0) {
      edits.push({ file, line: line - before.length, before, after });
    }
    [before, after] = [[], []];
  };
  for (const text of diff.split('\n')) {
    if (left.before > 0 || left.after > 0) {
      const [kind, rest] = [text.slice(0, 1), text.slice(1)];
      if (kind === '\\') continue;
      if (kind === '-') before.push(rest);
      if (kind === '+') after.push(rest);
      // An empty line of the context may be without its space.
      if (kind !== '-' && kind !== '+') flush();
      left = { before: left.before - (kind === '+' ? 0 : 1), after: left.after - (kind === '-' ? 0 : 1) };
      if (kind !== '+') line++;
      continue;
    }
    flush();
    file = /^\+\+\+ (?:b\/)?([^\t]+)/.exec(text)?.[1] ?? file;
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(text);
    if (hunk === null) continue;
    left = { before: Number(hunk[2] ?? 1), after: Number(hunk[3] ?? 1) };
    // A hunk without lines before it names the line after which it adds.
    line = Number(hunk[1]) - (left.before === 0 ? 0 : 1);
  }
  flush();
  return edits;
}
