import type { Operation } from '@fencepost/core';
import type { AtomicSections, SavedSection } from '../context/atomic-sections.js';
import type { AccessingThread } from './access-imports.js';
import type { ContentWords } from '../instance/content-words.js';
import type { Progress, SavedLoops } from './spin-detection.js';
import type { MemoryObject } from '../objects/objects.js';
import type { OwnWrites, SavedWrites } from './own-writes.js';
import type { Done } from './repetition.js';
import { restoreList } from '../instance/restore-list.js';
import type { SavedMemory } from '../memory/saved-memory.js';

/** Counters that only grow. */
interface Counters {
  operations: number;
  effects: number;
  choices: number;
  spawned: number;
  joined: number;
  allocations: number;
}

/** The mutable parts of a thread. */
interface SavableThread extends AccessingThread, Progress, Counters {
  // Two of its parents declare these, one of them for reading only.
  operations: number;
  effects: number;
  choices: number;
  choicesBefore: number;
  readonly writes: OwnWrites;
  readonly recent: Done[];
  readonly own: Map<string, number | bigint>;
  readonly sections: AtomicSections | undefined;
  exited: bigint | undefined;
  ends: boolean;
  readonly raised: Map<number, unknown>;
}

const NOTHING_OWN: SavedThread['own'] = [];

/** Immutable snapshot of a thread at a visible access to memory. */
export interface SavedThread {
  readonly counters: Counters;
  readonly returns: SavableThread['returns'];
  readonly recent: readonly Done[];
  readonly own: readonly (readonly [string, number | bigint])[];
  readonly writes: SavedWrites;
  readonly memory: SavedMemory;
  readonly loops: SavedLoops;
  readonly locals: readonly MemoryObject[];
  readonly section: SavedSection | undefined;
}

/**
 * Adds to the words everything that the future of a thread depends on which has reached a visible access, before its
 * result is known. Returns the number of words without those about loops, or 0 if the thread cannot be saved here. State
 * that only decides whether loops wait or are cut off comes last. The counts of operations and effects are only compared
 * with earlier counts, so the words hold the differences.
 */
export function describeThread(thread: SavableThread, words: ContentWords, pending: Operation): number {
  const { recent, returns, own, choices, operations } = thread;
  const isUsual =
    thread.exited === undefined &&
    !thread.ends &&
    thread.raised.size === 0 &&
    // A choice made during this access would be made again after a restore, as another choice.
    choices === thread.choicesBefore &&
    thread.carried.length + thread.counted.length + thread.carriedMemory.length === 0;
  if (!isUsual || !thread.memory.describe(words)) return 0;
  words.add(choices);
  words.add(thread.spawned);
  words.add(thread.joined);
  words.add(thread.allocations);
  words.add(returns.status);
  words.text(returns.site === undefined ? '' : JSON.stringify(returns.site));
  words.add(own.size);
  if (own.size > 0) {
    for (const [key, value] of own) {
      words.text(key);
      words.value(value);
    }
  }
  thread.variables.describe(words);
  thread.sections?.describe(words);
  const essence = words.count;
  if (!thread.loops.describe(words, thread, pending)) return 0;
  const { described } = thread.loops;
  const since = operations - described.operations;
  if (since > recent.length) return 0;
  words.add(since);
  for (let i = recent.length - since; i < recent.length; i++) {
    const { operation, result } = recent[i]!;
    words.add(operation.kind);
    words.wide(operation.address);
    words.add(operation.value);
    words.add(result);
  }
  thread.writes.describeLast(words, described.changesAll ? pending : undefined);
  return essence;
}

/** Saves a thread that has just been described. */
export function saveThread(thread: SavableThread): SavedThread {
  const { recent, returns, own, operations, effects, choices, spawned, joined, allocations } = thread;
  const { described } = thread.loops;
  return {
    counters: { operations, effects, choices, spawned, joined, allocations },
    returns,
    recent: recent.slice(recent.length - (operations - described.operations)),
    own: own.size === 0 ? NOTHING_OWN : [...own],
    memory: thread.memory.save(),
    loops: thread.loops.save(),
    writes: thread.writes.save(described.writes),
    locals: thread.variables.save(),
    section: thread.sections?.save(),
  };
}

/**
 * Puts a thread into a saved state. Most of its parts are empty before and after, and emptying a list or a map again takes
 * V8 longer than asking.
 */
export function restoreThread(thread: SavableThread, saved: SavedThread): void {
  const { operations, effects, choices, spawned, joined, allocations } = saved.counters;
  thread.operations = operations;
  thread.effects = effects;
  thread.choices = thread.choicesBefore = choices;
  thread.spawned = spawned;
  thread.joined = joined;
  thread.allocations = allocations;
  thread.returns = saved.returns;
  thread.exited = undefined;
  thread.ends = false;
  if (thread.raised.size > 0) thread.raised.clear();
  restoreList(thread.recent, saved.recent);
  if (thread.own.size > 0) thread.own.clear();
  if (saved.own.length > 0) for (const [key, value] of saved.own) thread.own.set(key, value);
  thread.memory.restore(saved.memory);
  thread.loops.restore(saved.loops);
  thread.writes.restore(saved.writes);
  thread.variables.restore(saved.locals);
  if (saved.section !== undefined) thread.sections!.restore(saved.section);
  if (thread.carried.length + thread.counted.length + thread.carriedMemory.length > 0)
    thread.carried.length = thread.counted.length = thread.carriedMemory.length = 0;
}
