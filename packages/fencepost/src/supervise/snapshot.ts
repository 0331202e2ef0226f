import type { ModelName } from '@fencepost/core';
import { REFERENCE_MODEL, defaultModels, failureKey } from '@fencepost/core';
import type { ProgramCheck, SearchProgress, Standing } from '@fencepost/check';
import { counted } from '@fencepost/report';
import type { FailureReport, Incomplete } from '@fencepost/report';
import type { ProgramFacts } from '../load/loaded-program.js';
import type { CheckRequest } from '../run/check-request.js';
import { checkReport } from '../run/check-report.js';
import type { SavedProgram } from '../run/saved-run.js';

/** The latest that is known about a check that has not answered. */
export interface Snapshot {
  readonly done: readonly ProgramCheck[];
  readonly progress: SearchProgress | undefined;
  readonly standing: Standing | undefined;
}

export const NOTHING_KNOWN: Snapshot = { done: [], progress: undefined, standing: undefined };

/** What can be said about a program whose check was ended from outside: it may not go on. */
export function programFrom(
  facts: ProgramFacts,
  request: CheckRequest,
  snapshot: Snapshot,
  stoppedBy: Incomplete['stoppedBy'],
  seconds: number,
): SavedProgram {
  const { source, program, digest, settings } = facts;
  const models = request.models ?? settings?.models ?? defaultModels('check');
  const checks = models.map((model): ProgramCheck => {
    const done = snapshot.done.find((each) => each.model === model);
    return done ?? ended(model, request, snapshot, stoppedBy, seconds);
  });
  return {
    ...{ source, program: program.name, digest, saved: null },
    checks: checks.map((check) => checkReport(facts, request, check)),
  };
}

function ended(
  model: ModelName,
  { method }: CheckRequest,
  { done, progress, standing }: Snapshot,
  stoppedBy: Incomplete['stoppedBy'],
  seconds: number,
): ProgramCheck {
  const isPresent = (standing ?? progress)?.model === model;
  const { executions = 0, blocked = 0 } = isPresent ? { ...standing, ...progress } : {};
  const sc = done.find((each) => each.model === REFERENCE_MODEL);
  const known = isPresent ? (standing?.failures ?? []) : [];
  const failures = known.map((failure): FailureReport => {
    const isUnderSc = sc?.failures.some((each) => failureKey(each) === failureKey(failure)) === true;
    const underSc = model === REFERENCE_MODEL || isUnderSc ? true : sc?.incomplete === null ? false : null;
    return { ...failure, underSc, counterexample: null };
  });
  return {
    ...{ model, method, executions, blocked, events: isPresent ? (standing?.events ?? 0) : 0 },
    verdict: failures.length > 0 ? 'failing' : 'unknown',
    robust: null,
    harmful: failures.some(({ underSc }) => underSc === false) ? true : null,
    seconds: isPresent ? seconds : 0,
    ...{ failures, violations: [], schedule: null, notes: [] },
    incomplete: { stoppedBy, covered: coverage(model, executions + blocked), estimate: null },
  };
}

function coverage(model: ModelName, explored: number): string {
  return explored === 0
    ? `the search under ${model} did not come to the end of an execution`
    : `the search under ${model} was ended from outside after ${counted(explored, 'execution')}`;
}
