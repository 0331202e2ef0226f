import { formatSite, load, rmw } from '@fencepost/core';
import { noteEffect } from '../world/effects.js';
import { current, theWorld } from '../world/current.js';
import type { World } from '../world/world.js';
import { PAUSE, clockPlace } from '../world/time-threads.js';

/** In milliseconds: longer than anything waits for. */
const LONG = 1000 * 86_400_000;

// The clock of all threads is a word, which a thread of ours advances by long pauses; other threads advance it by what
// they wait for. It is not synchronised with: it orders nothing but its own readings.

/** A time as a word: rounded up, if so much cannot be told from a pause. */
function wordOf(time: number): number {
  const pauses = Math.floor(time / LONG);
  const rest = Math.ceil(time - pauses * LONG);
  return rest < PAUSE ? pauses * PAUSE + rest : (pauses + 1) * PAUSE;
}

function timeOf(word: number): number {
  const pauses = Math.floor(word / PAUSE);
  return pauses * LONG + (word - pauses * PAUSE);
}

/** Asks how late it is, and says what the thread knows of it. */
function ask({ context, loop }: World): number {
  const place = clockPlace(context);
  const least = wordOf(loop.now);
  const { word } = loop.clock;
  const operation = least > word ? rmw('max', place, least, 'relaxed') : load(place);
  const run = current.run!;
  const { operations } = run;
  const found = run.perform({ ...operation, role: 'upkeep' }, word);
  // While a loop is tested, there are no further operations.
  if (run.operations > operations) loop.clock.asked++;
  loop.clock.word = Math.max(found, least);
  return timeOf(loop.clock.word);
}

/** A pause that comes after a loop was entered may be what the loop waits for. */
function noteWaiting({ context, loop: { clock } }: World, before: number): void {
  if (Math.floor(clock.word / PAUSE) > Math.floor(before / PAUSE)) {
    if (current.run!.hasLooped) clock.waited++;
    const site = context.siteOf(current.site);
    context.time.passed.add(site === undefined ? '' : formatSite(site));
  }
}

/** Of so many readings of a thread, what may pass in between is explored. */
const MOST_ASKED = 48;
const MANY = `after ${MOST_ASKED} readings of the clock by a thread, it is followed in one way`;

/** Each further reading takes a moment. */
function goOn({ context, loop }: World): number {
  noteEffect();
  context.notes.add(MANY);
  return loop.now + 1;
}

/** Milliseconds since a fixed start: one clock for all threads, which never goes backwards. */
export function readClock(): number {
  const world = theWorld();
  const { loop, context } = world;
  const { run } = current;
  // Set-up code is alone: there each reading takes a moment, so that loops that wait for it end.
  const isAsked = run !== undefined && context.time.isShared(run.thread, loop.clock.reads++);
  const { word, asked } = loop.clock;
  const isFollowed = isAsked && asked >= MOST_ASKED;
  const time = isFollowed ? goOn(world) : isAsked ? ask(world) : run === undefined ? loop.now + 1 : loop.now;
  if (isAsked && !isFollowed) noteWaiting(world, word);
  loop.setTime(time, true);
  return time;
}

/** At least so much time has passed; others may find out. */
export function tellTime(passed = 0): void {
  const world = theWorld();
  const { loop, context } = world;
  if (passed > 0) loop.pass(passed);
  if (current.run !== undefined && context.time.isTold(current.run.thread)) loop.setTime(ask(world), false);
}
