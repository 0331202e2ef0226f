interface Line {
  readonly text: string;
  /** The lines of both files before this one. */
  readonly before: number;
  readonly after: number;
}

/** Returns a unified diff with fewer lines of context; `patch -p1` understands it as well. */
export function narrowDiff(diff: string, context = 1): string[] {
  const shown: string[] = [];
  let hunk: Line[] = [];
  let [before, after, oldLeft, newLeft] = [0, 0, 0, 0];
  const close = (): void => {
    shown.push(...hunksOf(hunk, context));
    hunk = [];
  };
  for (const text of diff.replace(/\n$/, '').split('\n')) {
    const start = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(text);
    if (oldLeft + newLeft > 0 || text.startsWith('\\')) {
      hunk.push({ text, before, after });
      const [inOld, inNew] = [!/^[+\\]/.test(text), !/^[-\\]/.test(text)].map(Number) as [number, number];
      [before, after, oldLeft, newLeft] = [before + inOld, after + inNew, oldLeft - inOld, newLeft - inNew];
    } else if (start === null) {
      close();
      shown.push(text);
    } else {
      close();
      const [, oldStart, oldSize = '1', newStart, newSize = '1'] = start;
      [before, after] = [Number(oldStart) - 1, Number(newStart) - 1];
      [oldLeft, newLeft] = [Number(oldSize), Number(newSize)];
    }
  }
  close();
  return shown;
}

function hunksOf(lines: readonly Line[], context: number): string[] {
  const isChange = ({ text }: Line): boolean => /^[+\-\\]/.test(text);
  const kept = lines.map((_, i) => lines.slice(Math.max(0, i - context), i + context + 1).some(isChange));
  const shown: string[] = [];
  for (let first = 0; first < lines.length; first++) {
    if (!kept[first]) continue;
    let end = first;
    while (end < lines.length && kept[end]) end++;
    const part = lines.slice(first, end);
    const size = (other: string): number => part.filter(({ text }) => !text.startsWith(other) && !text.startsWith('\\')).length; // prettier-ignore
    const { before, after } = part[0]!;
    // Where a file has no line of the hunk, the line before it counts.
    const range = (lines: number, left: number): string => `${lines + Math.min(left, 1)},${left}`;
    shown.push(`@@ -${range(before, size('+'))} +${range(after, size('-'))} @@`, ...part.map(({ text }) => text));
    first = end;
  }
  return shown;
}
