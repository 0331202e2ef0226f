import type { BadExecution, NeededRepair, VariableRepair } from '@fencepost/check';
import { costOf } from '@fencepost/check';
import { checkChanged } from './changed-files.js';
import { changedFiles } from './changes.js';
import type { Editor } from './editor.js';
import type { Fix, FixRequest } from './fix-request.js';
import type { FixableProgram } from './fixable-program.js';

/** More are not tried. */
const MOST = 4;

/**
 * No order repairs what fails under SC; but `counter++` reads and writes at once if the variable is atomic. As another
 * program comes of it, it is tried in the text only.
 */
export async function withoutLostUpdates(
  execution: BadExecution,
  loaded: readonly FixableProgram[],
  editor: Editor,
  request: FixRequest,
): Promise<Fix | undefined> {
  const { variables } = editor;
  if (variables === undefined) return undefined;
  const accesses = execution.variableAccesses();
  const compound = accesses.variables.filter((each) => variables.hasCompound(each, accesses.of(each))).slice(0, MOST);
  const sets = compound.length > 1 ? [...compound.map((each) => [each]), compound] : [compound];
  for (const set of sets) {
    const repairs = set.map((variable): VariableRepair => ({ change: 'atomic', variable, order: 'seq_cst' }));
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
