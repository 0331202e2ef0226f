import type { ModelName, Program } from '@fencepost/core';
import { REFERENCE_MODEL, isTested, modelNamed } from '@fencepost/core';
import type { Counterexample, FailureReport, ViolationReport } from '@fencepost/report';
import { counted } from '@fencepost/report';
import type { ProgramCheck } from '../check/program-check.js';
import { failuresInOrder, isHarmful } from '../check/program-check.js';
import { replayProgram } from '../replay/replay-program.js';
import type { ProgramTest } from './program-test.js';

/** Tests after an incomplete search take as long as the search did, within these bounds, in seconds. */
const SHORTEST = 1;
const LONGEST = 10;

/** Number of executions from which cycles are predicted. Small, because time is short. */
export const SEQUENTIAL_RUNS = 25;

export function secondsForTests(searched: number): number {
  return Math.min(LONGEST, Math.max(SHORTEST, searched));
}

/** Returns the models whose search was incomplete and found no failure. None if time was up before it started. */
export function openModels(checks: readonly ProgramCheck[]): ModelName[] {
  if (checks.every(({ executions, blocked }) => executions + blocked === 0)) return [];
  return checks.flatMap(({ model, verdict, incomplete }) =>
    isTested(modelNamed(model)) && verdict === 'unknown' && GIVEN_UP.includes(incomplete?.stoppedBy) ? [model] : [],
  );
}

const GIVEN_UP: readonly unknown[] = ['executions', 'time'];

/** Combines the results of search and tests. `checks` are those of the program. */
export function afterTest(
  check: ProgramCheck,
  test: ProgramTest,
  checks: readonly ProgramCheck[],
  program: Program,
): ProgramCheck {
  const scIsSafe = checks.some(({ model, verdict }) => model === REFERENCE_MODEL && verdict === 'safe');
  const failures = failuresInOrder(
    test.failures.map(({ underSc, ...failure }): FailureReport => {
      const decided = underSc === null && scIsSafe ? false : underSc;
      return { ...failure, underSc: decided, foundBy: 'active testing' };
    }),
  );
  const violations = check.violations.length > 0 ? check.violations : departures(test, program);
  const shown = failures[0]?.counterexample ?? violations[0]?.counterexample;
  return {
    ...check,
    verdict: failures.length > 0 ? 'failing' : check.verdict,
    robust: violations.length > 0 ? false : check.robust,
    harmful: failures.length > 0 ? isHarmful(failures, false) : check.harmful,
    seconds: check.seconds + test.seconds,
    failures,
    violations,
    schedule: shown?.schedule ?? null,
    notes: [...check.notes, noteOn(test)],
  };
}

/** Returns an execution that is not SC, if any: that of a failure, otherwise of a cycle. */
function departures({ model, failures, cycles }: ProgramTest, program: Program): ViolationReport[] {
  const failing = failures.find(({ counterexample }) => (counterexample?.cycle.length ?? 0) > 0)?.counterexample;
  if (failing) return [departure(failing)];
  const schedule = cycles[0]?.schedule ?? null;
  return schedule === null ? [] : [departure(replayProgram(program, model, schedule).counterexample)];
}

function departure(counterexample: Counterexample): ViolationReport {
  const { cycle, story } = counterexample;
  const { from, to } = cycle.at(-1)!;
  const labelOf = (step: number): string => story.steps[step]!.label;
  return { operation: labelOf(from), write: labelOf(to), executions: null, counterexample };
}

function noteOn({ executions, sequential, failures, cycles }: ProgramTest): string {
  const tried = cycles.filter(({ outcome }) => outcome !== 'not possible').length;
  const aim = tried === 0 ? 'without a cycle to aim at' : `for ${counted(tried, 'possible cycle')}`;
  const run = counted(executions - sequential, 'execution');
  const done = `the search is not complete; active testing ran ${run} ${aim}`;
  return failures.length > 0 ? `${done} and found what fails` : `${done} and found no failure: that proves nothing`;
}
