import type { Operation, Program, ThreadSnapshot, ThreadBody, ThreadRun, ThreadSource } from '@fencepost/core';
import { snapshotOf } from '@fencepost/core';

/**
 * Returns the program without merging local states: each is reached by one history only. Threads always run from their
 * start.
 */
export function byHistory(program: Program): Program {
  return withRuns(program, (run) => ({
    next: (result) => run.next(result),
    takePrinted: () => run.takePrinted?.() ?? '',
    ...(run.follow && { follow: (...args) => run.follow!(...args) }),
  }));
}

/** The same, but threads are resumed from snapshots. */
export function byHistoryResumed(program: Program): Program {
  let saved = 0;
  const inner = new WeakMap<ThreadSnapshot, ThreadSnapshot>();
  const save = (run: ThreadRun): ThreadSnapshot | undefined => {
    const snapshot = snapshotOf(run);
    if (snapshot === undefined) return undefined;
    const unlike = { words: Int32Array.of(saved++) };
    inner.set(unlike, snapshot);
    return unlike;
  };
  return withRuns(program, (run) => ({
    next: (result) => run.next(result),
    takePrinted: () => run.takePrinted?.() ?? '',
    ...(run.follow && { follow: (...args) => run.follow!(...args) }),
    ...(run.save && { save: () => save(run) }),
    ...(run.resume && { resume: (from, ...rest) => run.resume!(inner.get(from)!, ...rest) }),
  }));
}

/**
 * Returns the program with every retry followed: the graph explorer is not given the information which states have the
 * same continuations.
 */
export function followingRetries(program: Program): Program {
  return withRuns(program, (run) => ({
    next: (result) => run.next(result),
    takePrinted: () => run.takePrinted?.() ?? '',
    ...(run.follow && { follow: (...args) => run.follow!(...args) }),
    ...(run.save && { save: (find) => withoutEssence(run.save!(find)) }),
    ...(run.resume && { resume: (...args) => run.resume!(...args) }),
  }));
}

/** Returns the program with every value of a load distinguished, even where a thread learns less from it. */
export function learningValues(program: Program): Program {
  return withRuns(program, (run) => ({
    next: (result) => {
      const step = run.next(result);
      return step.done === true ? step : { done: false, value: { ...step.value, learns: undefined } };
    },
    takePrinted: () => run.takePrinted?.() ?? '',
    ...(run.follow && { follow: (...args) => run.follow!(...args) }),
    ...(run.essence && { essence: () => run.essence!() }),
  }));
}

function withoutEssence(snapshot: ThreadSnapshot | number | undefined): ThreadSnapshot | number | undefined {
  if (typeof snapshot !== 'object') return snapshot;
  const { essence: _, ...rest } = snapshot;
  return rest;
}

/** Returns the program with its runs, and those of the threads they start, replaced. */
function withRuns(program: Program, change: (run: ThreadRun) => ThreadRun): Program {
  const changed =
    (body: ThreadBody): ThreadBody =>
    () => {
      const run = change(body());
      return { ...run, next: (result) => spawning(run.next(result)) };
    };
  const spawning = (step: IteratorResult<Operation, unknown>): IteratorResult<Operation, unknown> => {
    if (step.done === true || step.value.body === undefined) return step;
    return { done: false, value: { ...step.value, body: changed(step.value.body) } };
  };
  const threads = (): readonly ThreadSource[] =>
    program.threads.map((thread) => ({ ...thread, body: changed(thread.body) }));
  // Not a copy: properties may change as the front end learns.
  return Object.create(program, { threads: { get: threads, enumerable: true } }) as Program;
}
