import { resolve } from 'node:path';
import type { ModelName, Program } from '@fencepost/core';
import { isFencepostError } from '@fencepost/core';
import type { Goal } from '@fencepost/check';
import { checkProgram } from '@fencepost/check';
import { readText } from '../files/files.js';
import type { LoadedProgram } from '../load/loaded-program.js';
import type { Edit } from './editor.js';
import { edited } from './editor.js';

/** What a changed program has to hold for, and within which bounds. */
export interface ChangeRequest {
  readonly models: readonly ModelName[];
  readonly maxDepth: number | undefined;
  /** The time at which to give up, in milliseconds. */
  readonly deadline: number;
  /** Asked from time to time: is that time over, or does nobody want to know any more? */
  readonly isStopped: () => boolean;
  /** The programs as they are with these texts, by absolute path, in place of their files. */
  readonly load: (texts: Readonly<Record<string, string>>) => Promise<readonly LoadedProgram[]>;
}

/** A file that is changed. */
export interface ChangedFile {
  /** As the program names it. */
  readonly path: string;
  readonly text: string;
  readonly edits: readonly Edit[];
}

/** The text of a file; undefined: it cannot be read, or is not the user's to change. */
export type TextOf = (path: string) => string | undefined;

/** Reads each file once. */
export function textReader(): TextOf {
  const texts = new Map<string, string | undefined>();
  return (path) => {
    if (!texts.has(path)) texts.set(path, textIfAny(path));
    return texts.get(path);
  };
}

function textIfAny(path: string): string | undefined {
  if (/^\/usr\/(?:lib|include)\//.test(resolve(path))) return undefined;
  try {
    return readText(path);
  } catch {
    return undefined;
  }
}

/** The texts of files after their edits, by absolute path. */
export function changedTexts(files: readonly ChangedFile[]): Readonly<Record<string, string>> {
  return Object.fromEntries(files.map(({ path, text, edits }) => [resolve(path), edited(text, edits)]));
}

/** How far a goal is met. */
type Met = 'checked' | 'bounded' | 'stopped' | 'failing';

/** Checks the programs with the changed files: what was found to do is not what was done, until this says so. */
export async function checkChanged(
  files: readonly ChangedFile[],
  request: ChangeRequest & { readonly goal: Goal },
  original: readonly LoadedProgram[],
): Promise<Met> {
  const loaded = await request.load(changedTexts(files)).catch(refused);
  if (loaded === undefined || pointerWarnings(loaded) > pointerWarnings(original)) return 'failing';
  let worst: Met = 'checked';
  for (const { program } of loaded) {
    const met = checkOne(program, request);
    if (met === 'failing' || met === 'stopped') return met;
    if (met === 'bounded') worst = met;
  }
  return worst;
}

function checkOne(
  program: Program,
  { models, goal, maxDepth, deadline, isStopped }: ChangeRequest & { readonly goal: Goal },
): Met {
  if (isStopped()) return 'stopped';
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

/** A compiler takes a pointer to what is not atomic for one to what is. */
function pointerWarnings(loaded: readonly LoadedProgram[]): number {
  const texts = loaded.map(({ warnings = '' }) => warnings).join('\n');
  return texts.match(/-Wincompatible-pointer-types/g)?.length ?? 0;
}

/** A change that the front end does not take is none. */
function refused(error: unknown): undefined {
  if (!isFencepostError(error)) throw error;
  return undefined;
}
