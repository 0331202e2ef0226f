import type { Site } from './errors.js';
import type { ModelName } from './lowering.js';

/** Something that went wrong in one execution. */
export interface Failure {
  readonly kind: 'assertion' | 'crash' | 'deadlock' | 'invalid access' | 'data race';
  readonly message: string;
  readonly thread?: string;
  readonly site?: Site;
}

/** A failure and in how many executions it happens. */
export interface CountedFailure extends Failure {
  readonly executions: number;
}

export type Verdict = 'safe' | 'failing' | 'unknown';

/** What a search of one program under one model established (design section 3). */
export interface CheckResult {
  readonly model: ModelName;
  readonly verdict: Verdict;
  /** null: not decided. */
  readonly robust: boolean | null;
  readonly executions: number;
  readonly blocked: number;
  readonly failures: readonly CountedFailure[];
  /** The schedule of an execution that is not sequentially consistent, if there is one. */
  readonly violation?: string;
}

/** A complete search decides; an incomplete one can only convict. */
export function verdictOf(failures: readonly Failure[], complete: boolean): Verdict {
  if (failures.length > 0) return 'failing';
  return complete ? 'safe' : 'unknown';
}
