import type { Goal, OrderedOperation, RelaxResult, RelaxedOrder, Start } from '@fencepost/check';
import { findRelaxation } from '@fencepost/check';
import { REFERENCE_MODEL, formatSite } from '@fencepost/core';
import type { ChangedFile, ChangeRequest } from './changed-files.js';
import { checkChanged } from './changed-files.js';
import type { OrderEditor } from './editor.js';
import type { FixableProgram } from './fixable-program.js';
import type { SourceFiles } from './source-files.js';

/** The goal for which orders are weakened, and how strong they may be. */
export interface RelaxRequest extends ChangeRequest {
  readonly goal: Goal;
  readonly from: Start;
}

/** The result. */
export type Relaxed =
  | Extract<RelaxResult, { readonly outcome: 'stopped' }>
  | (Extract<RelaxResult, { readonly outcome: 'failing' }> & { readonly fixed: readonly string[] })
  | {
      /** `checked`: the changed files were compiled and checked. `bounded`: the same, but bounds were hit. */
      readonly outcome: 'checked' | 'bounded';
      readonly orders: readonly RelaxedOrder[];
      /** Places of operations whose order is not written in the text, so that it stays as it is. */
      readonly fixed: readonly string[];
      readonly files: readonly ChangedFile[];
    };

/** Finds the weakest possible orders, and checks the programs with them. */
export async function relaxPrograms(
  loaded: readonly FixableProgram[],
  editor: OrderEditor,
  request: RelaxRequest,
): Promise<Relaxed> {
  const { models, goal, from, maxDepth, isStopped, journal } = request;
  const programs = loaded.map(({ program }) => program);
  const { textOf } = request.files;
  const fixed = new Set<string>();
  const broken = new Set<string>();
  const canChange = (operation: Pick<OrderedOperation, 'operation' | 'site'>): boolean => {
    const place = `${operation.operation} at ${formatSite(operation.site)}`;
    const text = textOf(operation.site.file);
    const can = text !== undefined && !broken.has(place) && editor.canChange(text, operation);
    if (!can && text !== undefined) fixed.add(`the ${place}`);
    return can;
  };
  for (;;) {
    fixed.clear();
    const found = findRelaxation(programs, {
      ...{ models, goal, from, maxDepth, canChange, isStopped, journal },
    });
    if (found.outcome === 'failing') return { ...found, fixed: [...fixed] };
    if (found.outcome === 'stopped') return found;
    const changed = operationsOf(found.orders);
    const files = changedFiles(changed, editor, textOf);
    const whole = { orders: found.orders, fixed: [...fixed], files };
    if (files.length === 0) return { ...whole, outcome: found.limits.length === 0 ? 'checked' : 'bounded' };
    const checked = await checkChanged(files, request, loaded);
    if (checked === 'checked' || checked === 'bounded') return { ...whole, outcome: checked };
    if (checked === 'stopped') return { outcome: checked };
    // The text does not mean what was assumed: find the operations at fault, or give up all changes.
    const before = broken.size;
    for (const each of changed) {
      const alone = changedFiles([each], editor, textOf);
      const result = await checkChanged(alone, { ...request, models: [REFERENCE_MODEL] }, loaded);
      if (result === 'failing') broken.add(`${each.operation} at ${formatSite(each.site)}`);
    }
    if (broken.size === before) for (const each of changed) broken.add(`${each.operation} at ${formatSite(each.site)}`);
  }
}

/** Returns the operations whose orders differ from the source, with their new orders. */
function operationsOf(orders: readonly RelaxedOrder[]): readonly OrderedOperation[] {
  const operations = new Map<OrderedOperation, OrderedOperation>();
  for (const { operation, change, least } of orders) {
    const known = operations.get(operation) ?? operation;
    operations.set(operation, change === 'order' ? { ...known, order: least } : { ...known, failureOrder: least });
  }
  return [...operations].flatMap(([before, after]) =>
    before.order === after.order && before.failureOrder === after.failureOrder ? [] : [after],
  );
}

function changedFiles(
  operations: readonly OrderedOperation[],
  editor: OrderEditor,
  textOf: SourceFiles['textOf'],
): readonly ChangedFile[] {
  const paths = [...new Set(operations.map(({ site }) => site.file))];
  return paths.map((path) => {
    const text = textOf(path)!;
    const own = operations.filter(({ site }) => site.file === path);
    return { path, text, edits: editor.edits(text, own) };
  });
}
