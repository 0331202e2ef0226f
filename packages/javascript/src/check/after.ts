import type { FinalView } from '@fencepost/core';
import { FencepostError, isFencepostError, staticHandle, writeWord } from '@fencepost/core';
import type { Context } from '../runtime/context.js';
import { current, keepingCurrent } from '../runtime/current.js';
import type { ThreadOutcome } from '../runtime/replayed-thread.js';
import { ScriptRun } from '../runtime/run.js';
import { trailOf } from '../runtime/steps.js';
import { failedCheckOf } from '../runtime/thread-failure.js';
import { receiveMessages } from '../workers/handle.js';
import type { World } from '../world/world.js';
import type { DefinedThread } from './defined.js';
import type { CheckPlace } from './scripts.js';
import { runIn, setUpWorld } from './scripts.js';

/**
 * Runs the checks of the end of an execution. They may look at objects of set-up code that threads have changed: so all
 * threads are run once more in one world, one after the other, with the results they had.
 */
export function checkAfter(place: CheckPlace, context: Context, final: FinalView): void {
  keepingCurrent(() => {
    const { world, defined } = setUpWorld(context, place, 'after');
    const results: Record<string, unknown> = {};
    const known = final.results();
    defined.threads.forEach((thread, i) => {
      if (!('body' in thread)) return;
      const handle = staticHandle(i);
      results[thread.name] = runAgain(world, thread, handle, known.get(handle) ?? [], final.outcome(i));
    });
    current.run = undefined;
    world.role = { kind: 'after', thread: 0, name: 'after' };
    for (const { address, size } of context.cells.all()) writeMemory(world, address, size, final.read(address));
    receiveMessages(world, (address) => final.read(address));
    try {
      for (const check of defined.afters) check(results);
    } catch (error) {
      throw isFencepostError(error) ? error : failedCheckOf(error, context.sites);
    }
  });
}

function runAgain(
  world: World,
  thread: DefinedThread,
  handle: number,
  known: readonly number[],
  outcome: unknown,
): unknown {
  const { context } = world;
  let settled: unknown;
  const settle = (value: unknown): void => {
    settled = value;
  };
  const script = {
    handle,
    context,
    run: (start: (world: World) => void) => runIn(world, { handle, name: thread.name }, thread.body, start, settle),
  };
  current.world = world;
  const run = new ScriptRun(script, known, new Set(), 0);
  const ending = run.execute(script);
  if (outcome === undefined) return settled; // it waits for events that do not come
  const same = ending?.how === 'returned' && trailOf(run.steps) === (outcome as ThreadOutcome).trail;
  if (same) return ending.value;
  const site = run.steps.at(-1)?.operation.site;
  throw new FencepostError('NONDETERMINISM', `${thread.name} uses JavaScript objects that another thread has changed`, {
    ...(site && { site }),
    hint: 'workers share nothing but SharedArrayBuffers: give each thread objects of its own',
  });
}

function writeMemory(world: World, address: number, size: number, word: number): void {
  for (const [memory, { base, size: length }] of world.buffers) {
    if (address >= base && address < base + length) writeWord(new Uint8Array(memory), address - base, size, word);
  }
}
