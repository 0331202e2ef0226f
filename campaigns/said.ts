import type { FinalView, Program } from '@fencepost/core';
import type { CheckOptions, FailureReport, ProgramCheck } from 'fencepost';
import { checkProgram } from 'fencepost';
import type { Model, Outcome } from './machine/threads.js';

/** What Fencepost says about a program under a model, in the terms of the machine's answer. */
export interface Said {
  readonly verdict: ProgramCheck['verdict'];
  readonly robust: boolean | null;
  /** `A3`, `deadlock`, `invalid access`; whatever else it says as it says it. */
  readonly failures: readonly string[];
  readonly outcomes: ReadonlySet<Outcome>;
  /** Was everything explored? */
  readonly complete: boolean;
  readonly executions: number;
}

/** Executions after which a search is given up: so large a program is not worth the time. */
const MOST_EXECUTIONS = 2000;

export function said(
  program: Program,
  model: Model,
  outcomeOf: (final: FinalView) => Outcome,
  options: CheckOptions,
): Said {
  const outcomes = new Set<Outcome>();
  const watched = watching(program, (final) => outcomes.add(outcomeOf(final)));
  const [check] = checkProgram(watched, { models: [model], maxExecutions: MOST_EXECUTIONS, ...options });
  const { verdict, robust, failures, incomplete, executions } = check!;
  return { verdict, robust, failures: failures.map(tell), outcomes, complete: incomplete === null, executions };
}

/** The program, with an eye on how its executions end. */
function watching(program: Program, onEnd: (final: FinalView) => void): Program {
  const after = (final: FinalView): void => {
    program.after?.(final);
    onEnd(final);
  };
  return new Proxy(program, {
    get: (target, name) => (name === 'after' ? after : (Reflect.get(target, name) as unknown)),
  });
}

function tell({ kind, message }: FailureReport): string {
  if (kind === 'deadlock' || kind === 'invalid access') return kind;
  return /\bA\d+\b/.exec(message)?.[0] ?? `${kind}: ${message}`;
}
