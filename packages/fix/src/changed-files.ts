import type { ModelName, Program } from '@fencepost/core';
import { isFencepostError } from '@fencepost/core';
import type { Effort, Goal, ProgramCheck, RepairJournal } from '@fencepost/check';
import { checkProgram } from '@fencepost/check';
import type { Incomplete } from '@fencepost/report';
import type { Edit } from './editor.js';
import { edited } from './editor.js';
import type { FixableProgram } from './fixable-program.js';
import type { SourceFiles } from './source-files.js';

/** The goal of a change, and the bounds of the search for it. */
export interface ChangeRequest {
  readonly models: readonly ModelName[];
  readonly maxDepth: number | undefined;
  /** The time at which to give up, in milliseconds. */
  readonly deadline: number;
  /** Polled regularly: whether the time is over, or the result is no longer wanted. */
  readonly isStopped: () => boolean;
  /** Bounds on the work done before the deadline. */
  readonly effort: Effort;
  readonly files: SourceFiles;
  /** Contains the results of an earlier run, and records those of this one. */
  readonly journal?: RepairJournal | undefined;
  /** Loads the programs with these texts, by the canonical name of each file, in place of the files. */
  readonly load: (texts: Readonly<Record<string, string>>) => Promise<readonly FixableProgram[]>;
}

/** A changed file. */
export interface ChangedFile {
  /** Path, as the program names it. */
  readonly path: string;
  readonly text: string;
  readonly edits: readonly Edit[];
}

/** Returns the texts of files after their edits, by the canonical name of each. */
export function changedTexts(
  changed: readonly ChangedFile[],
  { nameOf }: Pick<SourceFiles, 'nameOf'>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(changed.map(({ path, text, edits }) => [nameOf(path), edited(text, edits)]));
}

/** Degree to which a goal is met. */
type Met = 'checked' | 'bounded' | 'stopped' | 'failing';

/** Checks the programs with the changed files. Only this proves that the edits have the intended effect. */
export async function checkChanged(
  changed: readonly ChangedFile[],
  request: ChangeRequest & { readonly goal: Goal },
  original: readonly FixableProgram[],
): Promise<Met> {
  request.effort.makesProgram();
  if (request.effort.isSpent) return 'stopped';
  const loaded = await request.load(changedTexts(changed, request.files)).catch(refused);
  if (loaded === undefined || pointerWarnings(loaded) > pointerWarnings(original)) return 'failing';
  let worst: Met = 'checked';
  const edits = changed.map(({ path, edits: own }) => [path, own]);
  for (const { program } of loaded) {
    const met = checkOne(program, request, JSON.stringify([program.name, request.models, edits]));
    if (met === 'failing' || met === 'stopped') return met;
    if (met === 'bounded') worst = met;
  }
  return worst;
}

const GIVEN_UP: readonly unknown[] = ['time', 'executions'] satisfies Incomplete['stoppedBy'][];

function checkOne(
  program: Program,
  { models, goal, maxDepth, deadline, isStopped, effort, journal }: ChangeRequest & { readonly goal: Goal },
  of: string,
): Met {
  if (isStopped() || effort.isSpent) return 'stopped';
  const maxExecutions = effort.executionsLeft;
  const options = {
    models,
    ...(maxExecutions !== Infinity && { maxExecutions }),
    ...(maxDepth !== undefined && { maxDepth }),
  };
  const met = (checks: readonly ProgramCheck[]): Met => howFarMet(checks, goal);
  if (journal !== undefined) return journal.check(of, program, options, isStopped, met);
  const maxSeconds = Math.max(0, (deadline - Date.now()) / 1000);
  return met(checkProgram(program, { ...options, ...(maxSeconds !== Infinity && { maxSeconds }) }));
}

function howFarMet(checks: readonly ProgramCheck[], goal: Goal): Met {
  const isMet =
    goal === 'safe' ? checks.every(({ verdict }) => verdict === 'safe') : checks.every(({ robust }) => robust);
  if (isMet) return 'checked';
  if (checks.some(({ verdict, robust }) => (goal === 'safe' ? verdict === 'failing' : robust === false)))
    return 'failing';
  const isGivenUp = checks.some(({ incomplete }) => GIVEN_UP.includes(incomplete?.stoppedBy));
  return isGivenUp ? 'stopped' : 'bounded';
}

/**
 * Counts warnings about incompatible pointers. Compilers accept a pointer to a plain object as one to an atomic object.
 */
function pointerWarnings(loaded: readonly FixableProgram[]): number {
  const texts = loaded.map(({ warnings = '' }) => warnings).join('\n');
  return texts.match(/-Wincompatible-pointer-types/g)?.length ?? 0;
}

/** Treats a change that the front end refuses as failed. */
function refused(error: unknown): undefined {
  if (!isFencepostError(error)) throw error;
  return undefined;
}
