/** A row of a table: its cells by their titles. */
export type Row = Readonly<Record<string, Cell>>;
export type Cell = number | string;

/** The table that begins with these lines, up to the first line that is not of it. */
export function parseTable(lines: readonly string[]): { readonly rows: readonly Row[]; readonly length: number } {
  const end = lines.findIndex((line) => !line.startsWith('|'));
  const table = (end < 0 ? lines : lines.slice(0, end)).map(cellsIn);
  const [titles, , ...rest] = table;
  if (titles === undefined || rest.length === 0) throw new Error('no table');
  if (new Set(titles).size < titles.length) throw new Error(`two columns have one title: ${titles.join(', ')}`);
  const rows = rest.map((cells) => Object.fromEntries(titles.map((title, i) => [title, cellOf(cells[i]!)])));
  return { rows, length: table.length };
}

/** `alignments`: the second line, where a document has one with as many columns. */
export function renderTable(rows: readonly Row[], alignments: string): readonly string[] {
  const titles = Object.keys(rows[0]!);
  const fits = cellsIn(alignments).length === titles.length;
  return [
    lineOf(titles),
    fits ? alignments : lineOf(titles.map(() => '---')),
    ...rows.map((row) => lineOf(titles.map((title) => textOf(row[title] ?? '')))),
  ];
}

/** The first number in a cell, for plots. */
export function numberIn(cell: Cell | undefined): number | undefined {
  if (typeof cell === 'number' || cell === undefined) return cell;
  const found = /\d[\d,]*(\.\d+)?/.exec(cell)?.[0];
  return found === undefined ? undefined : Number(found.replaceAll(',', ''));
}

function cellsIn(line: string): string[] {
  return line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/** A number only where the same text comes out again: `1.50` and `> 50,000` stay text. */
function cellOf(text: string): Cell {
  const number = Number(text.replaceAll(',', ''));
  return text !== '' && textOf(number) === text ? number : text;
}

export function textOf(cell: Cell): string {
  return typeof cell === 'number' ? cell.toLocaleString('en', { maximumFractionDigits: 6 }) : cell;
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
