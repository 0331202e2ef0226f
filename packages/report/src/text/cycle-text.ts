import type { Counterexample, CycleEdge } from '../values/counterexample.js';
import { operationNoun, operationText } from './operations.js';
import type { StoryNames } from './places.js';

/** Describes an edge of the cycle as an event. */
export function edgeText(edge: CycleEdge, names: StoryNames): string {
  const { from, to, kind } = edge;
  switch (kind) {
    case 'program order':
      return programOrderText(edge, names);
    case 'reads-from':
      return readsFromText(edge, names);
    case 'from-read':
      return fromReadText(edge, names);
    case 'coherence':
      return `${did(from, names)} at ${names.spot(from)} was overwritten by ${did(to, names)} at ${names.spot(to)}`;
    case 'spawn':
      return `${names.thread(from)} started ${names.thread(to)} at ${names.spot(from)} before ${atSpot(to, names)}`;
    case 'join':
      return `${names.thread(from)} ended after ${atSpot(from, names)} before ${names.thread(to)} joined it at ${names.spot(to)}`;
  }
}

/** `thread 1's flag[0] = 1`. */
function did(step: number, names: StoryNames): string {
  return `${names.thread(step)}'s ${operationText(names.step(step), names)}`;
}

/** `line 12 (flag[0] = 1)`. */
function atSpot(step: number, names: StoryNames): string {
  return `${names.spot(step)} (${operationText(names.step(step), names)})`;
}

function programOrderText({ from, to }: CycleEdge, names: StoryNames): string {
  const thread = names.thread(from);
  if (names.spot(from) !== names.spot(to)) {
    return `in ${thread}, ${atSpot(from, names)} comes before ${atSpot(to, names)}`;
  }
  const [first, second] = [from, to].map((step) => operationText(names.step(step), names));
  return `in ${thread}, ${first!} comes before ${second!}, both at ${names.spot(from)}`;
}

/**
 * Whether the step accesses an object such as a mutex. It is a word in memory, but readers do not think of it as being
 * read.
 */
function isSynchronisation(step: number, names: StoryNames): boolean {
  return names.isMutex(names.step(step)) || names.step(step).action !== undefined;
}

function readsFromText({ from, to }: CycleEdge, names: StoryNames): string {
  if (isSynchronisation(to, names)) {
    return `${did(to, names)} at ${names.spot(to)} came after ${did(from, names)} at ${names.spot(from)}`;
  }
  return `${readText(to, names)}, which ${names.thread(from)} wrote at ${names.spot(from)}`;
}

function fromReadText({ from, to }: CycleEdge, names: StoryNames): string {
  if (isSynchronisation(from, names)) {
    return `${did(from, names)} at ${names.spot(from)} came before ${did(to, names)} at ${names.spot(to)}`;
  }
  const write = names.step(to);
  if (names.hasHistory) {
    const { wrote = 'it' } = write;
    const who = names.thread(to);
    if (to > from) return `${readText(from, names)} before ${who} wrote ${wrote} at ${names.spot(to)}`;
    return `${readText(from, names)}, although ${who} had already written ${wrote} at ${names.spot(to)}`;
  }
  const what = write.kind === 'store' ? 'the store' : operationNoun(write, names);
  return `${readText(from, names)} before ${what} at ${names.spotAndThread(to)} reached memory`;
}

/** `thread 2 read flag[0] = 0 at line 16`. */
function readText(step: number, names: StoryNames): string {
  const { read = '' } = names.step(step);
  return `${names.thread(step)} read ${names.memory(names.step(step))} = ${read} at ${names.spot(step)}`;
}

/** Explains why the edges of a cycle prove that the execution is not SC. */
export const WHY_NOT_SC = 'These facts form a cycle, so no interleaving of the threads can produce them.';

/** Returns the edges, starting at the first delayed store, where readers look for the reason. */
export function edgesInOrder({ cycle, delays }: Counterexample): readonly CycleEdge[] {
  const start = cycle.findIndex(({ from }) => from === delays[0]?.store);
  return start <= 0 ? cycle : [...cycle.slice(start), ...cycle.slice(0, start)];
}
