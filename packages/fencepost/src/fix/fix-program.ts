import { resolve } from 'node:path';
import type { ModelName } from '@fencepost/core';
import { REFERENCE_MODEL, isFencepostError } from '@fencepost/core';
import type { Candidates, Goal, NeededRepair, Repair, RepairResult } from '@fencepost/check';
import { checkProgram, findRepair, repairKey } from '@fencepost/check';
import { readText } from '../files/files.js';
import type { LoadedProgram } from '../load/loaded-program.js';
import type { Edit, Editor } from './editor.js';
import { edited } from './editor.js';

/** What to repair a program for, and within which bounds. */
export interface FixRequest {
  readonly models: readonly ModelName[];
  readonly goal: Goal;
  readonly maxDepth: number | undefined;
  /** The time at which to give up, in milliseconds. */
  readonly deadline: number;
  /** The program as it is with these texts, by absolute path, in place of its files. */
  readonly load: (texts: Readonly<Record<string, string>>) => Promise<LoadedProgram>;
}

/** A file that a repair changes. */
export interface ChangedFile {
  /** As the program names it. */
  readonly path: string;
  readonly text: string;
  readonly edits: readonly Edit[];
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
  const texts = new Map<string, string | undefined>();
  const textOf = (path: string): string | undefined => {
    if (!texts.has(path)) texts.set(path, textIfAny(path));
    return texts.get(path);
  };
  const search = (candidates: Candidates): RepairResult =>
    findRepair(loaded.program, {
      ...{ models, goal, maxDepth, candidates, isStopped: () => Date.now() > deadline },
      ...(editor.cost && { cost: editor.cost }),
    });
  const broken = new Set<Repair>();
  const isBroken = (repair: Repair): boolean => [...broken].some((each) => repairKey(each) === repairKey(repair));
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
      if (isWrong) broken.add(needed.repair);
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

function textIfAny(path: string): string | undefined {
  try {
    return readText(path);
  } catch {
    return undefined;
  }
}

function changedFiles(
  repairs: readonly NeededRepair[],
  editor: Editor,
  textOf: (path: string) => string | undefined,
): ChangedFile[] {
  const paths = [...new Set(repairs.map(({ repair }) => repair.site.file))];
  return paths.map((path) => {
    const text = textOf(path)!;
    const own = repairs.flatMap(({ repair }) => (repair.site.file === path ? [repair] : []));
    return { path, text, edits: editor.edits(text, own) };
  });
}

/** Checks the program with the changed files: what was found to do is not what was done, until this says so. */
async function checkChanged(
  files: readonly ChangedFile[],
  { load, models, goal, maxDepth, deadline }: FixRequest,
): Promise<'checked' | 'bounded' | 'stopped' | 'failing'> {
  const texts = Object.fromEntries(files.map(({ path, text, edits }) => [resolve(path), edited(text, edits)]));
  const loaded = await load(texts).catch(refused);
  if (loaded === undefined) return 'failing';
  const { program } = loaded;
  const maxSeconds = Math.max(0, (deadline - Date.now()) / 1000);
  const checks = checkProgram(program, {
    models,
    ...(maxSeconds !== Infinity && { maxSeconds }),
    ...(maxDepth !== undefined && { maxDepth }),
  });
  const isMet =
    goal === 'safe' ? checks.every(({ verdict }) => verdict === 'safe') : checks.every(({ robust }) => robust);
  if (isMet) return 'checked';
  if (checks.some(({ verdict, robust }) => (goal === 'safe' ? verdict === 'failing' : robust === false)))
    return 'failing';
  return checks.some(({ incomplete }) => incomplete?.stoppedBy === 'time') ? 'stopped' : 'bounded';
}

/** A change that the front end does not take is none. */
function refused(error: unknown): undefined {
  if (!isFencepostError(error)) throw error;
  return undefined;
}
