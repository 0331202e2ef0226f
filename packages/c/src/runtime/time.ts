import type { Site } from '@fencepost/core';
import { unsupported } from '../unsupported.js';
import { functions } from './define.js';
import type { Steps, ThreadServices } from './services.js';

/**
 * Virtual time: each thread has its own clock, which starts at its first use, and advances by a microsecond per read
 * and by what the thread sleeps. Nothing waits for it: a sleeping thread may continue at any moment, which the search
 * tries anyway. Clocks of different threads are not ordered. A thread that never reads a clock has none, so that a loop
 * which only sleeps changes nothing.
 */
const CLOCK = 'clock';
const START = 1_000_000_000n * 1_000_000_000n;
const MICROSECOND = 1000n;
const MILLISECOND = 1_000_000n;
const SECOND = 1_000_000_000n;

/** The thread's clock in nanoseconds, which advances with each read. */
export function now(thread: ThreadServices): bigint {
  const time = BigInt(thread.own.get(CLOCK) ?? START) + MICROSECOND;
  thread.own.set(CLOCK, time);
  return time;
}

function sleep(thread: ThreadServices, nanoseconds: bigint): void {
  const time = thread.own.get(CLOCK);
  if (time !== undefined && nanoseconds > 0n) thread.own.set(CLOCK, BigInt(time) + nanoseconds);
}

/** A thread that gave up at a deadline must find that it has passed: C++ checks the clock, not the return value. */
export function* reachDeadline(thread: ThreadServices, timespec: number, site: Site | undefined): Steps<void> {
  const time = thread.own.get(CLOCK);
  if (time === undefined) return;
  const deadline = yield* readTimespec(thread, timespec, site);
  if (deadline > BigInt(time)) thread.own.set(CLOCK, deadline);
}

// `time_t` always has 64 bits; the nanoseconds are a `long`.
function* readTimespec(thread: ThreadServices, address: number, site: Site | undefined): Steps<bigint> {
  const seconds = yield* thread.read8(address, site);
  const rest =
    thread.pointerSize === 8
      ? yield* thread.read8(address + 8, site)
      : BigInt((yield* thread.read(address + 8, 4, site)) | 0);
  return seconds * SECOND + rest;
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
  if (thread.own.has(CLOCK)) sleep(thread, yield* readTimespec(thread, timespec, site));
}

function* nanosleep(thread: ThreadServices, site: Site | undefined, request: number): Steps<number> {
  yield* passTime(thread, request, site);
  return 0;
}

/** Clocks and sleeping. */
export const time = functions({
  *time(thread, site, place) {
    const seconds = now(thread) / SECOND;
    if (place !== 0) yield* thread.write8(place, seconds, site);
    return seconds;
  },
  clock: (thread) => (now(thread) - START) / MICROSECOND,
  *gettimeofday(thread, site, place) {
    const time = now(thread);
    yield* thread.write8(place, time / SECOND, site);
    yield* thread.write8(place + 8, (time % SECOND) / MICROSECOND, site);
    return 0;
  },
  *clock_gettime(thread, site, _clock, place) {
    yield* writeTimespec(thread, place, now(thread), site);
    return 0;
  },
  *timespec_get(thread, site, place, base) {
    yield* writeTimespec(thread, place, now(thread), site);
    return base;
  },
  *clock_getres(thread, site, _clock, place) {
    if (place !== 0) yield* writeTimespec(thread, place, MICROSECOND, site);
    return 0;
  },
  sleep(thread, _site, seconds) {
    sleep(thread, BigInt(seconds >>> 0) * SECOND);
    return 0;
  },
  usleep(thread, _site, microseconds) {
    sleep(thread, BigInt(microseconds >>> 0) * MICROSECOND);
    return 0;
  },
  // Without files it sleeps. Whoever does not wait finds nothing: Rust looks at the standard files in this way.
  poll(thread, site, _files, count, milliseconds) {
    if (milliseconds === 0) return 0;
    const isForever = (milliseconds | 0) < 0;
    if (count !== 0 || isForever) {
      throw unsupported('poll of files is not supported', site, 'poll(NULL, 0, milliseconds) sleeps');
    }
    sleep(thread, BigInt(milliseconds) * MILLISECOND);
    return 0;
  },
  nanosleep,
  thrd_sleep: nanosleep,
  *clock_nanosleep(thread, site, _clock, flags, request) {
    const absolute = 1;
    if ((flags & absolute) !== 0) yield* reachDeadline(thread, request, site);
    else yield* nanosleep(thread, site, request);
    return 0;
  },
  // Time stamps of the processor; it runs at 1 GHz.
  'llvm.readcyclecounter': now,
  _ZNSt6chrono3_V212steady_clock3nowEv: now,
  _ZNSt6chrono3_V212system_clock3nowEv: now,
});
