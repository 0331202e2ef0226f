import type { Site, Transition } from '@fencepost/core';
import { InternedStates, decodeWide, encodeWide, formatSite, load, store, transform } from '@fencepost/core';
import { unsupported } from '../../unsupported.js';
import { about, functions } from '../base/define.js';
import { EINVAL, ENOTSUP, setErrno } from '../base/errno.js';
import { CLOCK, timePlace } from '../base/places.js';
import type { Steps, ThreadServices } from '../base/services.js';

/**
 * Virtual time: one clock for all threads. It advances by a microsecond per read (by more in a loop that reads it again
 * and again), by the time slept by threads that
 * have read it, and to the deadline of a wait that has timed out. Nothing waits for it: a sleeping thread may continue
 * at any moment, which the search tries anyway.
 *
 * A read is a step on a single object, so all reads are totally ordered, and the search tries every such order; a read
 * orders nothing else. If only one thread uses the clock while other threads exist, no thread can observe the
 * difference, and its reads are not visible.
 *
 * A thread that has not read the clock takes no step when it sleeps. It keeps a lower bound of the time and passes it
 * on to threads that it starts or that join it. So sleeping adds no executions, a loop that sleeps changes nothing, and
 * if no thread reads the clock nothing is done at all.
 */
const START = 1_000_000_000n * 1_000_000_000n;
const MICROSECOND = 1000n;
const MILLISECOND = 1_000_000n;
const SECOND = 1_000_000_000n;

/** Nanoseconds since the start, in decimal. */
const times = new InternedStates<string>('0');

type Advance = (time: bigint) => bigint;

function step(what: string, advance: Advance): Transition {
  return { ...times.step(what, (time) => advance(BigInt(time)).toString()), ordersNothing: true };
}

/** Key in `own`: the thread has read the clock. */
const READER = 'reads the clock';
/** Key of the thread's lower bound of the time. `SLEPT`: key of the time it has slept since. */
const LATEST = 'no earlier than';
const SLEPT = 'slept';
/** Key in `own`: a join has raised the lower bound above the time that the thread has read. */
const LEARNED = 'has learned the time';

/** Whether the key belongs to state of a thread that does not matter while it waits in a loop. */
export function isOfSleep(key: string): boolean {
  return key === LATEST || key === SLEPT;
}

/** Key of the time, if no other thread uses the clock. */
const OWN = 'clock';

/** Advances the clock, and returns its new time. */
function* advance(thread: ThreadServices, transition: Transition, by: Advance, site: Site | undefined): Steps<bigint> {
  if (thread.sharesClock()) {
    return by(BigInt(times.decode(yield { ...transform(CLOCK, transition, site), role: 'upkeep' })));
  }
  const time = by(BigInt(thread.own.get(OWN) ?? times.decode(thread.initialWord(CLOCK))));
  thread.own.set(OWN, time);
  return time;
}

/** Start of a key in `own`: how often the thread has read the clock at one place without reading it elsewhere. */
const READ_AT = 'reads the clock at ';
/** After this many reads at one place, each takes four times as long as the one before: a loop reaches its deadline. */
const QUICK_READS = 8;

/** Returns the time that passes until a read of the clock. */
function timeOfRead({ own }: ThreadServices, site: Site | undefined): bigint {
  const place = `${READ_AT}${site === undefined ? '' : formatSite(site)}`;
  const reads = Number(own.get(place) ?? 0) + 1;
  if (reads === 1) for (const key of own.keys()) if (key.startsWith(READ_AT)) own.delete(key);
  own.set(place, reads);
  return reads <= QUICK_READS ? MICROSECOND : MICROSECOND << BigInt(2 * (reads - QUICK_READS));
}

/** Reads the time in nanoseconds. */
export function* now(thread: ThreadServices, site: Site | undefined): Steps<bigint> {
  thread.readsClock();
  const by = timeOfRead(thread, site);
  const time = yield* pass(thread, by, by === MICROSECOND ? 'read' : `read (${by} ns later)`, site);
  thread.own.set(READER, 1);
  return START + time;
}

/** Advances the clock by this many nanoseconds, and returns its new time, which respects the thread's lower bound. */
function* pass(thread: ThreadServices, by: bigint, what: string, site: Site | undefined): Steps<bigint> {
  const knowsMore = thread.timePasses() && (!thread.own.has(READER) || thread.own.has(LEARNED));
  const known = knowsMore ? yield* latest(thread, site) : 0n;
  const advances: Advance = (time) => later(time, known) + by;
  const time = yield* advance(
    thread,
    step(known === 0n ? what : `${what} after ${known} ns`, advances),
    advances,
    site,
  );
  thread.own.set(LATEST, time);
  thread.own.delete(LEARNED);
  return time;
}

