import { failureKey, isFencepostError } from '@fencepost/core';
import type { Program } from 'fencepost';
import type { ProgramCheck } from '@fencepost/check';
import { replayProgram } from 'fencepost';

/**
 * Returns what the schedules of these checks fail to reproduce, when replayed by a program without state from the
 * checks.
 */
export function unreproduced(program: Program, checks: readonly ProgramCheck[]): string[] {
  return checks.flatMap(({ model, failures, violations }) => {
    const lines = failures.map((failure) => {
      if (failure.counterexample === null) return `no execution is shown that fails so: ${failure.message}`;
      const races = failure.kind === 'data race';
      return shows(failure.counterexample.schedule, (text) =>
        replayProgram(program, model, text, { races }).failures.some(
          (each) => unnumbered(failureKey(each)) === unnumbered(failureKey(failure)),
        ),
      );
    });
    for (const { counterexample } of violations) {
      lines.push(
        shows(counterexample.schedule, (text) => replayProgram(program, model, text).counterexample.cycle.length > 0),
      );
    }
    return lines.filter((line) => line !== '').map((line) => `${model}: ${line}`);
  });
}

/**
 * Removes the numbers of objects: objects of different sizes that an allocation makes in different executions are
 * numbered in the order in which the search meets them.
 */
function unnumbered(key: string): string {
  return key.replaceAll(/#\d+(?=\D|$)/g, '#');
}

/** Returns why the schedule does not reproduce the finding; empty if it does. */
function shows(schedule: string, isShown: (text: string) => boolean): string {
  try {
    return isShown(schedule) ? '' : `not shown by ${schedule}`;
  } catch (error) {
    if (!isFencepostError(error)) throw error;
    return `${schedule} cannot be replayed: ${error.message}`;
  }
}
