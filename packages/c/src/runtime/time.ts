import type { Site, Transition } from '@fencepost/core';
import { StructuredWords, transform } from '@fencepost/core';
import { unsupported } from '../unsupported.js';
import { functions } from './define.js';
import { EINVAL, setErrno } from './errno.js';
import { CLOCK } from './places.js';
import type { Steps, ThreadServices } from './services.js';

/**
 * Virtual time: one clock for all threads. It advances by a microsecond per read, by what threads sleep that have read
 * it, and to the deadline of a wait that has timed out. Nothing waits for it: a sleeping thread may continue at any
 * moment, which the search tries anyway.
 *
 * A read is a step of one object, so all reads are in one order, and the search tries every such order; it orders
 * nothing else. If only one thread uses the clock beside others, nobody can tell, and its reads are not visible. A thread
 * that never reads a clock may sleep in a loop: that changes nothing.
 */
const START = 1_000_000_000n * 1_000_000_000n;
const MICROSECOND = 1000n;
const MILLISECOND = 1_000_000n;
const SECOND = 1_000_000_000n;

/** Nanoseconds since the start, in decimal. */
const times = new StructuredWords<string>('0');

type Advance = (time: bigint) => bigint;

function step(what: string, advance: Advance): Transition {
  return { ...times.step(what, (time) => advance(BigInt(time)).toString()), ordersNothing: true };
}

const tick: Advance = (time) => time + MICROSECOND;
const readClock = step('read', tick);

/** The thread has read the clock. */
const READER = 'reads the clock';
/** The time, if nobody else uses the clock. */
const OWN = 'clock';

/** Advances the clock; returns its new time. */
function* advance(thread: ThreadServices, transition: Transition, by: Advance, site: Site | undefined): Steps<bigint> {
  if (thread.sharesClock()) {
    return by(BigInt(times.decode(yield { ...transform(CLOCK, transition, site), role: 'upkeep' })));
  }
  const time = by(BigInt(thread.own.get(OWN) ?? times.decode(thread.initialWord(CLOCK))));
  thread.own.set(OWN, time);
  return time;
}

/** The time in nanoseconds. */
export function* now(thread: ThreadServices, site: Site | undefined): Steps<bigint> {
  const time = yield* advance(thread, readClock, tick, site);
  thread.own.set(READER, 1);
  return START + time;
}

function* sleep(thread: ThreadServices, nanoseconds: bigint, site: Site | undefined): Steps<void> {
  if (nanoseconds <= 0n || !thread.own.has(READER)) return;
  const pass: Advance = (time) => time + nanoseconds;
  yield* advance(thread, step(`advance (by ${nanoseconds} ns)`, pass), pass, site);
}

/** The clock is read somewhere in the program. */
function hasClock(thread: ThreadServices): boolean {
  return READING.some((name) => thread.uses(name));
}

/** A thread that gave up at a deadline must find that it has passed: C++ checks the clock, not the return value. */
export function* reachDeadline(thread: ThreadServices, timespec: number, site: Site | undefined): Steps<void> {
  if (!thread.own.has(READER) && !hasClock(thread)) return;
  const deadline = (yield* readTimespec(thread, timespec, site)) - START;
  const reach: Advance = (time) => (time < deadline ? deadline : time);
  yield* advance(thread, step(`reach a deadline (${deadline} ns)`, reach), reach, site);
}

// `time_t` always has 64 bits; the nanoseconds are a `long`.
function* readNanoseconds(thread: ThreadServices, address: number, site: Site | undefined): Steps<bigint> {
  if (thread.pointerSize === 8) return yield* thread.read8(address + 8, site);
  return BigInt((yield* thread.read(address + 8, 4, site)) | 0);
}

function* readTimespec(thread: ThreadServices, address: number, site: Site | undefined): Steps<bigint> {
  const seconds = yield* thread.read8(address, site);
  return seconds * SECOND + (yield* readNanoseconds(thread, address, site));
}

/** Are the nanoseconds of a deadline less than a second? If not, waiting until then is an error. */
export function* isDeadline(thread: ThreadServices, timespec: number, site: Site | undefined): Steps<boolean> {
  const nanoseconds = yield* readNanoseconds(thread, timespec, site);
  return nanoseconds >= 0n && nanoseconds < SECOND;
}

