import { REFERENCE_MODEL } from '@fencepost/core';
import type { Candidates, Goal, NeededRepair, Repair, RepairResult } from '@fencepost/check';
import { findRepair, repairKey } from '@fencepost/check';
import type { LoadedProgram } from '../load/loaded-program.js';
import type { ChangedFile, ChangeRequest, TextOf } from './changed-files.js';
import { checkChanged, textReader } from './changed-files.js';
import type { Editor } from './editor.js';

/** What to repair a program for, and within which bounds. */
export interface FixRequest extends ChangeRequest {
  readonly goal: Goal;
}

/** What came of it. */
export type Fix =
  | Exclude<RepairResult, { readonly outcome: 'repaired' }>
  | {
      /**
       * `checked`: the changed files were compiled and checked. `bounded`: the same, but bounds were hit. `told`: the
       * program would be repaired, but the change cannot be made here.
       */
      readonly outcome: 'checked' | 'bounded' | 'told';
      readonly repairs: readonly NeededRepair[];
      readonly cost: number;
      readonly files: readonly ChangedFile[];
    };

/** Finds the cheapest repair that can be made in the sources, and checks what comes of it. */
export async function fixProgram(loaded: LoadedProgram, editor: Editor, request: FixRequest): Promise<Fix> {
  const { models, goal, maxDepth, deadline } = request;
  const textOf = textReader();
  const search = (candidates: Candidates): RepairResult =>
    findRepair(loaded.program, {
      ...{ models, goal, maxDepth, candidates, isStopped: () => Date.now() > deadline },
      ...(editor.cost && { cost: editor.cost }),
    });
  const broken = new Set<string>();
  const isBroken = (repair: Repair): boolean => broken.has(repairKey(repair));
  for (let strictly = false; ;) {
    const isPossible = (text: string) => (repair: Repair) =>
      editor.canMake(text, repair, strictly) && !isBroken(repair);
    const found = search((operation) => {
      const text = textOf(operation.site.file);
      return text === undefined ? [] : editor.candidates(operation).filter(isPossible(text));
    });
    if (found.outcome === 'stopped') return found;
    if (found.outcome === 'impossible') {
      if (found.isSequential) return found;
      break;
    }
    const outcome = found.limits.length === 0 ? 'checked' : 'bounded';
    if (found.repairs.length === 0) return { ...found, outcome, files: [] };
    const files = changedFiles(found.repairs, editor, textOf);
    const checked = await checkChanged(files, request);
    if (checked === 'checked' || checked === 'bounded') return { ...found, outcome: checked, files };
    if (checked === 'stopped') return { outcome: checked };
    // Some changes do what was asked for, and something else besides: the compiler refuses them, or a check fails.
    const before = broken.size;
    for (const needed of found.repairs) {
      const alone = changedFiles([needed], editor, textOf);
      const isWrong = (await checkChanged(alone, { ...request, models: [REFERENCE_MODEL] })) === 'failing';
      if (isWrong) broken.add(repairKey(needed.repair));
    }
    if (broken.size > before) continue;
    if (strictly) break;
    strictly = true;
  }
  const told = search((operation) => {
    const text = textOf(operation.site.file) ?? '';
    return editor.candidates(operation).filter((repair) => editor.canTell(text, repair) && !isBroken(repair));
  });
  return told.outcome === 'repaired' ? { ...told, outcome: 'told', files: [] } : told;
}

function changedFiles(repairs: readonly NeededRepair[], editor: Editor, textOf: TextOf): ChangedFile[] {
  const paths = [...new Set(repairs.map(({ repair }) => repair.site.file))];
  return paths.map((path) => {
    const text = textOf(path)!;
    const own = repairs.flatMap(({ repair }) => (repair.site.file === path ? [repair] : []));
    return { path, text, edits: editor.edits(text, own) };
  });
}
