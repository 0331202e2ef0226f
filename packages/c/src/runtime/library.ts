import type { Site } from '@fencepost/core';
import { documentation } from '@fencepost/core';
import { demangle } from '../demangle.js';
import { alwaysPanics } from '../rust-panics.js';
import { unsupported } from '../unsupported.js';
import { atExit } from './system/at-exit.js';
import { barriers } from './threads/barriers.js';
import { conditions } from './threads/conditions.js';
import { containers } from './cxx/containers.js';
import { cxx } from './cxx/cxx.js';
import { errno } from './base/errno.js';
import { exceptions } from './cxx/exceptions.js';
import { heap } from './libc/heap.js';
import { jumps } from './system/jumps.js';
import { keys } from './threads/keys.js';
import { lockedAtomics } from './threads/locked-atomics.js';
import { math } from './libc/math.js';
import { memory } from './libc/memory.js';
import { mutexes } from './threads/mutexes.js';
import { numbers } from './libc/numbers.js';
import { onces } from './threads/once.js';
import { process } from './system/process.js';
import { panicked, rust } from './cxx/rust.js';
import { rwlocks } from './threads/rwlocks.js';
import { scenarios } from './system/scenarios.js';
import { semaphores } from './threads/semaphores.js';
import type { FunctionFacts, LibraryPart } from './base/define.js';
import type { LibraryFunction } from './base/services.js';
import { stdio } from './libc/stdio.js';
import { strings } from './libc/strings.js';
import { systemCalls } from './system/system-calls.js';
import { testCases } from './system/test-cases.js';
import { threadExit } from './threads/thread-exit.js';
import { threads } from './threads/threads.js';
import { time } from './libc/time.js';
import { verifier } from './system/verifier.js';

/** Whether the library has a function of this name. */
export function isKnown(name: string): boolean {
  return library.has(name) || alwaysPanics(name);
}

/** Functions of the C library that store through their arguments, or call them. */
const ACTS =
  /^(?:(?:__isoc\d+_)?v?[fs]?w?scanf|f?getw?s|getline|getdelim|fread|p?readv?|recv(?:from|msg)?|[fl]?stat(?:at)?|pipe2?|p?poll|p?select|ioctl|realpath|readlink|getcwd|(?:gm|local)time_r|asctime_r|ctime_r|strerror_r|strtok(?:_r)?|wcsto\w+|wait(?:pid)?|accept4?|getsockopt|gethostname|uname|qsort(?:_r)?|bsearch|signal|sigaction|bsd_signal|on_exit|getopt\w*|makecontext|swapcontext)$/;

/** Whether a function without a definition can be taken to do nothing. */
export function mayDoNothing(name: string): boolean {
  return !ACTS.test(name);
}

/** A function without a definition: it does nothing, and returns any value. */
export function openFunction(returns: 'nothing' | 'word' | 'wide'): LibraryFunction {
  return function* (thread, site) {
    if (returns === 'nothing') return undefined;
    const value = yield* thread.chooseOpen(site);
    return returns === 'wide' ? value : Number(value);
  };
}

/** Returns the library function of this name, for a call at `site`. Throws if we do not implement it. */
export function libraryFunction(name: string, site: Site | undefined): LibraryFunction {
  const fn = library.get(name) ?? (alwaysPanics(name) ? panicked : undefined);
  if (fn !== undefined) return fn;
  const hint = `add the file that defines it after --: fencepost check main.c -- other.c; or write a stub; ${documentation('reference/c')} lists the supported functions`;
  throw unsupported(`the program calls ${demangle(name)}, which is neither defined nor supported`, site, hint);
}

const PARTS: readonly LibraryPart[] = [
  threads,
  threadExit,
  keys,
  jumps,
  onces,
  mutexes,
  conditions,
  rwlocks,
  semaphores,
  barriers,
  heap,
  memory,
  strings,
  numbers,
  math,
  stdio,
  process,
  systemCalls,
  atExit,
  errno,
  time,
  verifier,
  lockedAtomics,
  cxx,
  exceptions,
  containers,
  rust,
  testCases,
  scenarios,
];

/** The C library for checked programs, by name. */
export const library: ReadonlyMap<string, LibraryFunction> = new Map(
  PARTS.flatMap((part) => part.map(([name, fn]) => [name, fn] as const)),
);

const FACTS: ReadonlyMap<string, FunctionFacts> = new Map(
  PARTS.flatMap((part) => part.flatMap(([name, , facts]) => (facts === undefined ? [] : [[name, facts] as const]))),
);

/** Returns the facts about a library function, for the analysis of its callers. */
export function factsAbout(name: string): FunctionFacts {
  return FACTS.get(name) ?? {};
}

/** Returns the library functions that have this fact. */
export function functionsWith(fact: keyof FunctionFacts): string[] {
  return [...FACTS].filter(([, facts]) => facts[fact] !== undefined).map(([name]) => name);
}

export { shadow } from './base/places.js';
