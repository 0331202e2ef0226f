import { REFERENCE_MODEL } from '@fencepost/core';
import type { Candidates, OperationRepair, Repair, RepairResult, RepairableOperation } from '@fencepost/check';
import { costOf, findRepair, repairKey } from '@fencepost/check';
import type { ChangedFile } from './changed-files.js';
import { changedTexts, checkChanged } from './changed-files.js';
import { changedFiles } from './changes.js';
import type { Editor } from './editor.js';
import type { Fix, FixRequest } from './fix-request.js';
import type { FixableProgram } from './fixable-program.js';
import { withoutLostUpdates } from './lost-updates.js';

/** Finds the cheapest repair of all the programs that can be made in the sources, and checks the result. */
export async function fixPrograms(
  loaded: readonly FixableProgram[],
  editor: Editor,
  request: FixRequest,
): Promise<Fix> {
  const { models, goal, costs, maxDepth, alternatives = 0, isStopped, effort, journal } = request;
  const { textOf } = request.files;
  const programs = loaded.map(({ program }) => program);
  const search = (candidates: Candidates): RepairResult =>
    findRepair(programs, {
      ...{ models, goal, maxDepth, alternatives, candidates, isStopped, effort, journal },
      cost: editor.cost ?? ((repair) => costOf(repair, costs)),
      // Considered last: if a lock lacks orders, the data that it protects is not the cause.
      isLast: (repair) => repair.change === 'atomic' && editor.variables?.isVolatile(repair.variable) !== true,
    });
  const broken = new Set<string>();
  const isBroken = (repair: Repair): boolean => broken.has(repairKey(repair));
  const breaks = (repairs: readonly Repair[]): void => {
    for (const each of repairs) broken.add(repairKey(each));
  };
  for (let strictly = false; ;) {
    const isPossible = (text: string, operation: RepairableOperation) => (repair: Repair) =>
      !isBroken(repair) &&
      (repair.change === 'atomic'
        ? editor.variables?.canMake(repair) === true
        : editor.canMake(text, repair, strictly) && (!strictly || isExact(editor, text, repair, operation)));
    const found = search((operation) => {
      const text = textOf(operation.site.file);
      return text === undefined ? [] : editor.candidates(operation).filter(isPossible(text, operation));
    });
    if (found.outcome === 'stopped') return found;
    if (found.outcome === 'impossible') {
      if (found.isSequential) return (await withoutLostUpdates(found.execution, loaded, editor, request)) ?? found;
      break;
    }
    const outcome = found.limits.length === 0 ? 'checked' : 'bounded';
    if (found.repairs.length === 0) return { ...found, outcome, files: [] };
    const repairs = found.repairs.map(({ repair }) => repair);
    const filesOf = (each: readonly Repair[]): readonly ChangedFile[] | undefined =>
      changedFiles(each, editor, request.files, found.accesses);
    const files = filesOf(repairs);
    const variables = repairs.filter(({ change }) => change === 'atomic');
    if (files === undefined) {
      const impossible = variables.filter((each) => filesOf([each]) === undefined);
      breaks(impossible.length > 0 ? impossible : variables);
      continue;
    }
    const checked = await checkChanged(files, request, loaded);
    if (checked === 'checked' || checked === 'bounded')
      return { ...found, outcome: checked, alternatives: distinct(found.alternatives, files, filesOf, request), files };
    if (checked === 'stopped') return { outcome: checked };
    // Some changes have side effects beyond the intended one: the compiler refuses them, or a check fails.
    const before = broken.size;
    for (const repair of repairs) {
      const alone = filesOf([repair])!;
      const isWrong = (await checkChanged(alone, { ...request, models: [REFERENCE_MODEL] }, loaded)) === 'failing';
      if (isWrong) broken.add(repairKey(repair));
    }
    if (broken.size > before) continue;
    if (strictly && variables.length === 0) break;
    if (strictly) breaks(variables);
    strictly = true;
  }
  const canTell = ({ site, order }: RepairableOperation) => {
    const text = textOf(site.file) ?? '';
    return (repair: Repair): boolean =>
      repair.change === 'atomic'
        ? order === 'plain' || editor.variables?.canMake(repair) === true
        : editor.canTell(text, repair) && !isBroken(repair);
  };
  const told = search((operation) => editor.candidates(operation).filter(canTell(operation)));
  return told.outcome === 'repaired' ? { ...told, outcome: 'told', files: [] } : told;
}

/** Whether a fence is placed exactly where it is needed, and not several operations away. */
function isExact(editor: Editor, text: string, repair: OperationRepair, { neighbours }: RepairableOperation): boolean {
  const { change } = repair;
  if (change !== 'fence before' && change !== 'fence after') return true;
  const neighbour = change === 'fence before' ? neighbours?.before : neighbours?.after;
  return neighbour === undefined || editor.separates?.(text, repair, neighbour) !== false;
}

/** Removes alternatives that produce the same text. */
function distinct(
  alternatives: readonly (readonly Repair[])[],
  files: readonly ChangedFile[],
  filesOf: (repairs: readonly Repair[]) => readonly ChangedFile[] | undefined,
  request: FixRequest,
): readonly (readonly Repair[])[] {
  const textsOf = (each: readonly ChangedFile[]): string => JSON.stringify(changedTexts(each, request.files));
  const known = new Set([textsOf(files)]);
  return alternatives.filter((repairs) => {
    const own = filesOf(repairs);
    const texts = own && textsOf(own);
    return texts !== undefined && !known.has(texts) && known.add(texts);
  });
}
