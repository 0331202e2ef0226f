import type { Option } from '@fencepost/options';
import type { CommandLine } from '../../options/command-line.js';
import { offered } from '../../options/command-line.js';

const WIDTH = 80;
const INDENT = '  ';
const GAP = 2;
/** Longer names do not widen the column for all options. */
const LONGEST_NAME = 20;

/** A command with more options shows only the common ones, unless all are asked for. */
const MOST_SHOWN = 16;

interface Row {
  readonly heading: string;
  readonly name: string;
  readonly text: string;
}

/**
 * Returns the help for the options of a command: a heading for each group, and one or more lines for each option. If
 * there are many, the common ones come first, and the others only with `all`.
 */
export function optionLines(command: CommandLine, all = false): string {
  const options = offered(command);
  const isLong = options.length > MOST_SHOWN && options.some(([, { common }]) => !common);
  if (!isLong) return inColumns(options.map(([heading, row]) => rowOf(heading, row)));
  const common = options.filter(([, row]) => row.common).map(([, row]) => rowOf(COMMON, row));
  const others = options.filter(([, row]) => !row.common);
  if (!all) {
    return inColumns([...common, { heading: COMMON, name: '--help --all', text: `all ${options.length} options` }]);
  }
  return inColumns([...common, ...others.map(([heading, row]) => rowOf(heading.replace(/^Options$/, OTHERS), row))]);
}

const COMMON = 'Common options';
const OTHERS = 'Other options';

function rowOf(heading: string, { flag, short, kind, help }: Option<unknown>): Row {
  const name = short === null ? `--${flag!}` : `-${short}, --${flag!}`;
  return {
    heading,
    name: kind.argument === undefined ? name : `${name} ${kind.argument}`,
    text: typeof help === 'string' ? help : help(),
  };
}

function inColumns(rows: readonly Row[]): string {
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
    .flatMap(([name, text]) => {
      const lead = `${INDENT}${name}`;
      const lines = wrapped(text, WIDTH - column);
      if (lead.length >= column) return [lead, ...lines.map((line) => ' '.repeat(column) + line)];
      return lines.map((line, i) => (i === 0 ? lead : '').padEnd(column) + line);
    })
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
