import type { StoryStep } from '../values/story.js';
import { listed } from './numbers.js';
import type { StoryNames } from './places.js';
import { unbroken } from './style.js';

/** Describes a step, with the values read and written: `flag[1] → 0`, `flag[0] = 1`. */
export function operationText(step: StoryStep, names: StoryNames): string {
  const { kind, read = '', wrote = '', other = '' } = step;
  const place = names.memory(step);
  switch (kind) {
    case 'load':
      if (names.isMutex(step)) return `${place} is ${read === '0' ? 'free' : 'taken'}`;
      return step.action === undefined ? together(`${place} → ${read}`) : `${place}: ${step.action} (no effect)`;
    case 'store':
      if (names.isMutex(step)) return `unlocks ${place}`;
      return step.action !== undefined ? `${place}: ${step.action}` : together(`${place} = ${wrote}`);
    case 'commit':
      return `${together(`${place} = ${wrote}`)} reaches memory`;
    case 'rmw':
      return atomicText(step, names);
    case 'print':
      return `prints ${JSON.stringify(step.text)}`;
    case 'spawn':
      return `starts ${other}`;
    case 'join':
      return `joins ${other}`;
    case 'free':
      return `frees ${other}`;
    default:
      return kind;
  }
}

/** Longer texts are broken rather than moved to a separate line. */
const SHORT = 20;

function together(text: string): string {
  return text.length <= SHORT ? unbroken(text) : text;
}

function atomicText(step: StoryStep, names: StoryNames): string {
  const { read = '', wrote, action } = step;
  const place = names.memory(step);
  if (action !== undefined && place === '') return action;
  if (action !== undefined) return `${place}: ${action}${wrote === undefined || wrote === read ? ' (no effect)' : ''}`;
  if (names.isMutex(step)) {
    if (wrote === undefined) return `${place} is taken`;
    return wrote === '0' ? `unlocks ${place}` : `locks ${place}`;
  }
  return wrote === undefined ? `${place} → ${read}, left as it is` : `${place}: ${read} becomes ${wrote}`;
}

/** Returns the role of store buffers or of old values in the step; empty if none. */
export function bufferNote(step: StoryStep, names: StoryNames): string {
  if (isOvertaken(step, names)) return overtakenNote(step, names);
  if (step.kind === 'store') return step.pending ? unbroken('in buffer') : '';
  if (step.kind !== 'load' && step.kind !== 'rmw') return '';
  if (step.pending) return unbroken('from its own buffer');
  const { missed } = step;
  if (missed.length === 0) return '';
  const stores = listed(missed.map((store) => names.spotOfOther(store)));
  return `${stores} ${missed.length === 1 ? 'has' : 'have'} not reached memory`;
}

/** Whether writes that are later in the coherence order of the place took effect before the step. */
export function isOvertaken({ missed }: StoryStep, names: StoryNames): boolean {
  // With store buffers, the stores that a read misses are pending.
  return missed.length > 0 && !missed.some((store) => names.step(store).pending);
}

function overtakenNote(step: StoryStep, names: StoryNames): string {
  const { missed, kind } = step;
  if (kind === 'store') {
    const stores = listed(missed.map((store) => names.spotOfOther(store)));
    return `comes before ${stores}`;
  }
  const writes = listed(missed.map((store) => `${names.spotOfOther(store)} wrote ${names.step(store).wrote ?? ''}`));
  return `old: ${writes}`;
}

/** Returns the step as a noun: `the store to flag[0]`, `the load of flag[1]`. */
export function operationNoun(step: StoryStep, names: StoryNames): string {
  const place = names.memory(step);
  if (step.action !== undefined && step.kind !== 'commit') return `“${operationText(step, names)}”`;
  switch (step.kind) {
    case 'load':
      if (names.isMutex(step)) return `“${operationText(step, names)}”`;
      return `the load of ${place}`;
    case 'store':
      return `the store to ${place}`;
    case 'rmw':
      if (names.isMutex(step)) return `“${operationText(step, names)}”`;
      return `the ${isFailedExchange(step, names) ? 'failed compare-and-swap' : 'read-modify-write'} of ${place}`;
    case 'free':
      return `the freeing of ${step.other ?? ''}`;
    default:
      return `“${operationText(step, names)}”`;
  }
}

/** Whether the step is a failed compare-and-swap: a load with its own memory order. */
export function isFailedExchange(step: StoryStep, names: StoryNames): boolean {
  const { kind, wrote, action } = step;
  return kind === 'rmw' && wrote === undefined && action === undefined && !names.isMutex(step);
}
