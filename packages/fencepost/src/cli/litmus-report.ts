import type { LitmusCheck } from '../litmus-check.js';
import type { Disagreement } from './expectations.js';

export interface LitmusTotals {
  tests: number;
  checks: number;
  executions: number;
  blocked: number;
}

export interface Agreement {
  readonly rows: number;
  readonly agree: number;
  readonly disagreements: readonly Disagreement[];
}

/** Lines of one width for what comes first, so that the columns stay in place. */
export function lineFormatter(names: readonly string[], models: readonly string[]): (check: LitmusCheck) => string {
  const nameWidth = Math.max(...names.map((name) => name.length));
  const modelWidth = Math.max(...models.map((model) => model.length));
  return (check) => {
    const { test, model, observation, witnesses, executions, blocked, nonSequential } = check;
    const counts = `${observation} ${witnesses} ${executions - witnesses}`;
    const columns = [test.padEnd(nameWidth), model.padEnd(modelWidth), answer(check).padEnd(9), counts.padEnd(15)];
    const relaxed = nonSequential === 0 ? '' : `, ${nonSequential} not SC`;
    return `${columns.join('  ')}  ${plural(executions, 'execution')}, ${blocked} blocked${relaxed}`;
  };
}

/** `exists` asks what can be observed; for `~exists` and `forall`, which demand something, herd7 says Ok or No. */
function answer({ quantifier, holds }: LitmusCheck): string {
  if (quantifier === 'exists') return holds ? 'allowed' : 'forbidden';
  return holds ? 'Ok' : 'No';
}

export function summaryLine({ tests, checks, executions, blocked }: LitmusTotals): string {
  return `${plural(tests, 'test')}, ${plural(checks, 'check')}: ${plural(executions, 'execution')}, ${blocked} blocked`;
}

export function agreementLine({ rows, agree }: Agreement, blocked: number): string {
  return `${agree} of ${rows} rows agree, ${blocked} blocked executions`;
}

export function jsonReport(tool: string, checks: readonly LitmusCheck[], expected: Agreement | undefined): string {
  return JSON.stringify({ version: 1, tool, checks, ...(expected && { expected }) }, undefined, 2);
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
