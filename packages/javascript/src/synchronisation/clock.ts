import { formatSite, load, rmw } from '@fencepost/core';
import { noteEffect } from '../world/time/effects.js';
import { current, theWorld } from '../world/running/current.js';
import type { World } from '../world/running/world.js';
import { PAUSE, clockPlace } from '../world/context/time-threads.js';

/** Duration of a pause, in milliseconds: longer than any delay of a program. */
const LONG = 1000 * 86_400_000;

// The clock of all threads is a word. A thread of Fencepost advances it by long pauses; other threads advance it by the
// delays they have waited for. The clock does not synchronise threads: it orders only its own readings.

/** Converts a time to a word. Rounds up to the next pause if the remainder does not fit. */
function wordOf(time: number): number {
  const pauses = Math.floor(time / LONG);
  const rest = Math.ceil(time - pauses * LONG);
  return rest < PAUSE ? pauses * PAUSE + rest : (pauses + 1) * PAUSE;
}

function timeOf(word: number): number {
  const pauses = Math.floor(word / PAUSE);
  return pauses * LONG + (word - pauses * PAUSE);
}

/** Reads the clock, after advancing it to the time that the thread has reached. */
function ask({ context, loop }: World): number {
  const place = clockPlace(context);
  const least = wordOf(loop.now);
  const { word } = loop.clock;
  const operation = least > word ? rmw('max', place, least, 'relaxed') : load(place);
  const run = current.run!;
  const { operations } = run;
  const found = run.perform({ ...operation, role: 'upkeep' }, word);
  // While a loop is tested, no operations are added.
  if (run.operations > operations) loop.clock.asked++;
  loop.clock.word = Math.max(found, least);
  return timeOf(loop.clock.word);
}

/** Notes a pause since the last reading. If the thread has entered a loop, the loop may be waiting for this pause. */
function noteWaiting({ context, loop: { clock } }: World, before: number): void {
  if (Math.floor(clock.word / PAUSE) > Math.floor(before / PAUSE)) {
    if (current.run!.hasLooped) clock.waited++;
    const site = context.siteOf(current.site);
    context.time.passed.add(site === undefined ? '' : formatSite(site));
  }
}

/** Number of readings per thread for which the search explores how much time passes in between. */
const MOST_ASKED = 48;
const MANY = `after a thread has read the clock ${MOST_ASKED} times, only one sequence of later values is explored`;

/** Advances time by a moment at each further reading. */
function goOn({ context, loop }: World): number {
  noteEffect();
  context.notes.add(MANY);
  return loop.now + 1;
}

/** Returns the milliseconds since a fixed start: one clock for all threads, which never goes backwards. */
export function readClock(): number {
  const world = theWorld();
  const { loop, context } = world;
  const { run } = current;
  // Set-up code runs alone: each reading takes a moment there, so that loops that wait for time end.
  const isAsked = run !== undefined && context.time.isShared(run.thread, loop.clock.reads++);
  const { word, asked } = loop.clock;
  const isFollowed = isAsked && asked >= MOST_ASKED;
  const time = isFollowed ? goOn(world) : isAsked ? ask(world) : run === undefined ? loop.now + 1 : loop.now;
  if (isAsked && !isFollowed) noteWaiting(world, word);
  loop.setTime(time, true);
  return time;
}

/** Advances the clock by at least this much time; other threads may observe it. */
export function tellTime(passed = 0): void {
  const world = theWorld();
  const { loop, context } = world;
  if (passed > 0) loop.pass(passed);
  if (current.run !== undefined && context.time.isTold(current.run.thread)) loop.setTime(ask(world), false);
}
