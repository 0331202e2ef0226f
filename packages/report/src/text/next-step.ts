import type { SourceLanguage } from '@fencepost/core';
import { languageOfSource } from '@fencepost/core';
import type { Counterexample } from '../values/counterexample.js';
import type { Why } from '../values/why.js';
import { BIT_FIELDS, areBitFields } from './bit-fields.js';
import { listed } from './numbers.js';
import { StoryNames } from './places.js';

/**
 * Returns what to change where no fence or order helps: the execution is one of SC. undefined: it is not, or it shows
 * nothing that several threads do. `rule`: that of the failure.
 */
export function nextStep(counterexample: Counterexample, source: string, rule: string): string | undefined {
  const { cycle, story, why } = counterexample;
  if (cycle.length > 0 || story.steps.some(({ missed }) => missed.length > 0)) return undefined;
  const language = source.endsWith('.rs') ? 'Rust' : languageOfSource(source);
  const shared = story.steps.filter(({ place }) => place !== undefined);
  // Tasks have no memory of their own: their steps are turns, at a place without a name.
  const areTasks = shared.length > 0 && shared.every(({ place }) => story.places[place!]!.name === '');
  if (why !== undefined)
    return areTasks && why.kind !== 'late answer' ? TASKS : adviceOn(why, new StoryNames(story, source), language);
  if (rule === 'deadlock') return 'nothing that can still run changes what they wait for: make that change before the wait, or on another thread'; // prettier-ignore
  if (new Set(shared.map(({ thread }) => thread)).size < 2) return undefined;
  if (areTasks) return TASKS;
  if (rule === 'data-race') {
    const isOfBits = shared.some(({ place }) => areBitFields(story.places[place!]!.name));
    return isOfBits ? BIT_FIELDS : RACE;
  }
  return `it fails under SC, so no fence or order helps: find the steps above that must not be interleaved, and ${together(language)}`;
}

function adviceOn({ kind, steps }: Why, names: StoryNames, language: Language): string {
  const [first, last] = [steps[0]!, steps.at(-1)!];
  const places = [...new Set(steps.map((step) => names.memory(names.step(step))))];
  switch (kind) {
    case 'lost update':
      return `make the read (${names.spot(first)}) and the write (${names.spot(last)}) one step: ${together(language)}`;
    case 'check then act':
      return names.step(last).kind === 'load'
        ? `use the value that was checked (${names.spot(first)}) instead of reading ${places[0]!} again (${names.spot(last)}), or ${together(language)}`
        : `make the check (${names.spot(first)}) and the write (${names.spot(last)}) one step: ${together(language)}`;
    case 'lock order':
      return `take ${listed(places)} in the same order in all threads`;
    case 'lost wake-up':
      return 'check the condition and begin to wait under the lock under which the other thread changes it, or wait for a value (futex, Atomics.wait)';
    case 'missing wake-up':
      return 'signal it wherever the condition that the thread waits for becomes true';
    case 'publication before initialisation':
      return `do the write of ${names.memory(names.step(last))} (${names.spot(last)}) before that of ${places[0]!} (${names.spot(first)})`;
    case 'use after free':
      return 'free the memory only when no other thread can still use it: count references, or free it after the threads have ended';
    case 'late answer':
      return LATE;
    case 'double free':
      return 'let exactly one thread free it: decide who by one atomic exchange, or count references';
  }
}

type Language = SourceLanguage | 'Rust' | undefined;

const FETCH_ADD: Readonly<Partial<Record<SourceLanguage | 'Rust', string>>> = {
  C: 'atomic_fetch_add, atomic_exchange or atomic_compare_exchange_strong',
  'C++': 'fetch_add, exchange or compare_exchange_strong',
  Rust: 'fetch_add, swap or compare_exchange',
  'LLVM IR': 'atomicrmw or cmpxchg',
};

const TASKS =
  'other tasks run at each await: check again after it what was checked before it, do not await in between, or queue the callers';

const RACE = 'hold one lock around each of the two accesses, or make both atomic';

const LATE =
  'number the calls and ignore an answer that a later call has overtaken, abort the earlier call, or await it before the next';

/** How several steps become one. */
function together(language: Language): string {
  if (language === 'JavaScript' || language === 'TypeScript')
    return 'use Atomics.add, Atomics.exchange or Atomics.compareExchange, or one lock around them';
  const operation = language === undefined ? undefined : FETCH_ADD[language];
  return `use one atomic operation${operation === undefined ? '' : ` (${operation})`}, or hold one lock around them, wherever the variable changes`;
}
