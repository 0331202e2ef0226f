import type { CellSize, FinalView, Limit, Program, ThreadSource } from '@fencepost/core';
import { readWord, staticHandle } from '@fencepost/core';
import type { Context } from '../world/context/context.js';
import { MOST_TOSSES } from '../world/time/time.js';
import { SHADOW } from '../world/context/context.js';
import { timeThreads } from '../world/context/time-threads.js';
import { keepingCurrent } from '../world/running/current.js';
import { ReplayedThread } from '../runtime/replayed-thread.js';
import type { Script } from '../runtime/run.js';
import { encodeBytes, showBytes } from '../memory/model/block-words.js';
import { initialInboxes } from '../synchronisation/inbox.js';
import { startWorker, workerThread } from '../workers/worker-thread.js';
import { followsFromEnd, oncePerEnd } from './memoised-end-checks.js';
import { checkAfter } from './after.js';
import type { Defined } from './defined.js';
import { knowledgeOf } from './knowledge.js';
import type { CheckPlace } from './scripts.js';
import { claims, functionThread, invariantThread, setUpWorld } from './scripts.js';

/** Definitions from the first run of a check's set-up function. */
export interface Template {
  readonly context: Context;
  readonly defined: Defined;
}

/** Runs set-up code to find the threads and the initial content of shared memory. */
export function templateOf(place: CheckPlace, context: Context): Template {
  return keepingCurrent(() => {
    const { world, defined } = setUpWorld(context, place, 'set-up');
    for (const [memory, buffer] of world.buffers) {
      // A WebAssembly memory that has grown has several buffers.
      if (memory.byteLength < buffer.length) continue;
      buffer.initial = new Uint8Array(new Uint8Array(memory));
      buffer.length = memory.byteLength;
    }
    for (const [inbox, word] of initialInboxes(world)) context.initialStates.set(inbox, word);
    return { context, defined };
  });
}

/** Returns the program that a check describes. */
export function checkedProgram(name: string, place: CheckPlace, { context, defined }: Template): Program {
  const scripts = scriptsOf(place, context, defined);
  const threads = scripts.map(({ name, script, observes }): ThreadSource => ({
    name,
    body: () => new ReplayedThread(script),
    ...(observes && { observes }),
  }));
  const isOfTime = (address: number): boolean => address >= SHADOW && context.isOfTime(address);
  context.startWorker = (spec) => startWorker(context, place.graph, spec);
  return {
    name,
    get threads() {
      return [...threads, ...timeThreads(context)];
    },
    isUpkeep: isOfTime,
    isInput: isOfTime,
    initialValue: (address, size) => initialValue(context, address, size),
    nameOf: (address) => context.nameOf(address),
    showValue: (word, address, size, site) =>
      isBlockAt(context, address)
        ? showBytes(word, context.formAt(address, site))
        : context.showValue(word, address, size as CellSize, site),
    after: defined.afters.length === 0 ? undefined : checksOfEnd(place, context, defined),
    standard: 'ECMA-262',
    limits: () => [...context.limits.values(), ...timeLimits(context), ...context.unseenCode()],
    notes: () => [
      ...context.notes,
      ...[...context.repeated].map(
        ([what, times]) => `up to ${times} iterations of ${what} that read the same values are shown as one`,
      ),
      ...context.cells.notes(),
    ],
    hasUnseenCode: () => context.unseenCode().length > 0,
    caveats: () => (claimsSomething(place, defined) ? [] : [NO_CLAIM]),
    knowledge: knowledgeOf(context, place.graph.digest),
    blocks: {
      allow: (allowed) => context.blocks.allow(allowed),
      has: (address) => isBlockAt(context, address),
      divide: (address) => context.blocks.divide(context.blocks.at(address)!),
    },
    beginAgain: () => {
      context.clearNotes();
    },
  };
}

/** Reports loops that wait for the clock longer than was explored. */
function timeLimits({ time }: Context): readonly Limit[] {
  const bound = `${time.pauses} long pauses`;
  const advice = 'wait for the clock less often';
  const loops = time.unended.map((where) => ({ what: `the loop that reads the clock at ${where}`, bound, advice }));
  if (!time.areTossesSpent) return loops;
  const orders = { what: 'the order of timers and events in a thread', bound: `${MOST_TOSSES} decisions` };
  return [...loops, { ...orders, advice: 'use fewer timers and answers of services in the check' }];
}

function checksOfEnd(place: CheckPlace, context: Context, defined: Defined): (final: FinalView) => void {
  const check = (final: FinalView): void => checkAfter(place, context, final);
  return followsFromEnd(defined) ? oncePerEnd(context, defined, check) : check;
}

const NO_CLAIM = 'the check has no after and no invariant, and nothing asserts or throws: only deadlocks were checked';

/**
 * Returns whether the check can fail other than by a deadlock or an error of the language. Decides by the source text,
 * because assertions look like any other call.
 */
function claimsSomething({ graph, scenario }: CheckPlace, { afters, invariants, ofTasks }: Defined): boolean {
  if (scenario !== undefined) return true;
  if (afters.length + invariants.length + ofTasks.length > 0) return true;
  return graph.mentions(/\b(?:throw|assert|expect|should|reject)/i);
}

interface NamedScript {
  readonly name: string;
  readonly script: Script;
  readonly observes?: true;
}

function scriptsOf(place: CheckPlace, context: Context, { threads, invariants }: Defined): NamedScript[] {
  const scripts = threads.map((thread, i): NamedScript => {
    const { name } = thread;
    const mainThread = 'body' in thread && thread.mainThread;
    const handle = staticHandle(i);
    context.threadNames.set(handle, name);
    if ('file' in thread) return { name, script: workerThread(context, place.graph, handle, thread) };
    const pick = (defined: Defined): (() => unknown) => {
      const again = defined.threads[i];
      return again !== undefined && 'body' in again ? again.body : () => undefined;
    };
    return { name, script: functionThread(context, place, { handle, name, mainThread, key: keyOf(place, i) }, pick) };
  });
  invariants.forEach((_, i) => {
    const name = invariants.length === 1 ? 'invariant' : `invariant ${i + 1}`;
    const handle = staticHandle(threads.length + i);
    const pick = (defined: Defined): (() => unknown) => claims(defined.invariants[i] ?? (() => undefined));
    const script = invariantThread(functionThread(context, place, { handle, name }, pick));
    scripts.push({ name, script, observes: true });
  });
  return scripts;
}

/** Returns a key that distinguishes a scenario's thread from those of other scenarios that share the context. */
function keyOf({ scenario }: CheckPlace, i: number): string | undefined {
  return scenario?.callers === 'threads' ? ` ${scenario.threads[i]!.key}` : undefined;
}

function initialValue(context: Context, address: number, size: number): number {
  if (address >= SHADOW) return context.initialStates.get(address) ?? 0;
  const buffer = context.bufferAt(address);
  if (buffer === undefined) return 0;
  const offset = address - buffer.base;
  if (isBlockAt(context, address)) {
    const bytes = new Uint8Array(size);
    bytes.set(buffer.initial.subarray(offset, offset + size));
    return encodeBytes(bytes);
  }
  return offset + size > buffer.length ? 0 : readWord(buffer.initial, offset, size);
}

function isBlockAt({ blocks }: Context, address: number): boolean {
  const segment = blocks.at(address);
  return segment?.isBlock === true && segment.start === address;
}