/** The same for a time to sleep, which is not negative either. */
function* canSleep(thread: ThreadServices, timespec: number, site: Site | undefined): Steps<boolean> {
  return (yield* thread.read8(timespec, site)) >= 0n && (yield* isDeadline(thread, timespec, site));
}

/** Writes a time in nanoseconds as a `struct timespec`. */
export function* writeTimespec(
  thread: ThreadServices,
  address: number,
  time: bigint,
  site: Site | undefined,
): Steps<void> {
  yield* thread.write8(address, time / SECOND, site);
  if (thread.pointerSize === 8) yield* thread.write8(address + 8, time % SECOND, site);
  else yield* thread.write(address + 8, 4, Number(time % SECOND), site);
}

/** As much time passes as is given there. */
export function* passTime(thread: ThreadServices, timespec: number, site: Site | undefined): Steps<void> {
  if (thread.own.has(READER)) yield* sleep(thread, yield* readTimespec(thread, timespec, site), site);
}

/** Sleeps; 0 or an error number. */
function* sleepAsAsked(thread: ThreadServices, site: Site | undefined, request: number): Steps<number> {
  if (!(yield* canSleep(thread, request, site))) return EINVAL;
  yield* passTime(thread, request, site);
  return 0;
}

function* sleepFor(thread: ThreadServices, nanoseconds: bigint, site: Site | undefined): Steps<number> {
  yield* sleep(thread, nanoseconds, site);
  return 0;
}

const reading = functions({
  *time(thread, site, place) {
    const seconds = (yield* now(thread, site)) / SECOND;
    if (place !== 0) yield* thread.write8(place, seconds, site);
    return seconds;
  },
  *clock(thread, site) {
    return ((yield* now(thread, site)) - START) / MICROSECOND;
  },
  *gettimeofday(thread, site, place) {
    const time = yield* now(thread, site);
    yield* thread.write8(place, time / SECOND, site);
    yield* thread.write8(place + 8, (time % SECOND) / MICROSECOND, site);
    return 0;
  },
  *clock_gettime(thread, site, _clock, place) {
    yield* writeTimespec(thread, place, yield* now(thread, site), site);
    return 0;
  },
  *timespec_get(thread, site, place, base) {
    yield* writeTimespec(thread, place, yield* now(thread, site), site);
    return base;
  },
  // Time stamps of the processor; it runs at 1 GHz.
  'llvm.readcyclecounter': now,
  _ZNSt6chrono3_V212steady_clock3nowEv: now,
  _ZNSt6chrono3_V212system_clock3nowEv: now,
});

/** Functions that read the clock. */
const READING = reading.map(([name]) => name);

/** What glibc's `thrd_sleep` returns if it cannot sleep. */
const SLEEP_FAILED = -2;

/** Clocks and sleeping. */
export const time = [
  ...reading,
  ...functions({
    *clock_getres(thread, site, _clock, place) {
      if (place !== 0) yield* writeTimespec(thread, place, MICROSECOND, site);
      return 0;
    },
    sleep: (thread, site, seconds) => sleepFor(thread, BigInt(seconds >>> 0) * SECOND, site),
    usleep: (thread, site, microseconds) => sleepFor(thread, BigInt(microseconds >>> 0) * MICROSECOND, site),
    // Without files it sleeps. Whoever does not wait finds nothing: Rust looks at the standard files in this way.
    poll(thread, site, _files, count, milliseconds) {
      if (milliseconds === 0) return 0;
      const isForever = (milliseconds | 0) < 0;
      if (count !== 0 || isForever) {
        throw unsupported('poll of files is not supported', site, 'poll(NULL, 0, milliseconds) sleeps');
      }
      return sleepFor(thread, BigInt(milliseconds) * MILLISECOND, site);
    },
    *nanosleep(thread, site, request) {
      const error = yield* sleepAsAsked(thread, site, request);
      if (error === 0) return 0;
      yield* setErrno(thread, error, site);
      return -1;
    },
    *thrd_sleep(thread, site, request) {
      return (yield* sleepAsAsked(thread, site, request)) === 0 ? 0 : SLEEP_FAILED;
    },
    *clock_nanosleep(thread, site, _clock, flags, request) {
      const absolute = 1;
      if ((flags & absolute) === 0) return yield* sleepAsAsked(thread, site, request);
      if (!(yield* canSleep(thread, request, site))) return EINVAL;
      if (thread.own.has(READER)) yield* reachDeadline(thread, request, site);
      return 0;
    },
  }),
];
