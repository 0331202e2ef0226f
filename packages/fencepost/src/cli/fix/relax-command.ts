import { isJudged, modelNamed, modelTitle, modelsFor, printable } from '@fencepost/core';
import type { RelaxedOrder } from '@fencepost/check';
import { orderCost } from '@fencepost/check';
import { counted, firstLine } from '@fencepost/report';
import { usageError } from '../../errors.js';
import { FOUND, INCONCLUSIVE, OK } from '../../exit-codes.js';
import { editorFor } from '../../fix/editors.js';
import type { Relaxed } from '../../fix/relax-program.js';
import { relaxProgram } from '../../fix/relax-program.js';
import { diffOf } from '../../fix/unified-diff.js';
import { writeFiles } from '../../fix/write-files.js';
import { loadPrograms } from '../../load/programs.js';
import { requested } from '../../options/resolve.js';
import { programNamed } from '../../run/replay-file.js';
import { relaxHelp } from '../terminal/help.js';
import type { Io } from '../terminal/io.js';

/** `fencepost relax`. */
export async function relaxCommand(args: readonly string[], io: Io): Promise<number> {
  const asked = await requested('relax', args);
  if (asked.help) {
    await io.out(relaxHelp());
    return OK;
  }
  const { values } = asked;
  const [file, ...more] = values.files ?? [];
  if (file === undefined || more.length > 0) throw usageError('relax takes one file', 'fencepost relax lock.c --write');
  const loaded = programNamed(await loadPrograms(file, values), values.program, file);
  const { program } = loaded;
  const weak = modelsFor(program).filter((model) => isJudged(modelNamed(model)));
  const { relaxModels: models = weak, maxTime = Infinity, maxDepth, write, from, goal = 'safe' } = values;
  for (const model of models) program.refuse?.(model);
  const { orders: editor } = await editorFor(loaded, models);
  if (editor === undefined || models.length === 0) {
    throw usageError(
      `${file} has no orders that could be weaker: only C and C++ let a program say them`,
      'fencepost fix finds what has to be stronger',
    );
  }
  const relaxed = await relaxProgram(loaded, editor, {
    ...{ models, goal, from, maxDepth, deadline: Date.now() + 1000 * maxTime },
    load: async (texts) => programNamed(await loadPrograms(file, { ...values, texts }), values.program, file),
  });
  const isWritten = write && 'files' in relaxed;
  if (isWritten) writeFiles(relaxed.files);
  const title = `${file}: ${models.map(modelTitle).join(', ')}`;
  const lines = linesFor(relaxed, title, isWritten).map(printable);
  await io.out(`${lines.join('\n')}\n${'files' in relaxed ? diffOf(relaxed.files) : ''}`);
  return exitCodeOf(relaxed, isWritten);
}

function linesFor(relaxed: Relaxed, title: string, isWritten: boolean): string[] {
  if (relaxed.outcome === 'stopped') return [`${title}: time is up; nothing was found and checked so far`];
  if (relaxed.outcome === 'failing') {
    const { model, message } = relaxed.execution;
    return [
      `${title}: nothing can be weaker: the program fails with the strongest orders, under ${modelTitle(model)}: ${firstLine(message)}`,
    ];
  }
  const { orders, fixed, files, outcome } = relaxed;
  const changed = orders.filter(({ now, least }) => now !== least);
  const within = outcome === 'bounded' ? ' within the bounds of the search' : '';
  const done = isWritten ? 'written' : 'to apply: --write';
  return [
    changed.length === 0
      ? `${title}: none of ${counted(orders.length, 'order')} can be weaker${within} (cost ${costOf(orders, 'now')})`
      : `${title}: ${changed.length} of ${counted(orders.length, 'order')} can be others${within}: cost ${costOf(orders, 'least')} instead of ${costOf(orders, 'now')}${files.length > 0 ? ` (${done})` : ''}`,
    ...orders.toSorted(byPlace).flatMap(orderLines),
    ...(fixed.length > 0 ? [`  as they are, because the text does not name an order: ${fixed.join(', ')}`] : []),
  ];
}

function byPlace({ operation: { site: a } }: RelaxedOrder, { operation: { site: b } }: RelaxedOrder): number {
  return a.file.localeCompare(b.file) || a.line - b.line || (a.column ?? 0) - (b.column ?? 0);
}

function costOf(orders: readonly RelaxedOrder[], which: 'now' | 'least'): number {
  return orders.reduce((sum, each) => sum + orderCost({ ...each.operation, order: each[which] }), 0);
}

/** `the store at lock.c:12:3: release instead of seq_cst`, and why it is not weaker. */
function orderLines({ operation: { operation, site }, change, now, least, needed }: RelaxedOrder): string[] {
  const kind = operation === 'rmw' ? 'read-modify-write' : operation;
  const where = `the ${kind} at ${site.file}:${site.line}:${site.column}${change === 'order' ? '' : ', if it fails'}`;
  const isGone = operation === 'fence' && least === 'relaxed';
  const what = isGone ? 'not needed' : now === least ? least : `${least} instead of ${now}`;
  return [
    `  ${where}: ${what}`,
    ...needed.map(({ order, execution: { model, message } }) => {
      const weaker = operation === 'fence' && order === 'relaxed' ? 'without it' : `if ${order}`;
      return `    ${weaker}, under ${modelTitle(model)}: ${firstLine(message)}`;
    }),
  ];
}

function exitCodeOf(relaxed: Relaxed, isWritten: boolean): number {
  if (relaxed.outcome === 'stopped') return INCONCLUSIVE;
  if (relaxed.outcome === 'failing') return FOUND;
  if (relaxed.files.length > 0 && !isWritten) return FOUND;
  return relaxed.outcome === 'bounded' ? INCONCLUSIVE : OK;
}
