import type { Site } from '@fencepost/core';
import { CheckFailed, exit } from '@fencepost/core';
import { runExitFunctions, runQuickExitFunctions } from './at-exit.js';
import { about, functions, named, word } from '../base/define.js';
import type { Steps, ThreadServices } from '../base/services.js';
import { runThreadLocalDestructors } from '../threads/thread-exit.js';

function* assertionFailed(thread: ThreadServices, site: Site | undefined, expression: number): Steps<never> {
  const text = expression === 0 ? '' : yield* thread.readString(expression, site);
  throw new CheckFailed(`assertion failed: ${text}`, site);
}

const assertions = functions({
  __assert_fail: assertionFailed,
  __assert: assertionFailed,
  // macOS and Android pass the expression last.
  __assert_rtn: (thread, site, _fn, _file, _line, expression) => assertionFailed(thread, site, expression),
  __assert2: (thread, site, _file, _line, _fn, expression) => assertionFailed(thread, site, expression),
  abort: () => {
    throw new Error('abort()');
  },
});

/** Ends the program immediately. Executions in which other threads are faster are explored separately. */
function* exitProgram(thread: ThreadServices, site: Site | undefined, status: number): Steps<void> {
  thread.endWith(status, 'exit', site);
  yield exit(site);
  thread.exit(0n, site);
}

const ends = [
  ...named(['_exit', '_Exit'], exitProgram),
  ...functions({
    *exit(thread, site, status) {
      yield* runThreadLocalDestructors(thread);
      yield* runExitFunctions(thread, site);
      yield* exitProgram(thread, site, status);
    },
    *quick_exit(thread, site, status) {
      yield* runQuickExitFunctions(thread, site);
      yield* exitProgram(thread, site, status);
    },
  }),
];

// Pseudo-random numbers, which are the same in every execution but differ for each seed of the check. Each thread has
// its own generator (Knuth, TAOCP 2, 3.3.4, line 26).
const SEED = 'random';
const MULTIPLIER = 6364136223846793005n;
const INCREMENT = 1442695040888963407n;

function advance(state: bigint): bigint {
  return BigInt.asUintN(64, state * MULTIPLIER + INCREMENT);
}

/** Returns the start of the sequence for a number that the program passes. It differs for each `--seed`. */
function begun({ bounds: { seed = 1 } }: ThreadServices, from: bigint): bigint {
  return seed <= 1 ? from : advance(from ^ (BigInt(seed) << 32n));
}

/** Returns 31 random bits: RAND_MAX is 2³¹ - 1. */
function random(thread: ThreadServices, site: Site | undefined): number {
  thread.remarks.reachRandom(site);
  const state = advance(BigInt(thread.own.get(SEED) ?? begun(thread, 1n)));
  thread.own.set(SEED, state);
  return Number(state >> 33n);
}

function seed(thread: ThreadServices, _site: Site | undefined, value: number): undefined {
  thread.own.set(SEED, begun(thread, BigInt(value >>> 0)));
  return undefined;
}

const randomness = functions({
  rand: random,
  random: (thread, site) => word(thread, random(thread, site)),
  lrand48: (thread, site) => word(thread, random(thread, site)),
  drand48: (thread, site) => random(thread, site) / 2 ** 31,
  srand: seed,
  srandom: seed,
  srand48: seed,
  *getrandom(thread, site, buffer, count) {
    for (let i = 0; i < count; i++) yield* thread.write(buffer + i, 1, random(thread, site) & 0xff, site);
    return word(thread, count);
  },
  *rand_r(thread, site, place) {
    thread.remarks.reachRandom(site);
    const state = advance(begun(thread, BigInt((yield* thread.read(place, 4, site)) >>> 0)));
    yield* thread.write(place, 4, Number(BigInt.asIntN(32, state >> 16n)), site);
    return Number(state >> 33n);
  },
});

const PROCESSORS = 4;
/** Results of `sysconf`, by Linux' numbers. */
const SYSTEM_CONFIGURATION: ReadonlyMap<number, number> = new Map([
  [30, 4096], // _SC_PAGESIZE
  [83, PROCESSORS], // _SC_NPROCESSORS_CONF
  [84, PROCESSORS], // _SC_NPROCESSORS_ONLN
]);

const environment = functions({
  getenv: () => 0,
  secure_getenv: () => 0,
  setenv: () => 0,
  getpid: () => 1,
  getppid: () => 0,
  gettid: (thread) => thread.handle,
  // No signal ever arrives, and no file becomes ready.
  signal: (thread) => word(thread, 0),
  sigaction: () => 0,
  sigaltstack: () => 0,
  alarm: () => 0,
  poll: () => 0,
  mprotect: () => 0,
  // Nothing is known about the machine, or about libraries that may be missing.
  getauxval: (thread) => word(thread, 0),
  dlsym: () => 0,
  sched_getcpu: () => 0,
  get_nprocs: () => PROCESSORS,
  get_nprocs_conf: () => PROCESSORS,
  sysconf: (thread, _site, name) => word(thread, SYSTEM_CONFIGURATION.get(name) ?? -1),
});

/** Assertions, the end of the program, random numbers, and queries of the environment. */
export const process = about([...assertions, ...ends, ...randomness, ...environment], {
  '__assert_fail __assert': { forgets: 'all' },
  '__assert_fail __assert __assert_rtn __assert2 abort': { fails: true },
});
