import type { Operation, Program, Standpoint, ThreadBody, ThreadRun, ThreadSource } from '@fencepost/core';

/** The program with each local state reached in one way only; its threads are run from their starts. */
export function byHistory(program: Program): Program {
  return withRuns(program, (run) => {
    const { follow } = run;
    const bound = follow && { follow: follow.bind(run) };
    return { next: (result) => run.next(result), takePrinted: () => run.takePrinted?.() ?? '', ...bound };
  });
}

/** The same, but threads are resumed where they were saved. */
export function byHistoryResumed(program: Program): Program {
  let saved = 0;
  const inner = new WeakMap<Standpoint, Standpoint>();
  return withRuns(program, (run) => {
    const { follow, save, resume } = run;
    if (follow === undefined || save === undefined || resume === undefined)
      return { next: (result) => run.next(result) };
    return {
      next: (result) => run.next(result),
      takePrinted: () => run.takePrinted?.() ?? '',
      follow: follow.bind(run),
      save: () => {
        const standpoint = save.call(run);
        if (standpoint === undefined) return undefined;
        const unlike = { words: Int32Array.of(saved++) };
        inner.set(unlike, standpoint);
        return unlike;
      },
      resume: (from, ...rest) => resume.call(run, inner.get(from)!, ...rest),
    };
  });
}

/** The program with its runs, and those of the threads they start, replaced. */
function withRuns(program: Program, change: (run: ThreadRun) => ThreadRun): Program {
  const changed =
    (body: ThreadBody): ThreadBody =>
    () => {
      const run = change(body());
      return Object.assign(run, { next: spawning(run.next) });
    };
  const spawning =
    (next: ThreadRun['next']): ThreadRun['next'] =>
    (result) => {
      const step = next(result);
      if (step.done === true || step.value.body === undefined) return step;
      const value: Operation = { ...step.value, body: changed(step.value.body) };
      return { done: false, value };
    };
  const threads = (): readonly ThreadSource[] =>
    program.threads.map((thread) => ({ ...thread, body: changed(thread.body) }));
  // Not a copy: properties may change as the front end learns.
  return Object.create(program, { threads: { get: threads, enumerable: true } }) as Program;
}
