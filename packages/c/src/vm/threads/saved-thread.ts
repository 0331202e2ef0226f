import type { Operation } from '@fencepost/core';
import type { AtomicSections, SavedSection } from '../context/atomic-sections.js';
import type { AccessingThread } from './access-imports.js';
import type { ContentWords } from '../instance/content-words.js';
import type { Progress, SavedLoops } from './spin-detection.js';
import type { MemoryObject } from '../objects/objects.js';
import type { OwnWrites, SavedWrites } from './own-writes.js';
import type { Done } from './repetition.js';
import type { SavedMemory } from '../memory/thread-memory.js';

/** Counters that only grow. */
const COUNTERS = ['operations', 'effects', 'choices', 'spawned', 'joined', 'allocations'] as const;

type Counters = Record<(typeof COUNTERS)[number], number>;

/** The mutable parts of a thread. */
interface SavableThread extends AccessingThread, Progress, Counters {
  operations: number;
  effects: number;
  choices: number;
  readonly choicesBefore: number;
  readonly writes: OwnWrites;
  readonly recent: Done[];
  readonly own: Map<string, number | bigint>;
  readonly sections: AtomicSections | undefined;
  exited: bigint | undefined;
  ends: boolean;
  readonly raised: Map<number, unknown>;
}

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
  /** Number of words, without the words about loops. */
  readonly essence: number;
}

/**
 * Saves a thread that has reached a visible access, before its result is known, and adds to the words everything that
 * its future depends on. Returns undefined if that cannot be done here. State that only decides whether loops wait or
 * are cut off comes last. The counts of operations and effects are only compared with earlier counts, so the words hold
 * the differences.
 */
export function saveThread(thread: SavableThread, words: ContentWords, pending: Operation): SavedThread | undefined {
  const { recent, returns, own, choices, spawned, joined, allocations, operations } = thread;
  const isUsual =
    thread.exited === undefined &&
    !thread.ends &&
    thread.raised.size === 0 &&
    // A choice made during this access would be made again after a restore, as another choice.
    choices === thread.choicesBefore &&
    thread.carried.length + thread.counted.length + thread.carriedMemory.length === 0;
  if (!isUsual) return undefined;
  const memory = thread.memory.save(words);
  if (memory === undefined) return undefined;
  words.add(choices);
  words.add(spawned);
  words.add(joined);
  words.add(allocations);
  words.add(returns.status);
  words.text(JSON.stringify(returns.site ?? null));
  words.add(own.size);
  for (const [key, value] of own) {
    words.text(key);
    words.value(value);
  }
  const locals = thread.variables.save(words);
  const section = thread.sections?.save(words);
  const essence = words.count;
  const loops = thread.loops.save(words, thread, pending);
  if (loops === undefined) return undefined;
  const since = operations - loops.operations;
  if (since > recent.length) return undefined;
  words.add(since);
  const last = recent.slice(recent.length - since);
  for (const { operation, result } of last) {
    words.add(operation.kind);
    words.wide(operation.address);
    words.add(operation.value);
    words.add(result);
  }
  return {
    counters: { operations, effects: thread.effects, choices, spawned, joined, allocations },
    returns,
    recent: last,
    own: [...own],
    memory,
    loops,
    writes: thread.writes.save(words, loops.writes, loops.changesAll ? pending : undefined),
    locals,
    section,
    essence,
  };
}

/** Puts a thread into a saved state. */
export function restoreThread(thread: SavableThread, saved: SavedThread): void {
  Object.assign(thread, saved.counters);
  thread.returns = saved.returns;
  thread.exited = undefined;
  thread.ends = false;
  thread.raised.clear();
  thread.recent.length = 0;
  thread.recent.push(...saved.recent);
  thread.own.clear();
  for (const [key, value] of saved.own) thread.own.set(key, value);
  thread.memory.restore(saved.memory);
  thread.loops.restore(saved.loops);
  thread.writes.restore(saved.writes);
  thread.variables.restore(saved.locals);
  if (saved.section !== undefined) thread.sections!.restore(saved.section);
  thread.carried.length = thread.counted.length = thread.carriedMemory.length = 0;
}
