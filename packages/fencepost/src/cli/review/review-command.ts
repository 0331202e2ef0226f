import { basename, dirname, join, normalize } from 'node:path';
import { printable } from '@fencepost/core';
import { findChecks, isNamedCheck } from '../../discover/find-checks.js';
import { INCONCLUSIVE, OK } from '../../exit-codes.js';
import { textIfReadable } from '../../files/files.js';
import type { Asked } from '../../options/command-line.js';
import { checkCommand } from '../check/check-command.js';
import type { CheckCommandRequest } from '../check/check-request.js';
import { importedBy } from '../check/imports.js';
import type { Io } from '../terminal/io.js';
import type { ChangedFunction } from './changes.js';
import { changesSince, functionAround } from './changes.js';
import type { ReviewOptions } from './options.js';

interface ReviewRequest extends CheckCommandRequest {
  readonly review: ReviewOptions;
}

/** Runs `fencepost review`. */
export async function reviewCommand(asked: Asked<ReviewRequest>, io: Io): Promise<number> {
  const { values } = asked;
  const { functions, files, gone } = changesSince(values.review.diff);
  const isSame = files.size === 0 && gone.length === 0;
  const checks = (isSame ? [] : await checksIn(values)).map((file) => ({ file, reads: readsOf(file) }));
  const changed = [...functions, ...otherChanges(files, functions, checks)];
  const covering = new Set<string>();
  let isOpen = false;
  for (const { file, isDeleted } of gone) {
    const own = checks.filter(({ reads }) => [...reads].some((each) => names(each, file)));
    const isLost = isDeleted && isNamedCheck(file);
    if (own.length === 0 && !isLost) continue;
    for (const check of own) covering.add(check.file);
    isOpen ||= isLost;
    await io.out(`gone ${printable(file)}\n${own.length === 0 ? '  it was a check\n' : namesOf(own)}`);
  }
  if (changed.length === 0 && covering.size === 0 && !isOpen) {
    await io.out(`no code of a check and no concurrent code changed since ${printable(values.review.diff)}\n`);
    return OK;
  }
  for (const each of changed) {
    const own = checks.filter(({ reads }) => reads.has(normalize(each.file)));
    for (const { file } of own) covering.add(file);
    isOpen ||= own.length === 0;
    await io.out(`${lineFor(each)}\n${own.length === 0 ? NOT_COVERED : namesOf(own)}`);
  }
  if (covering.size === 0) return INCONCLUSIVE;
  const { run, output } = values;
  const request = { ...values, run: { ...run, files: [...covering] }, output: { ...output, format: 'agent' } };
  const code = await checkCommand({ ...asked, given: withFormat(asked), values: request }, io);
  return code === OK && isOpen ? INCONCLUSIVE : code;
}

interface ReadingCheck {
  readonly file: string;
  readonly reads: ReadonlySet<string>;
}

/** Changes of code that a check runs, but that is not recognised as concurrent: a call, a constant, the check itself. */
function otherChanges(
  files: ReadonlyMap<string, number>,
  functions: readonly ChangedFunction[],
  checks: readonly ReadingCheck[],
): ChangedFunction[] {
  const isCovered = (file: string): boolean => checks.some(({ reads }) => reads.has(normalize(file)));
  return [...files].flatMap(([file, line]) => {
    if (functions.some((each) => each.file === file) || !isCovered(file)) return [];
    const isCheck = checks.some((check) => normalize(check.file) === normalize(file));
    const name = isCheck ? undefined : functionAround((textIfReadable(file) ?? '').split('\n'), line);
    return [{ file, line, name, kinds: [isCheck ? 'the check itself' : 'code that a check runs'] }];
  });
}

/** Whether the text of a file has the name of another one, without its extension. */
function names(file: string, other: string): boolean {
  return (textIfReadable(file) ?? '').includes(basename(other).replace(/\.\w+$/, ''));
}

function namesOf(checks: readonly ReadingCheck[]): string {
  return checks.map(({ file }) => `  covered by ${printable(file)}\n`).join('');
}

const NOT_COVERED = '  not covered: no check imports or includes this file\n';

function lineFor({ file, line, name, kinds }: ChangedFunction): string {
  return printable(`changed ${file}:${line} ${name ?? 'outside of functions'}: ${kinds.join(', ')}`);
}

/** The format was chosen here. */
function withFormat({ given }: Asked<ReviewRequest>): Asked<ReviewRequest>['given'] {
  return { ...given, values: new Map([...given.values, ['format', 'agent']]) };
}

/** Returns the checks; a project may have none. */
async function checksIn({ run, load }: ReviewRequest): Promise<readonly string[]> {
  return (await findChecks(run.files, load.compileCommands, { mayBeNone: true })).files;
}

const INCLUDE = /^\s*#\s*include\s*"([^"]+)"/gm;

/** The files of the project that a check is made from, as far as its text shows. */
function readsOf(check: string): ReadonlySet<string> {
  const found = new Set(importedBy(check).map(normalize));
  const visit = (file: string): void => {
    if (found.has(normalize(file))) return;
    const text = textIfReadable(file);
    if (text === undefined) return;
    found.add(normalize(file));
    for (const [, name] of text.matchAll(INCLUDE))
      for (const folder of [dirname(file), 'include', 'src', '.']) visit(join(folder, name!));
  };
  visit(check);
  return found;
}
