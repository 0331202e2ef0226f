import { join } from 'node:path';
import type { ModelName } from '@fencepost/core';
import { modelTitle } from '@fencepost/core';
import { Effort, costOf, joinedOrders } from '@fencepost/check';
import type { Fix } from '@fencepost/fix';
import { fixPrograms, relaxPrograms } from '@fencepost/fix';
import { defaultsOf } from '@fencepost/options';
import { editorFor } from '../../src/fix/editors.js';
import { sourceFiles } from '../../src/fix/source-files.js';
import type { LoadedProgram } from '../../src/load/loaded-program.js';
import { loadPrograms } from '../../src/load/programs.js';
import { LOAD } from '../../src/options/load.js';
import type { TableProgram } from './table-programs.js';

const CORPUS = join(import.meta.dirname, '..', '..', '..', '..', 'corpus');
/** For each program and model. */
const MOST_SECONDS = 120;

/** What the columns of a row say; seconds last. */
export type Row = readonly string[];

function loadOf({
  file,
  flags = [],
}: TableProgram): (texts?: Readonly<Record<string, string>>) => Promise<LoadedProgram[]> {
  return async (texts = {}) => {
    const [loaded] = await loadPrograms(join(CORPUS, file), {
      ...defaultsOf(LOAD),
      compiler: flags,
      texts,
    });
    return [loaded!];
  };
}

function titleOf({ file, flags = [] }: TableProgram): string {
  return `\`${[file, ...flags].join(' ')}\``;
}

/** CPU time of this process: that of compilers is not included. */
async function timed<T>(action: () => Promise<T>): Promise<readonly [T, string]> {
  const before = process.cpuUsage();
  const result = await action();
  const { user, system } = process.cpuUsage(before);
  return [result, ((user + system) / 1e6).toFixed(1)];
}

export const RELAX_HEADINGS = ['Lock', 'Orders', 'Cost in the source', 'Cost found', 'None is stronger', 'CPU s'];

/** A row of the table of `relax --from seq_cst`. */
export async function relaxRow(program: TableProgram, model: ModelName): Promise<Row> {
  const load = loadOf(program);
  const files = sourceFiles();
  const [loaded] = await load();
  const editor = await editorFor([loaded!], [model], files);
  const deadline = Date.now() + 1000 * MOST_SECONDS;
  const [relaxed, seconds] = await timed(() =>
    relaxPrograms([loaded!], editor.orders!, {
      ...{
        models: [model],
        goal: 'safe',
        from: 'seq_cst',
        maxDepth: undefined,
        effort: new Effort(),
        deadline,
        load,
        files,
        isStopped: () => Date.now() > deadline,
      },
    }),
  );
  if (relaxed.outcome !== 'checked') return [titleOf(program), relaxed.outcome, '', '', '', seconds];
  const { orders } = relaxed;
  const sumOf = (which: 'now' | 'least'): string =>
    String(orders.reduce((sum, each) => sum + costOf({ ...each, ...each.operation, order: each[which] }), 0));
  const isWeaker = orders.every(({ now, least }) => joinedOrders(now, least) === now);
  const hasReasons = orders.every(({ least, needed }) => least === 'relaxed' || needed.length > 0);
  if (!hasReasons) throw new Error(`${program.file}: an order without a reason`);
  return [titleOf(program), String(orders.length), sumOf('now'), sumOf('least'), isWeaker ? 'yes' : 'no', seconds];
}

/** The headings of a table of `fix`. */
export function fixHeadings(models: readonly ModelName[]): Row {
  return ['Program', ...models.flatMap((model) => [modelTitle(model), 'CPU s'])];
}

/** A row of it. */
export async function fixRow(program: TableProgram, models: readonly ModelName[]): Promise<Row> {
  const cells: string[] = [];
  for (const model of models) {
    const load = loadOf(program);
    const files = sourceFiles();
    const [loaded] = await load();
    const editor = await editorFor([loaded!], [model], files);
    const deadline = Date.now() + 1000 * MOST_SECONDS;
    const [fix, seconds] = await timed(() =>
      fixPrograms([loaded!], editor, {
        models: [model],
        goal: 'safe',
        maxDepth: undefined,
        effort: new Effort(),
        deadline,
        load,
        files,
        isStopped: () => Date.now() > deadline,
      }),
    );
    cells.push(cellOf(fix), seconds);
  }
  return [titleOf(program), ...cells];
}

function cellOf(fix: Fix): string {
  if (fix.outcome === 'stopped') return 'time is up';
  if (fix.outcome === 'impossible') return `none: ${fix.execution.message.split('\n')[0]!.slice(0, 60)}`;
  if (fix.repairs.length === 0) return '–';
  const told = fix.outcome === 'checked' ? '' : ` (${fix.outcome})`;
  return `${fix.repairs.length}, cost ${fix.cost}${told}`;
}

/** Rows as Markdown. */
export function markdown(headings: Row, rows: readonly Row[]): string {
  const line = (cells: Row): string => `| ${cells.join(' | ')} |`;
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n');
}