function* sleep(thread: ThreadServices, nanoseconds: bigint, site: Site | undefined): Steps<void> {
  if (nanoseconds <= 0n) return;
  if (thread.own.has(READER)) yield* pass(thread, nanoseconds, `advance (by ${nanoseconds} ns)`, site);
  else if (thread.sleepsByClock()) thread.own.set(SLEPT, BigInt(thread.own.get(SLEPT) ?? 0) + nanoseconds);
}

function later(a: bigint, b: bigint): bigint {
  return a < b ? b : a;
}

/** Returns the thread's lower bound of the time: no earlier than when it was started. */
function* latest(thread: ThreadServices, site: Site | undefined): Steps<bigint> {
  const start = thread.own.get(LATEST) ?? (yield* told(thread.handle, site));
  const time = later(BigInt(start), BigInt(times.decode(thread.initialWord(CLOCK))));
  const slept = BigInt(thread.own.get(SLEPT) ?? 0);
  thread.own.set(LATEST, time + slept);
  thread.own.delete(SLEPT);
  return time + slept;
}

function* told(handle: number, site: Site | undefined): Steps<bigint> {
  return decodeWide(yield { ...load(timePlace(handle), 'relaxed', site), size: 8, role: 'upkeep' });
}

/**
 * Passes on the thread's lower bound of the time, before it starts the thread with this handle, or before it ends
 * itself (for the thread that joins it).
 */
export function* tellTime(thread: ThreadServices, handle: number, site: Site | undefined): Steps<void> {
  if (!thread.timePasses()) return;
  const word = encodeWide(yield* latest(thread, site));
  yield { ...store(timePlace(handle), word, 'relaxed', site), size: 8, role: 'upkeep' };
}

/** Takes over the lower bound of the time from a thread that was joined. */
export function* learnTime(thread: ThreadServices, handle: number, site: Site | undefined): Steps<void> {
  if (!thread.timePasses()) return;
  const time = yield* told(handle, site);
  thread.own.set(LATEST, later(time, yield* latest(thread, site)));
  thread.own.set(LEARNED, 1);
}

/** Whether the program reads the clock anywhere. */
function hasClock(thread: ThreadServices): boolean {
  return READING.some((name) => thread.uses(name));
}

/**
 * Advances the clock to a deadline at which the thread gave up. The thread must find that it has passed: C++ checks the
 * clock, not the return value.
 */
export function* reachDeadline(thread: ThreadServices, timespec: number, site: Site | undefined): Steps<void> {
  if (!thread.own.has(READER) && !hasClock(thread)) return;
  const deadline = (yield* readTimespec(thread, timespec, site)) - START;
  const reach: Advance = (time) => later(time, deadline);
  yield* advance(thread, step(`reach a deadline (${deadline} ns)`, reach), reach, site);
}

function* readNumber(thread: ThreadServices, address: number, size: 4 | 8, site: Site | undefined): Steps<bigint> {
  return size === 8 ? yield* thread.read8(address, site) : BigInt((yield* thread.read(address, 4, site)) | 0);
}

function* writeNumber(
  thread: ThreadServices,
  address: number,
  size: 4 | 8,
  value: bigint,
  site: Site | undefined,
): Steps<void> {
  if (size === 8) yield* thread.write8(address, value, site);
  else yield* thread.write(address, 4, Number(value), site);
}

// The nanoseconds are a `long`.
function readNanoseconds(thread: ThreadServices, address: number, site: Site | undefined): Steps<bigint> {
  return readNumber(thread, address + thread.timeSize, thread.pointerSize, site);
}

function* readTimespec(thread: ThreadServices, address: number, site: Site | undefined): Steps<bigint> {
  const seconds = yield* readNumber(thread, address, thread.timeSize, site);
  return seconds * SECOND + (yield* readNanoseconds(thread, address, site));
}

/** Whether the nanoseconds of a deadline are less than a second. If not, waiting until then is an error. */
export function* isDeadline(thread: ThreadServices, timespec: number, site: Site | undefined): Steps<boolean> {
  const nanoseconds = yield* readNanoseconds(thread, timespec, site);
  return nanoseconds >= 0n && nanoseconds < SECOND;
}

/** Whether a time to sleep is valid in the same way, and also not negative. */
function* canSleep(thread: ThreadServices, timespec: number, site: Site | undefined): Steps<boolean> {
  const seconds = yield* readNumber(thread, timespec, thread.timeSize, site);
  return seconds >= 0n && (yield* isDeadline(thread, timespec, site));
}

/** Writes a time in nanoseconds as a `struct timespec`. */
export function* writeTimespec(
  thread: ThreadServices,
  address: number,
  time: bigint,
  site: Site | undefined,
): Steps<void> {
  yield* writeNumber(thread, address, thread.timeSize, time / SECOND, site);
  yield* writeNumber(thread, address + thread.timeSize, thread.pointerSize, time % SECOND, site);
}

/** Lets the time given in a `struct timespec` pass. */
export function* passTime(thread: ThreadServices, timespec: number, site: Site | undefined): Steps<void> {
  if (thread.own.has(READER) || thread.sleepsByClock())
    yield* sleep(thread, yield* readTimespec(thread, timespec, site), site);
}

