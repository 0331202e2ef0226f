import type { FencepostError } from '@fencepost/core';
import { nearest } from '@fencepost/core';
import { usageError } from './errors.js';
import type { Refusal } from './known-flags.js';
import {
  DROPPED,
  DROPPED_WITH_VALUE,
  FEATURES,
  FEATURES_WITH_VALUE,
  IGNORED_WITH_VALUE,
  MACROS,
  PASSED,
  PATHS,
  REFUSED,
  STRICT,
} from './known-flags.js';

const OPTIMISE = /^-O(?!0$|bjC)/;
const SYSROOT = '--sysroot';

/** The accepted flags, which do not change the program that is checked. */
export interface CheckedFlags {
  /** Flags for the front end. */
  readonly flags: readonly string[];
  /** `-O1` or similar, if the compiler should optimise before the program is instrumented. */
  readonly optimise: string | undefined;
  /** Folders and files that the compiler may read. */
  readonly reads: readonly string[];
  /** Flags that were left out although they request something. */
  readonly ignored: readonly string[];
}

/** Origin of the flags: the user for this check, or a project for its builds. */
export type FlagsOf = 'user' | 'project';

/** Validates flags: accepts only known and harmless ones. Omits those that do not matter here. */
export function checkFlags(given: readonly string[], optimiseFirst: boolean, of: FlagsOf = 'user'): CheckedFlags {
  const flags: string[] = [];
  const reads: string[] = [];
  const ignored: string[] = [];
  let optimise = optimiseFirst ? '-O2' : undefined;
  for (let i = 0; i < given.length; i++) {
    const flag = given[i]!;
    if (!flag.startsWith('-') || flag === '-') throw notAFlag(flag);
    const option = optionWithValue(flag);
    if (OPTIMISE.test(flag)) {
      if (optimiseFirst) optimise = flag;
      else ignored.push(flag);
    } else if (option !== undefined) {
      const isJoined = flag !== option;
      const value = isJoined ? flag.slice(option.length) : given[++i];
      if (value === undefined) throw usageError(`the compiler flag ${flag} needs a value`, `write ${flag} VALUE`);
      flags.push(...(isJoined ? [flag] : [flag, value]));
      if (!MACROS.includes(option)) reads.push(value.replace(/^=/, ''));
    } else if (DROPPED_WITH_VALUE.has(flag)) i++;
    else if (STRICT.test(flag)) ignored.push(flag);
    else if (isPassed(flag)) flags.push(flag);
    else if (!isDropped(flag)) {
      if (!isIgnored(flag, of)) throw refusal(flag);
      ignored.push(flag);
      if (IGNORED_WITH_VALUE.has(flag)) i++;
    }
  }
  return { flags, optimise, reads, ignored };
}

/** Returns whether a flag is omitted, with a note. Unknown flags of a project are, those of the user are not. */
function isIgnored(flag: string, of: FlagsOf): boolean {
  const known = refusalOf(flag);
  if (known === undefined) return of === 'project';
  return known.ignored === 'always' || (known.ignored === 'in projects' && of === 'project');
}

/** Returns further sources among the flags, except values of flags. */
export function sourcesAmong(given: readonly string[], isSource: (text: string) => boolean): string[] {
  return given.filter((each, i) => !each.startsWith('-') && isSource(each) && !wantsValue(given[i - 1] ?? ''));
}

function wantsValue(flag: string): boolean {
  return optionWithValue(flag) === flag || DROPPED_WITH_VALUE.has(flag) || IGNORED_WITH_VALUE.has(flag);
}

/** Returns the option that a flag starts with, if it takes a value that concerns the front end. */
function optionWithValue(flag: string): string | undefined {
  if (flag === SYSROOT || flag.startsWith(`${SYSROOT}=`)) return SYSROOT;
  if (flag === '-I-' || refusalOf(flag) !== undefined) return undefined;
  return [...PATHS, ...MACROS].find((option) => flag.startsWith(option));
}

function isPassed(flag: string): boolean {
  const [, no, name = '', value] = /^-f(no-)?([\w+-]+?)(=.*)?$/.exec(flag) ?? [];
  const isKnown = value === undefined ? FEATURES.has(name) : no === undefined && FEATURES_WITH_VALUE.has(name);
  if (isKnown || PASSED.some((pattern) => pattern.test(flag))) return true;
  // A disabled feature neither optimises nor loads nor writes anything.
  return no !== undefined && value === undefined && refusalOf(flag) === undefined && !isDropped(flag);
}

function isDropped(flag: string): boolean {
  return DROPPED.some((pattern) => pattern.test(flag));
}

function refusalOf(flag: string): Refusal | undefined {
  return REFUSED.find(({ flag: pattern }) => pattern.test(flag));
}

function notAFlag(text: string): FencepostError {
  if (text.startsWith('@')) {
    return usageError(
      `the file of flags ${text} is refused: the result would depend on hidden inputs`,
      'write the flags themselves',
    );
  }
  return usageError(
    `'${text}' is not a compiler flag`,
    'after --, give compiler flags, which start with a dash, and further sources; options of fencepost come before it',
  );
}

function refusal(flag: string): FencepostError {
  const known = refusalOf(flag);
  if (known !== undefined) {
    return usageError(`the compiler flag ${flag} is refused: ${known.why}`, known.hint ?? `leave ${flag} out`);
  }
  const meant = nearest(flag, [
    ...[...FEATURES].flatMap((name) => [`-f${name}`, `-fno-${name}`]),
    ...[...FEATURES_WITH_VALUE].map((name) => `-f${name}=`),
    ...[...PATHS, ...DROPPED_WITH_VALUE],
    ...['-std=', '-pthread', '-pedantic', '-nostdinc', '-stdlib=', '-march=', '-mtune='],
  ]);
  const advice = 'omit it if the check does not need it';
  return usageError(
    `the compiler flag ${flag} is refused: it is not on the list of supported flags`,
    meant === undefined ? advice : `did you mean ${meant}? ${advice}`,
  );
}
