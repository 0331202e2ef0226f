import type { FencepostError } from '@fencepost/core';
import { nearest } from '@fencepost/core';
import { usageError } from './errors.js';
import type { Refusal } from './known-flags.js';
import {
  DROPPED,
  DROPPED_WITH_VALUE,
  FEATURES,
  FEATURES_WITH_VALUE,
  MACROS,
  PASSED,
  PATHS,
  REFUSED,
} from './known-flags.js';

const OPTIMISE = /^-O(?!0$|bjC)/;
const SYSROOT = '--sysroot';

/** Flags of the user that do not change what is checked. */
export interface CheckedFlags {
  /** For the front end. */
  readonly flags: readonly string[];
  /** `-O1` or the like, if the compiler should optimise before the program is instrumented. */
  readonly optimise: string | undefined;
  /** Folders and files that the compiler may read. */
  readonly reads: readonly string[];
}

/** Validates the user's compiler flags: only known and harmless ones are accepted. */
export function checkFlags(given: readonly string[], optimiseFirst: boolean): CheckedFlags {
  const flags: string[] = [];
  const reads: string[] = [];
  let optimise = optimiseFirst ? '-O2' : undefined;
  for (let i = 0; i < given.length; i++) {
    const flag = given[i]!;
    if (!flag.startsWith('-') || flag === '-') throw notAFlag(flag);
    const option = optionWithValue(flag);
    if (OPTIMISE.test(flag)) {
      if (!optimiseFirst) throw optimises(flag);
      optimise = flag;
    } else if (option !== undefined) {
      const isJoined = flag !== option;
      const value = isJoined ? flag.slice(option.length) : given[++i];
      if (value === undefined) throw usageError(`the compiler flag ${flag} needs a value`, `write ${flag} VALUE`);
      flags.push(...(isJoined ? [flag] : [flag, value]));
      if (!MACROS.includes(option)) reads.push(value.replace(/^=/, ''));
    } else if (DROPPED_WITH_VALUE.has(flag)) i++;
    else if (isPassed(flag)) flags.push(flag);
    else if (!isDropped(flag)) throw refusal(flag);
  }
  return { flags, optimise, reads };
}

/** Further sources among the flags, except values of flags. */
export function sourcesAmong(given: readonly string[], isSource: (text: string) => boolean): string[] {
  return given.filter((each, i) => !each.startsWith('-') && isSource(each) && !wantsValue(given[i - 1] ?? ''));
}

function wantsValue(flag: string): boolean {
  return optionWithValue(flag) === flag || DROPPED_WITH_VALUE.has(flag);
}

/** The option that a flag starts with, if it takes a value that concerns the front end. */
function optionWithValue(flag: string): string | undefined {
  if (flag === SYSROOT || flag.startsWith(`${SYSROOT}=`)) return SYSROOT;
  if (flag === '-I-' || isRefused(flag)) return undefined;
  return [...PATHS, ...MACROS].find((option) => flag.startsWith(option));
}

function isPassed(flag: string): boolean {
  const [, no, name = '', value] = /^-f(no-)?([\w+-]+?)(=.*)?$/.exec(flag) ?? [];
  const isKnown = value === undefined ? FEATURES.has(name) : no === undefined && FEATURES_WITH_VALUE.has(name);
  if (isKnown || PASSED.some((pattern) => pattern.test(flag))) return true;
  // A disabled feature neither optimises nor loads nor writes anything.
  return no !== undefined && value === undefined && !isRefused(flag) && !isDropped(flag);
}

function isDropped(flag: string): boolean {
  return DROPPED.some((pattern) => pattern.test(flag));
}

function isRefused(flag: string): boolean {
  return REFUSED.some(({ flag: pattern }) => pattern.test(flag));
}

function optimises(flag: string): FencepostError {
  return usageError(
    `the compiler flag ${flag} is refused: optimisation removes and moves accesses before they can be checked`,
    'leave it out: the checked program runs optimised anyway',
  );
}

function notAFlag(text: string): FencepostError {
  if (text.startsWith('@')) {
    return usageError(
      `the file of flags ${text} is refused: what is compiled would depend on more than what is seen here`,
      'write the flags themselves',
    );
  }
  return usageError(
    `'${text}' is not a compiler flag`,
    'after -- come flags for the compiler, which start with a dash, and further sources; our own options come before',
  );
}

function refusal(flag: string): FencepostError {
  const known: Refusal | undefined = REFUSED.find(({ flag: pattern }) => pattern.test(flag));
  if (known !== undefined) {
    return usageError(`the compiler flag ${flag} is refused: ${known.why}`, known.hint ?? `leave ${flag} out`);
  }
  const meant = nearest(flag, [
    ...[...FEATURES].flatMap((name) => [`-f${name}`, `-fno-${name}`]),
    ...[...FEATURES_WITH_VALUE].map((name) => `-f${name}=`),
    ...[...PATHS, ...DROPPED_WITH_VALUE],
    ...['-std=', '-pthread', '-pedantic', '-nostdinc', '-stdlib=', '-march=', '-mtune='],
  ]);
  const advice = 'if the check can do without it, leave it out';
  return usageError(
    `the compiler flag ${flag} is refused: it is none of those that are known to do no harm`,
    meant === undefined ? advice : `did you mean ${meant}? ${advice}`,
  );
}
