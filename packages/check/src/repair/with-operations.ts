import type { Operation, Program, ScenarioSet, ThreadBody, ThreadRun, ThreadSource } from '@fencepost/core';
import { SPAWN } from '@fencepost/core';

/**
 * Returns the program with changed threads: those that it starts with, and all that these start. The same applies to
 * its scenarios.
 */
export function withThreads(
  program: Program,
  changed: (run: ThreadRun, body: (body: ThreadBody) => ThreadBody) => ThreadRun,
): Program {
  const body =
    (each: ThreadBody): ThreadBody =>
    (unbounded) =>
      changed(each(unbounded), body);
  const threads = (): readonly ThreadSource[] =>
    program.threads.map((thread) => ({ ...thread, body: body(thread.body) }));
  // Not a copy: properties may change as the front end learns.
  return Object.create(program, {
    threads: { get: threads, enumerable: true },
    ...(program.scenarios && {
      scenarios: { value: changedScenarios(program.scenarios, (each) => withThreads(each, changed)), enumerable: true },
    }),
  }) as Program;
}

function changedScenarios(set: ScenarioSet, changed: (program: Program) => Program): ScenarioSet {
  const { extent, count, shapes, random } = set;
  return {
    ...{ extent, count, shapes, random },
    *programs(isWanted) {
      for (const each of set.programs(isWanted)) yield changed(each);
    },
    *smaller(name) {
      for (const each of set.smaller(name)) yield changed(each);
    },
    named: (name) => {
      const found = set.named(name);
      return found && changed(found);
    },
  };
}

/** Returns the program with each operation replaced by one other operation. */
export function withOperations(program: Program, changed: (operation: Operation) => Operation): Program {
  return withThreads(program, (run, body) => ({
    next: (result) => {
      const step = run.next(result);
      if (step.done === true) return step;
      const operation = changed(step.value);
      return {
        done: false,
        value: operation.kind === SPAWN ? { ...operation, body: body(operation.body!) } : operation,
      };
    },
    takePrinted: () => run.takePrinted?.() ?? '',
  }));
}
