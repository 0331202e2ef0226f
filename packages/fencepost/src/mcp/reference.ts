import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chosenModel, modelNamed, modelTitle } from '@fencepost/core';

// The build copies these pages of the documentation next to the bundles.
const FOLDER = fileURLToPath(new URL('../reference/', import.meta.url));

/** Names of the pages that are resources. */
export function pages(): string[] {
  return readdirSync(FOLDER).map((name) => name.replace(/\.md$/, '')).sort(); // prettier-ignore
}

export function page(name: string): string | undefined {
  return pages().includes(name) ? readFileSync(`${FOLDER}${name}.md`, 'utf8') : undefined;
}

interface Row {
  readonly heading: string;
  readonly header: readonly string[];
  readonly cells: readonly string[];
}

const MOST_ROWS = 8;

/** Answers from the tables of the reference: what an operation means under a model. */
export function askModel(question: string, model: string | undefined): string {
  const name = model === undefined ? undefined : chosenModel(model);
  const title = name === undefined ? undefined : modelTitle(name);
  const rows = rowsOf(page('models')!).filter(
    ({ heading, header }) => title === undefined || isAbout(title, heading, header),
  );
  const words = wordsOf(question);
  const scored = rows.map((row) => ({ row, score: scoreOf(row, words) })).filter(({ score }) => score > 0);
  const best = Math.max(0, ...scored.map(({ score }) => score));
  const found = scored.filter(({ score }) => score === best).slice(0, MOST_ROWS);
  const meaning = name === undefined ? [] : [`${modelTitle(name)}: ${modelNamed(name).meaning}`];
  const lines = found.flatMap(({ row }) => rowLines(row, title));
  const none = `no row of the reference is about '${question}'; rows are: ${[...new Set(rows.map(({ cells }) => plain(cells[0]!)))].join('; ')}`;
  return [...meaning, ...(lines.length === 0 ? [none] : lines), 'more: resource fencepost://reference/models'].join(
    '\n',
  );
}

/** Tables with a column for the model, and those of its own section. */
function isAbout(title: string, heading: string, header: readonly string[]): boolean {
  return heading.toLowerCase().includes(title.toLowerCase()) || header.includes(title);
}

function rowLines({ heading, header, cells }: Row, title: string | undefined): string[] {
  const [first, ...rest] = cells.map(plain);
  return rest.flatMap((cell, i) => {
    const column = header[i + 1]!;
    const isWanted = title === undefined || column === title || !header.includes(title);
    return isWanted && cell !== ''
      ? [`${first!} — ${title === undefined || column === title ? column : heading}: ${cell}`]
      : [];
  });
}

function rowsOf(text: string): Row[] {
  const rows: Row[] = [];
  let heading = '';
  let header: string[] | undefined;
  for (const line of text.split('\n')) {
    const [, title] = /^#+ (.*)/.exec(line) ?? [];
    if (title !== undefined) heading = title;
    if (!line.startsWith('|')) header = undefined;
    else if (/^\|[\s:|-]+\|$/.test(line)) continue;
    else if (header === undefined) header = cellsOf(line).map(plain);
    else rows.push({ heading, header, cells: cellsOf(line) });
  }
  return rows.filter(({ header: [first] }) => first === 'Operation');
}

function cellsOf(line: string): string[] {
  return line.slice(1, -1).split('|').map((cell) => cell.trim()); // prettier-ignore
}

function plain(text: string): string {
  return text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
}

/** Words of a question that rows are named by, as the reference spells them. */
function wordsOf(question: string): string[] {
  const spelled = question
    .toLowerCase()
    .replaceAll(/memory_order_|std::|atomic_(?:thread_)?/g, ' ')
    .replaceAll(/\b(?:rmw|fetch_\w+|exchange|cas|compare_exchange\w*)\b/g, ' read-modify-write ')
    .replaceAll(/\bmutex\b/g, ' lock ');
  return [...new Set(spelled.match(/[a-z][a-z_-]+/g) ?? [])];
}

function scoreOf({ cells }: Row, words: readonly string[]): number {
  const first = new Set(
    plain(cells[0]!)
      .toLowerCase()
      .match(/[a-z][a-z_-]+/g) ?? [],
  );
  return words.filter((word) => first.has(word)).length;
}
