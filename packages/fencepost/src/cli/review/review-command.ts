import { dirname, join, normalize } from 'node:path';
import { printable } from '@fencepost/core';
import { findChecks } from '../../discover/find-checks.js';
import { INCONCLUSIVE, OK } from '../../exit-codes.js';
import { textIfReadable } from '../../files/files.js';
import type { Asked } from '../../options/command-line.js';
import { checkCommand } from '../check/check-command.js';
import type { CheckCommandRequest } from '../check/check-request.js';
import { importedBy } from '../check/imports.js';
import type { Io } from '../terminal/io.js';
import type { ChangedFunction } from './changes.js';
import { changesSince } from './changes.js';
import type { ReviewOptions } from './options.js';

interface ReviewRequest extends CheckCommandRequest {
  readonly review: ReviewOptions;
}

/** Runs `fencepost review`. */
export async function reviewCommand(asked: Asked<ReviewRequest>, io: Io): Promise<number> {
  const { values } = asked;
  const { functions, files } = changesSince(values.review.diff);
  const checks = (files.length === 0 ? [] : await checksIn(values)).map((file) => ({ file, reads: readsOf(file) }));
  // A check that changed is run, whatever changed in it.
  const others = checks.map(({ file }) => normalize(file)).filter((file) => files.includes(file) && functions.every((each) => each.file !== file)); // prettier-ignore
  const changed = [
    ...functions,
    ...others.map((file) => ({ file, line: 1, name: undefined, kinds: ['the check itself'] })),
  ];
  if (changed.length === 0) {
    await io.out(`no concurrent code changed since ${printable(values.review.diff)}\n`);
    return OK;
  }
  const covering = new Set<string>();
  let isOpen = false;
  for (const each of changed) {
    const own = checks.filter(({ reads }) => reads.has(normalize(each.file)));
    for (const { file } of own) covering.add(file);
    isOpen ||= own.length === 0;
    await io.out(
      `${lineFor(each)}\n${own.length === 0 ? NOT_COVERED : own.map(({ file }) => `  covered by ${printable(file)}\n`).join('')}`,
    );
  }
  if (covering.size === 0) return INCONCLUSIVE;
  const { run, output } = values;
  const request = { ...values, run: { ...run, files: [...covering] }, output: { ...output, format: 'agent' } };
  const code = await checkCommand({ ...asked, given: withFormat(asked), values: request }, io);
  return code === OK && isOpen ? INCONCLUSIVE : code;
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
