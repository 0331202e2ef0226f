import type { BadExecution, NeededRepair, Repair, VariableAccesses } from '@fencepost/check';
import { costOf } from '@fencepost/check';
import { checkChanged } from './changed-files.js';
import { changedFiles } from './changes.js';
import type { Editor } from './editor.js';
import type { Fix, FixRequest } from './fix-request.js';
import type { FixableProgram } from './fixable-program.js';
import type { SourceFiles } from './source-files.js';

/** Maximum number of updates tried. */
const MOST = 4;

/**
 * Tries to make updates atomic. No memory order repairs a failure under SC. But `counter++` is one operation if the
 * variable is atomic, and so is `view[i]++` as an operation of Atomics. This changes the program, so it is tried only
 * in the text.
 */
export async function withoutLostUpdates(
  execution: BadExecution,
  loaded: readonly FixableProgram[],
  editor: Editor,
  request: FixRequest,
): Promise<Fix | undefined> {
  const accesses = execution.variableAccesses();
  const compound = updates(execution, accesses, editor, request.files).slice(0, MOST);
  const sets = compound.length > 1 ? [...compound.map((each) => [each]), compound] : [compound];
  for (const repairs of sets) {
    const files = repairs.length === 0 ? undefined : changedFiles(repairs, editor, request.files, accesses);
    if (files === undefined) continue;
    const outcome = await checkChanged(files, request, loaded);
    if (outcome === 'stopped') return { outcome };
    if (outcome === 'failing') continue;
    const needed = repairs.map((repair): NeededRepair => ({ repair, forbids: execution }));
    const cost = repairs.reduce((sum, repair) => sum + costOf(repair, request.costs), 0);
    return { outcome, repairs: needed, cost, alternatives: [], files };
  }
  return undefined;
}

/** Returns repairs that turn an update into one operation. */
function updates(
  execution: BadExecution,
  accesses: VariableAccesses,
  editor: Editor,
  { textOf }: SourceFiles,
): readonly Repair[] {
  const { variables } = editor;
  if (variables !== undefined) {
    const compound = accesses.variables.filter((each) => variables.hasCompound(each, accesses.of(each)));
    return compound.map((variable) => ({ change: 'atomic', variable, order: 'seq_cst' }));
  }
  return execution.plainUpdates().flatMap((site): readonly Repair[] => {
    const repair = { change: 'order', operation: 'store', site, order: 'seq_cst' } as const;
    const text = textOf(site.file);
    return text !== undefined && editor.canMake(text, repair, true) ? [repair] : [];
  });
}
