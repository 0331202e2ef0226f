import type { CommandName } from '../../options/option.js';
import { optionsOf } from '../../options/resolve.js';

const WIDTH = 80;
const INDENT = '  ';
const GAP = 2;
/** Names that are longer push their own text aside. */
const LONGEST_NAME = 20;

/** What the help of a command says about its options: a heading for each group, and a line or more for each option. */
export function optionLines(command: CommandName): string {
  const rows = optionsOf(command).map(([, { flag, kind, in: commands }]) => {
    const { group, text } = commands[command]!;
    const name = flag === 'help' ? '-h, --help' : `--${flag!}`;
    return {
      group,
      name: kind.argument === undefined ? name : `${name} ${kind.argument}`,
      text: typeof text === 'string' ? text : text(),
    };
  });
  const widths = rows.map(({ name }) => Math.min(name.length, LONGEST_NAME));
  const column = Math.max(...widths) + INDENT.length + GAP;
  const groups = [...new Set(rows.map(({ group }) => group))];
  return groups
    .flatMap((group) => [
      `${group}:`,
      ...rows
        .filter((row) => row.group === group)
        .flatMap(({ name, text }) => {
          const start = Math.max(column, INDENT.length + name.length + GAP);
          return wrapped(text, WIDTH - start).map(
            (line, i) => (i === 0 ? `${INDENT}${name}` : '').padEnd(start) + line,
          );
        }),
    ])
    .join('\n');
}

/** Lines of at most so many columns; those of the text stay lines. */
export function wrapped(text: string, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    for (const word of paragraph.split(' ')) {
      const last = lines.at(-1);
      if (last !== undefined && last.length + 1 + word.length <= width) lines.splice(-1, 1, `${last} ${word}`);
      else lines.push(word);
    }
    return lines;
  });
}

/** A paragraph of a help text. */
export function paragraph(text: string): string {
  return wrapped(text, WIDTH).join('\n');
}
