import type { Failure, ModelName, Program, Site } from '@fencepost/core';
import { LocalStates, parseSchedule } from '@fencepost/core';
import type { CheckReport, Counterexample, FailureReport, SourceLines, ViolationReport } from '@fencepost/report';
import { buildCounterexample } from '@fencepost/check';

/** The execution that a schedule is. */
export function execution(program: Program, model: ModelName, schedule: string): Counterexample {
  return buildCounterexample(new LocalStates(program), model, parseSchedule(schedule));
}

type Found = Partial<CheckReport> & Pick<CheckReport, 'source' | 'program' | 'model'>;

/** Creates the result of a search; by default, a complete one without findings. */
export function checkOf({ source, program, model, ...found }: Found): CheckReport {
  const { failures = [], violations = [] } = found;
  const shown = [...failures, ...violations][0]?.counterexample;
  return {
    source,
    program,
    model,
    method: 'graph',
    verdict: failures.length > 0 ? 'failing' : found.incomplete ? 'unknown' : 'safe',
    robust: violations.length === 0,
    harmful: failures.some(({ underSc }) => underSc === false),
    executions: 4,
    blocked: 0,
    events: 20,
    seconds: 0.25,
    failures,
    violations,
    schedule: shown?.schedule ?? null,
    incomplete: null,
    notes: [],
    replay: ['--model', model],
    ...found,
  };
}

/** A failure that the execution shows. */
export function failureOf(
  counterexample: Counterexample | null,
  failure: Failure,
  more: Partial<FailureReport> = {},
): FailureReport {
  return { ...failure, executions: 1, underSc: false, counterexample, ...more };
}

/** The first failure of a thread that the execution shows. */
export function threadFailure(counterexample: Counterexample, more: Partial<FailureReport> = {}): FailureReport {
  const { name, failure, failureSite } = counterexample.story.threads.find((thread) => thread.failure !== undefined)!;
  const site = failureSite === undefined ? {} : { site: failureSite };
  return failureOf(counterexample, { kind: 'assertion', message: failure!, thread: name, ...site }, more);
}

export function violationOf(counterexample: Counterexample, executions: number | null = 1): ViolationReport {
  const { from, to } = counterexample.cycle.at(-1)!;
  const label = (step: number): string => counterexample.story.steps[step]!.label;
  return { operation: label(from), write: label(to), executions, counterexample };
}

/** The lines of a file, from `first` on. */
export function linesOf(file: string, text: string, first = 1): SourceLines {
  const numbered = text.split('\n').map((line, i): [number, string] => [first + i, line]);
  return { [file]: Object.fromEntries(numbered) };
}

/** The error that a failed `assert` throws. */
export function assertionFailure(condition: string, site: Site): Error {
  return Object.assign(new Error(`assertion failed: ${condition}`), { name: 'CheckFailed', site });
}

const TAGS: Readonly<Record<string, string>> = {
  '0': '/',
  '1': 'bold',
  '2': 'dim',
  '31': 'red',
  '32': 'green',
  '33': 'yellow',
  '35': 'magenta',
  '36': 'cyan',
  '94': 'blue',
};

/** Escape codes as `[red]…[/]`; one that is not expected stays as it is. */
export function tagged(line: string): string {
  return line.replaceAll(/\u001b\[(\d+)m/g, (code, number: string) => (TAGS[number] ? `[${TAGS[number]}]` : code));
}
