import type { Site } from '@fencepost/core';
import { demangle } from '../ir/demangle.js';
import { alwaysPanics } from '../ir/rust.js';
import { unsupported } from '../unsupported.js';
import { atExit } from './at-exit.js';
import { barriers } from './barriers.js';
import { conditions } from './conditions.js';
import { containers } from './containers.js';
import { cxx } from './cxx.js';
import { errno } from './errno.js';
import { exceptions } from './exceptions.js';
import { heap } from './heap.js';
import { jumps } from './jumps.js';
import { keys } from './keys.js';
import { lockedAtomics } from './locked-atomics.js';
import { math } from './math.js';
import { memory } from './memory.js';
import { mutexes } from './mutexes.js';
import { numbers } from './numbers.js';
import { onces } from './once.js';
import { process } from './process.js';
import { panicked, rust } from './rust.js';
import { rwlocks } from './rwlocks.js';
import { scenarios } from './scenarios.js';
import { semaphores } from './semaphores.js';
import type { LibraryFunction } from './services.js';
import { stdio } from './stdio.js';
import { strings } from './strings.js';
import { systemCalls } from './system-calls.js';
import { testCases } from './test-cases.js';
import { threadExit } from './thread-exit.js';
import { threads } from './threads.js';
import { time } from './time.js';
import { verifier } from './verifier.js';

/** The library function of this name, for a call at `site`. Those that we do not have are refused. */
export function libraryFunction(name: string, site: Site | undefined): LibraryFunction {
  const fn = library.get(name) ?? (alwaysPanics(name) ? panicked : undefined);
  if (fn !== undefined) return fn;
  const hint = 'add the file that defines it, or write a stub; docs/reference/c.md lists what is known';
  throw unsupported(`the program calls ${demangle(name)}, which is neither defined nor known`, site, hint);
}

/** The C library for checked programs, by name. */
export const library: ReadonlyMap<string, LibraryFunction> = new Map([
  ...threads,
  ...threadExit,
  ...keys,
  ...jumps,
  ...onces,
  ...mutexes,
  ...conditions,
  ...rwlocks,
  ...semaphores,
  ...barriers,
  ...heap,
  ...memory,
  ...strings,
  ...numbers,
  ...math,
  ...stdio,
  ...process,
  ...systemCalls,
  ...atExit,
  ...errno,
  ...time,
  ...verifier,
  ...lockedAtomics,
  ...cxx,
  ...exceptions,
  ...containers,
  ...rust,
  ...testCases,
  ...scenarios,
]);

export { shadow } from './places.js';
