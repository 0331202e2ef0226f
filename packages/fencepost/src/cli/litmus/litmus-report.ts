import { counted, renderText, span } from '@fencepost/report';
import type { LitmusCheck, MonitoredLitmus } from '@fencepost/litmus';
import type { Disagreement } from './expectations.js';
import type { LitmusRun, StoppedBy } from './litmus-run.js';
import { widest } from '../terminal/json-report.js';

export interface LitmusTotals {
  tests: number;
  checks: number;
  executions: number;
  blocked: number;
}

export interface Agreement {
  readonly rows: number;
  readonly agree: number;
  /** Tests without an expectation. */
  readonly without: number;
  readonly disagreements: readonly Disagreement[];
}

/** Formats the checks in their order. The name of a test is shown once, with its first check. */
export function lineFormatter(
  names: readonly string[],
  models: readonly string[],
  colour = false,
): (check: LitmusCheck) => string {
  const nameWidth = widest(names);
  const modelWidth = widest(models);
  let before: string | undefined;
  return (check) => {
    const { test, model, observation, witnesses, executions, blocked, nonSequential, races } = check;
    const name = test === before ? '' : test;
    before = test;
    const counts = `${observation} ${witnesses} ${executions - witnesses}`;
    const more = [
      counted(executions, 'execution'),
      ...(blocked === 0 ? [] : [`${blocked} blocked`]),
      ...(nonSequential === 0 ? [] : [`${nonSequential} not SC`]),
      ...((races ?? 0) === 0 ? [] : ['data race: undefined behaviour']),
    ];
    const lead = `${name.padEnd(nameWidth)}  ${model.padEnd(modelWidth)}  `;
    const told = span(answer(check).padEnd(9), TONES[answer(check)]);
    return renderText([lead, told, `  ${counts.padEnd(15)}  ${more.join(', ')}`], colour);
  };
}

type Answer = 'allowed' | 'forbidden' | 'Ok' | 'No';

const TONES = { allowed: 'warning', forbidden: 'dim', Ok: 'plain', No: 'error' } as const;

/**
 * `exists` asks whether a state can be observed. `~exists` and `forall` are requirements, for which herd7 reports Ok or
 * No.
 */
function answer({ quantifier, holds }: LitmusCheck): Answer {
  if (quantifier === 'exists') return holds ? 'allowed' : 'forbidden';
  return holds ? 'Ok' : 'No';
}

export function summaryLine({ tests, checks, executions, blocked }: LitmusTotals): string {
  return `${counted(tests, 'test')}, ${counted(checks, 'check')}: ${counted(executions, 'execution')}${blockedText(blocked)}`;
}

function blockedText(blocked: number): string {
  return blocked === 0 ? '' : `, ${blocked} blocked`;
}

export function agreementLine({ rows, agree, without }: Agreement, blocked: number): string {
  const rest = without === 0 ? '' : `; ${counted(without, 'test')} without a row`;
  return `${agree} of ${rows} rows agree, ${blocked} blocked executions${rest}`;
}

export function monitorLineFormatter(
  names: readonly string[],
  models: readonly string[],
): (check: MonitoredLitmus) => string {
  const nameWidth = widest(names);
  const modelWidth = widest(models);
  return ({ test, model, robust, executions, violations }) => {
    const columns = [test.padEnd(nameWidth), model.padEnd(modelWidth), (robust ? 'robust' : 'not robust').padEnd(11)];
    const pairs = violations.map(({ operation, write }) => `${operation} before ${write}`).join(', ');
    const found = robust ? '' : `, ${counted(violations.length, 'violation')}: ${pairs}`;
    return `${columns.join('  ')}  ${counted(executions, 'SC execution')}${found}`;
  };
}

/** Returns a line such as `not robust: tso 799, pso 1554 of 2595`. */
export function monitorSummary(notRobust: ReadonlyMap<string, number>, tests: number): string {
  return `not robust: ${[...notRobust].map(([model, count]) => `${model} ${count}`).join(', ')} of ${tests}`;
}

type Incomplete = Pick<LitmusRun, 'files' | 'notRun' | 'stoppedBy'>;

const STOPPED_BY: Readonly<Record<StoppedBy, string>> = {
  time: 'stopped by --max-time',
  interrupt: 'interrupted',
  memory: 'out of memory',
};

/** Returns a line such as `stopped by --max-time: 37 of 2,595 tests not run, or not to the end`. */
export function incompleteLines({ files, notRun, stoppedBy }: Incomplete): string[] {
  if (stoppedBy === undefined) return [];
  const were = `${notRun.length.toLocaleString('en-US')} of ${counted(files.length, 'test')}`;
  return [`${STOPPED_BY[stoppedBy]}: ${were} not run, or not to the end`];
}

export function incompleteJson({ notRun, stoppedBy }: Incomplete): object {
  return stoppedBy === undefined ? {} : { incomplete: { stoppedBy, notRun } };
}
