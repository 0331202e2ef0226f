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
import { rwlocks } from './rwlocks.js';
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

/** The C library for checked programs, by name; other functions are not supported. */
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
  ...testCases,
]);

export { shadow } from './places.js';
