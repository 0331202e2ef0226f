import type { CheckResult, CountedFailure, Failure, ModelName } from '@fencepost/core';
import type { Story } from '@fencepost/report';
import type { ViolationReport } from './violation.js';

/**
 * How a program is checked: by exploring its executions under each model, or by exploring those under SC alone, with
 * monitors that watch for departures from SC.
 */
export const CHECK_METHODS = ['graph', 'monitor'] as const;
export type CheckMethod = (typeof CHECK_METHODS)[number];

/** The models that both methods know. */
export type CheckedModel = Exclude<ModelName, 'pslo'>;
export const CHECKED_MODELS: readonly CheckedModel[] = ['sc', 'tso', 'pso'];

export interface CheckedFailure extends CountedFailure {
  /** Does it happen under SC, too? null: not decided. */
  readonly underSc: boolean | null;
  /** An execution that shows it; of data races only. */
  readonly schedule?: string;
}

/** Why a search was given up, and what it covered by then. */
export interface Incomplete {
  readonly stoppedBy: 'executions' | 'preemptions' | 'memory' | 'limits';
  readonly covered: string;
}

/** What was established about a program under a model; `--format json` prints it as it is. */
export interface ProgramCheck extends CheckResult {
  readonly model: CheckedModel;
  readonly method: CheckMethod;
  /** Does a check fail under the model that does not fail under SC? null: not decided. */
  readonly harmful: boolean | null;
  /** Complete executions explored: of the model, or with monitors those of SC. */
  readonly executions: number;
  readonly seconds: number;
  /** Those that SC does not have come first. */
  readonly failures: readonly CheckedFailure[];
  readonly violations: readonly ViolationReport[];
  /** An execution that shows the first failure; null without failures, or if none could be found again. */
  readonly schedule: string | null;
  /** That execution, step by step. */
  readonly story: Story | null;
  /** What else whoever relies on the verdict should know. */
  readonly notes: readonly string[];
  /** null: the search was complete. */
  readonly incomplete: Incomplete | null;
}

/** Two executions fail alike if their failures have the same key. */
export function failureKey({ kind, message, thread, site }: Failure): string {
  return JSON.stringify([kind, message, thread, site]);
}

/** Is any of the failures one of the model alone? Failures that SC may or may not have leave it open. */
export function isHarmful(failures: readonly CheckedFailure[], complete: boolean): boolean | null {
  if (failures.some(({ underSc }) => underSc === false)) return true;
  return complete && failures.every(({ underSc }) => underSc === true) ? false : null;
}

export function modelFailuresFirst(failures: readonly CheckedFailure[]): CheckedFailure[] {
  const rank = ({ underSc }: CheckedFailure): number => (underSc === true ? 1 : 0);
  return failures.toSorted((a, b) => rank(a) - rank(b));
}
