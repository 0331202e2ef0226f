import type { FinalView } from '@fencepost/core';
import { FencepostError, isFencepostError, sameOperation, staticHandle, writeWord } from '@fencepost/core';
import type { Context } from '../world/context/context.js';
import { current, keepingCurrent } from '../world/running/current.js';
import type { ThreadOutcome } from '../runtime/replayed-thread.js';
import { ScriptRun } from '../runtime/run.js';
import type { Step } from '../runtime/steps.js';
import { trailOf } from '../runtime/steps.js';
import { failedCheckOf } from '../runtime/thread-failure.js';
import { decodeBytes } from '../memory/model/block-words.js';
import { receiveMessages } from '../workers/handle.js';
import type { World } from '../world/running/world.js';
import { comesToRest, runToTheEnd } from './single-thread-run.js';
import type { Defined, DefinedThread } from './defined.js';
import type { CheckPlace } from './scripts.js';
import { runIn, setUpWorld } from './scripts.js';
import { isObject } from '../world/objects/is-object.js';

/**
 * Runs the checks at the end of an execution. They may read objects of set-up code that threads have changed. So all
 * threads are run again in one world, one after the other, with the results they had.
 */
export function checkAfter(place: CheckPlace, context: Context, final: FinalView): void {
  keepingCurrent(() => {
    const { world, defined } = setUpWorld(context, place, 'after');
    const results: Record<string, unknown> = {};
    const ended = endedThreads(defined, final);
    for (const thread of ended) {
      const again = runAgain(world, thread);
      if (!again.isSame) throw notApart(context, place, ended, thread);
      if (thread.runsTasks === true) Object.assign(results, again.value);
      else results[thread.name] = again.value;
      thread.handle.settle(again.value);
    }
    current.run = undefined;
    world.role = { kind: 'after', thread: 0, name: 'after' };
    writeMemory(world, final);
    receiveMessages(world, (address) => final.read(address));
    try {
      for (const check of defined.afters) {
        comesToRest(world, check(results), 'a check of the end');
        runToTheEnd(world, 'a check of the end');
      }
    } catch (error) {
      throw isFencepostError(error) ? error : failedCheckOf(error, context.sites);
    }
  });
}

/** A thread given as a function, and its outcome. */
interface EndedThread extends DefinedThread {
  readonly index: number;
  readonly known: readonly number[];
  /** Undefined: the thread waits for events that never arrive. */
  readonly outcome: ThreadOutcome | undefined;
}

function endedThreads({ threads }: Defined, final: FinalView): readonly EndedThread[] {
  const results = final.results();
  return threads.flatMap((thread, index) => {
    if (!('body' in thread)) return [];
    const outcome = final.outcome(index) as ThreadOutcome | undefined;
    return [{ ...thread, index, known: results.get(staticHandle(index)) ?? [], outcome }];
  });
}

interface RunAgain {
  readonly value: unknown;
  readonly steps: readonly Step[];
  /** Whether the thread behaved as it did in its own world. */
  readonly isSame: boolean;
}

function runAgain(world: World, { index, name, mainThread, body, known, outcome }: EndedThread): RunAgain {
  const { context } = world;
  const handle = staticHandle(index);
  let settled: unknown;
  const settle = (value: unknown): void => {
    settled = value;
  };
  const script = {
    handle,
    context,
    run: (start: (world: World) => void) => runIn(world, { handle, name, mainThread }, body, start, settle),
  };
  current.world = world;
  // The thread has ended, so none of its loops waits.
  const run = new ScriptRun(script, known, () => false, 0);
  const ending = run.execute(script);
  world.loop.clear();
  const { steps } = run;
  if (outcome === undefined) return { value: settled, steps, isSame: true };
  if (ending?.how !== 'returned' || trailOf(steps) !== outcome.trail) return { value: undefined, steps, isSame: false };
  // Objects are taken from this world, as they may refer to memory.
  return { value: isObject(outcome.value) ? ending.value : outcome.value, steps, isSame: true };
}

/**
 * Creates the error for a thread that behaves differently after others. It names the other thread that causes this, and
 * the site of the first difference.
 */
function notApart(
  context: Context,
  place: CheckPlace,
  ended: readonly EndedThread[],
  { index, name }: EndedThread,
): FencepostError {
  const runAfter = (others: readonly EndedThread[]): RunAgain => {
    const { world, defined } = setUpWorld(context, place, 'after');
    const isWanted = (thread: EndedThread): boolean => thread.index === index || others.includes(thread);
    const runs = ended.filter(isWanted).map((thread) => {
      const again = defined.threads[thread.index];
      return runAgain(world, again !== undefined && 'body' in again ? { ...thread, body: again.body } : thread);
    });
    return runs.at(-1)!;
  };
  const before = ended.filter((other) => other.index < index);
  const culprit = before.find((other) => !runAfter([other]).isSame)?.name ?? 'others';
  const apart = runAfter([]).steps;
  const together = runAfter(before).steps;
  const departs = apart.findIndex(({ operation }, i) => {
    const other = together[i];
    return other === undefined || !sameOperation(other.operation, operation);
  });
  const site = (apart[departs] ?? apart.at(-1))?.operation.site;
  return new FencepostError(
    'NONDETERMINISM',
    `${name} behaves differently after ${culprit}: it uses JavaScript objects or module variables that ${culprit} changed`,
    {
      ...(site && { site }),
      hint: 't.after runs all thread functions in one place, unlike workers: keep such state inside the thread, or move the thread to its own file (t.worker)',
    },
  );
}

/** Writes the final memory of the execution into the world's buffers. */
function writeMemory({ context, buffers }: World, final: FinalView): void {
  const writeAt = (address: number, size: number, write: (bytes: Uint8Array, offset: number) => void): void => {
    for (const [memory, { base }] of buffers) {
      const offset = address - base;
      if (offset >= 0 && offset + size <= memory.byteLength) write(new Uint8Array(memory), offset);
    }
  };
  for (const cell of context.cells.all()) {
    const word = final.read(cell);
    writeAt(cell.address, cell.size, (bytes, offset) => writeWord(bytes, offset, cell.size, word));
  }
  for (const { start, end, isBlock } of context.blocks.all()) {
    if (!isBlock) continue;
    const content = decodeBytes(final.read({ address: start, size: end - start }));
    writeAt(start, end - start, (bytes, offset) => content.forEach((byte, i) => (bytes[offset + i] = byte)));
  }
}