/** Sleeps. Returns 0 or an error number. */
function* sleepAsAsked(thread: ThreadServices, site: Site | undefined, request: number): Steps<number> {
  if (!(yield* canSleep(thread, request, site))) return EINVAL;
  yield* passTime(thread, request, site);
  return 0;
}

function* sleepFor(thread: ThreadServices, nanoseconds: bigint, site: Site | undefined): Steps<number> {
  yield* sleep(thread, nanoseconds, site);
  return 0;
}

const CLOCK_THREAD_CPUTIME_ID = 3;
/** CLOCK_MONOTONIC_RAW, CLOCK_REALTIME_COARSE and CLOCK_MONOTONIC_COARSE: no thread can sleep by them. */
const READ_ONLY_CLOCKS: readonly number[] = [4, 5, 6];
/** There was a clock 10 once; 11 is CLOCK_TAI. */
const NO_CLOCK = 10;
const LAST_CLOCK = 11;

/** Whether a clock has this number. All clocks have the same time. */
function isClock(clock: number): boolean {
  return clock >= 0 && clock <= LAST_CLOCK && clock !== NO_CLOCK;
}

/** Whether threads can wait until a time of this clock: CLOCK_REALTIME or CLOCK_MONOTONIC. */
export function isClockOfWaits(clock: number): boolean {
  return clock === 0 || clock === 1;
}

function* noClock(thread: ThreadServices, site: Site | undefined): Steps<number> {
  yield* setErrno(thread, EINVAL, site);
  return -1;
}

const TIME_UTC = 1;

function timeResult(thread: ThreadServices, time: bigint): number | bigint {
  return thread.timeSize === 8 ? time : Number(BigInt.asIntN(32, time));
}

const reading = functions({
  *time(thread, site, place) {
    const seconds = (yield* now(thread, site)) / SECOND;
    if (place !== 0) yield* writeNumber(thread, place, thread.timeSize, seconds, site);
    return timeResult(thread, seconds);
  },
  *clock(thread, site) {
    return timeResult(thread, ((yield* now(thread, site)) - START) / MICROSECOND);
  },
  *gettimeofday(thread, site, place) {
    const time = yield* now(thread, site);
    yield* writeNumber(thread, place, thread.timeSize, time / SECOND, site);
    yield* writeNumber(thread, place + thread.timeSize, thread.timeSize, (time % SECOND) / MICROSECOND, site);
    return 0;
  },
  *clock_gettime(thread, site, clock, place) {
    if (!isClock(clock)) return yield* noClock(thread, site);
    yield* writeTimespec(thread, place, yield* now(thread, site), site);
    return 0;
  },
  *timespec_get(thread, site, place, base) {
    if (base !== TIME_UTC) return 0;
    yield* writeTimespec(thread, place, yield* now(thread, site), site);
    return base;
  },
  // Time stamps of the processor, which runs at 1 GHz.
  'llvm.readcyclecounter': now,
  _ZNSt6chrono3_V212steady_clock3nowEv: now,
  _ZNSt6chrono3_V212system_clock3nowEv: now,
});

/** Functions that read the clock. */
const READING = reading.map(([name]) => name);

/** Result of glibc's `thrd_sleep` if it cannot sleep. */
const SLEEP_FAILED = -2;

/** Functions of clocks and sleeping. */
const defined = [
  ...reading,
  ...functions({
    *clock_getres(thread, site, clock, place) {
      if (!isClock(clock)) return yield* noClock(thread, site);
      if (place !== 0) yield* writeTimespec(thread, place, MICROSECOND, site);
      return 0;
    },
    sleep: (thread, site, seconds) => sleepFor(thread, BigInt(seconds >>> 0) * SECOND, site),
    usleep: (thread, site, microseconds) => sleepFor(thread, BigInt(microseconds >>> 0) * MICROSECOND, site),
    // Without files it sleeps. With timeout 0 it reports no ready descriptor. Rust's runtime probes stdin, stdout and
    // stderr this way.
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
    *clock_nanosleep(thread, site, clock, flags, request) {
      if (!isClock(clock) || clock === CLOCK_THREAD_CPUTIME_ID) return EINVAL;
      if (READ_ONLY_CLOCKS.includes(clock)) return ENOTSUP;
      const absolute = 1;
      if ((flags & absolute) === 0) return yield* sleepAsAsked(thread, site, request);
      if (!(yield* canSleep(thread, request, site))) return EINVAL;
      if (thread.own.has(READER)) yield* reachDeadline(thread, request, site);
      return 0;
    },
  }),
];

export const time = about(defined, {
  'nanosleep clock_nanosleep clock_gettime gettimeofday time timespec_get thrd_sleep clock_getres': { forgets: 'all' },
  'thrd_sleep sleep usleep nanosleep': { isHint: true },
});
