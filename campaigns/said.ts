import type { FinalView, Program } from '@fencepost/core';
import type { CheckOptions, ProgramCheck } from '@fencepost/check';
import type { ModelName, FailureReport } from 'fencepost';
import { checkProgram } from '@fencepost/check';
import type { Outcome } from './machine/threads.js';

/** Fencepost's result for a program under a model, in the terms of the machine's answer. */
export interface Said {
  readonly verdict: ProgramCheck['verdict'];
  readonly robust: boolean | null;
  /** `A3`, `deadlock`, `invalid access`; other failures as Fencepost reports them. */
  readonly failures: readonly string[];
  readonly outcomes: ReadonlySet<Outcome>;
  /** Whether everything was explored. */
  readonly complete: boolean;
  readonly executions: number;
}

/** Maximum number of executions of a search. Larger programs are not worth the time. */
const MOST_EXECUTIONS = 2000;

/** Returns one answer for each of the models. */
export function said(
  program: Program,
  outcomeOf: (final: FinalView) => Outcome,
  options: CheckOptions & { readonly models: readonly ModelName[] },
): readonly Said[] {
  const outcomes = new Map<ModelName, Set<Outcome>>();
  const latest: Outcome[] = [];
  const watched = watching(program, (final) => latest.push(outcomeOf(final)));
  const checks = checkProgram(watched, {
    maxExecutions: MOST_EXECUTIONS,
    ...options,
    // Called after each part of a search, with its model.
    onProgress: ({ model }) => {
      const known = outcomes.get(model) ?? new Set();
      outcomes.set(model, known);
      for (const outcome of latest.splice(0)) known.add(outcome);
    },
  });
  return checks.map(({ model, verdict, robust, failures, incomplete, executions }) => ({
    verdict,
    robust,
    failures: failures.map(tell),
    outcomes: outcomes.get(model) ?? new Set(),
    complete: incomplete === null,
    executions,
  }));
}

/** Returns the program, with a callback for the final state of each execution. */
function watching(program: Program, onEnd: (final: FinalView) => void): Program {
  const after = (final: FinalView): void => {
    program.after?.(final);
    onEnd(final);
  };
  return new Proxy(program, {
    get: (target, name) => (name === 'after' ? after : (Reflect.get(target, name) as unknown)),
  });
}

/** Returns a failure in the terms of the machine. */
export function tell({ kind, message }: Pick<FailureReport, 'kind' | 'message'>): string {
  if (kind === 'deadlock' || kind === 'invalid access') return kind;
  return /\bA\d+\b/.exec(message)?.[0] ?? `${kind}: ${message}`;
}
