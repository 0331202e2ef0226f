import type { CommandLine } from '../../options/command-line.js';
import { offered } from '../../options/command-line.js';

const WIDTH = 80;
const INDENT = '  ';
const GAP = 2;
/** Longer names do not widen the column for all options. */
const LONGEST_NAME = 20;

/** Returns the help for the options of a command: a heading for each group, and one or more lines for each option. */
export function optionLines(command: CommandLine): string {
  const rows = offered(command).map(([heading, { flag, kind, help }]) => {
    const name = flag === 'help' ? '-h, --help' : `--${flag!}`;
    return {
      heading,
      name: kind.argument === undefined ? name : `${name} ${kind.argument}`,
      text: typeof help === 'string' ? help : help(),
    };
  });
  const widths = rows.map(({ name }) => Math.min(name.length, LONGEST_NAME));
  const column = Math.max(...widths) + INDENT.length + GAP;
  const headings = [...new Set(rows.map(({ heading }) => heading))];
  return headings
    .flatMap((heading) => [
      `${heading}:`,
      ...rows
        .filter((row) => row.heading === heading)
        .flatMap(({ name, text }) => {
          const start = Math.max(column, INDENT.length + name.length + GAP);
          return wrapped(text, WIDTH - start).map(
            (line, i) => (i === 0 ? `${INDENT}${name}` : '').padEnd(start) + line,
          );
        }),
    ])
    .join('\n');
}

/** Returns names and their meanings, one below the other. */
export function listLines(rows: readonly (readonly [name: string, text: string])[], column: number): string {
  return rows
    .flatMap(([name, text]) =>
      wrapped(text, WIDTH - column).map((line, i) => (i === 0 ? `${INDENT}${name}` : '').padEnd(column) + line),
    )
    .join('\n');
}

/** Wraps text to at most `width` columns. Line breaks in the text are kept. */
export function wrapped(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => {
    const lines: string[] = [];
    for (const word of line.split(' ')) {
      const last = lines.at(-1);
      if (last !== undefined && last.length + 1 + word.length <= width) lines.splice(-1, 1, `${last} ${word}`);
      else lines.push(word);
    }
    return lines;
  });
}

/** Wraps a paragraph of a help text. */
export function paragraph(text: string): string {
  return wrapped(text, WIDTH).join('\n');
}
