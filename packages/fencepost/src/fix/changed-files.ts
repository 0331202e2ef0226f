import { resolve } from 'node:path';
import type { ModelName } from '@fencepost/core';
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
  /** The program as it is with these texts, by absolute path, in place of its files. */
  readonly load: (texts: Readonly<Record<string, string>>) => Promise<LoadedProgram>;
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

/** Checks the program with the changed files: what was found to do is not what was done, until this says so. */
export async function checkChanged(
  files: readonly ChangedFile[],
  { load, models, goal, maxDepth, deadline }: ChangeRequest & { readonly goal: Goal },
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
