import { counted } from '@fencepost/report';
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

export function lineFormatter(names: readonly string[], models: readonly string[]): (check: LitmusCheck) => string {
  const nameWidth = widest(names);
  const modelWidth = widest(models);
  return (check) => {
    const { test, model, observation, witnesses, executions, blocked, nonSequential, races } = check;
    const counts = `${observation} ${witnesses} ${executions - witnesses}`;
    const columns = [test.padEnd(nameWidth), model.padEnd(modelWidth), answer(check).padEnd(9), counts.padEnd(15)];
    const relaxed = nonSequential === 0 ? '' : `, ${nonSequential} not SC`;
    const undefinedBehaviour = (races ?? 0) === 0 ? '' : ', data race: undefined behaviour';
    return `${columns.join('  ')}  ${counted(executions, 'execution')}, ${blocked} blocked${relaxed}${undefinedBehaviour}`;
  };
}

/**
 * `exists` asks whether a state can be observed. `~exists` and `forall` are requirements, for which herd7 reports Ok or
 * No.
 */
function answer({ quantifier, holds }: LitmusCheck): string {
  if (quantifier === 'exists') return holds ? 'allowed' : 'forbidden';
  return holds ? 'Ok' : 'No';
}

export function summaryLine({ tests, checks, executions, blocked }: LitmusTotals): string {
  return `${counted(tests, 'test')}, ${counted(checks, 'check')}: ${counted(executions, 'execution')}, ${blocked} blocked`;
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
