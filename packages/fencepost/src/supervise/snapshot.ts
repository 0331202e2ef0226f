import type { ModelName } from '@fencepost/core';
import { REFERENCE_MODEL, failureKey, modelsFor } from '@fencepost/core';
import type { ProgramCheck, SavedCheck, SearchProgress, Standing } from '@fencepost/check';
import { NOT_STARTED, count, counted } from '@fencepost/report';
import type { FailureReport, Incomplete, ScenarioReport } from '@fencepost/report';
import type { ProgramFacts } from '../load/loaded-program.js';
import type { SearchOptions } from '../options/search.js';
import type { CheckRequest } from '../run/check-request.js';
import { checkReport } from '../run/check-report.js';
import type { SavedProgram } from '../run/saved-run.js';
import type { News } from './messages.js';

/** The latest information about a check that has not answered. */
export interface Snapshot {
  readonly done: readonly ProgramCheck[];
  readonly progress: SearchProgress | undefined;
  readonly standing: Standing | undefined;
  /** State from which another run can resume. */
  readonly saved: SavedCheck | undefined;
  /** The findings of a search that is over; undefined if it is not. */
  readonly searched?: SavedProgram | undefined;
}

export const NOTHING_KNOWN: Snapshot = { done: [], progress: undefined, standing: undefined, saved: undefined };

/** Returns the snapshot at the start of a resumed run. */
export function knownFrom(before: SavedProgram | undefined): Snapshot {
  return { ...NOTHING_KNOWN, saved: before?.saved ?? undefined };
}

/** Returns the snapshot after a message of the checker. */
export function knownAfter(snapshot: Snapshot, news: News): Snapshot {
  switch (news.tell) {
    case 'progress':
      return { ...snapshot, progress: news.progress, standing: news.standing };
    case 'checkpoint':
      return {
        ...{ ...snapshot, saved: news.program.saved ?? undefined },
        ...(news.program.checks.length > 0 && { searched: news.program }),
      };
    case 'done':
      return { ...NOTHING_KNOWN, done: news.checks, saved: snapshot.saved };
    case 'fixing':
      return snapshot;
  }
}

/**
 * Returns the report on a program whose check was ended from outside. `seconds`: its duration; undefined if it did not
 * begin.
 */
export function programFrom(
  facts: ProgramFacts,
  request: CheckRequest,
  snapshot: Snapshot,
  stoppedBy: Incomplete['stoppedBy'],
  seconds: number | undefined,
): SavedProgram {
  if (snapshot.searched !== undefined) return snapshot.searched;
  const { source, program, digest, settings } = facts;
  const { search } = request;
  const models = modelsFor(program, search.method, search.models ?? settings?.models);
  const isDone = (model: ModelName): boolean => snapshot.done.some((each) => each.model === model);
  const present = models.find((model) => !isDone(model));
  const checks = models.map((model): ProgramCheck => {
    const done = snapshot.done.find((each) => each.model === model);
    return (
      done ??
      (model === present && seconds !== undefined
        ? cutOff(model, search, snapshot, stoppedBy, seconds)
        : notBegun(model, search, stoppedBy))
    );
  });
  return {
    ...{ source, program: program.name, digest, saved: snapshot.saved ?? null },
    checks: checks.map((check) => checkReport(facts, request, check)),
  };
}

/** Returns the check of the model whose search did not respond. */
function cutOff(
  model: ModelName,
  search: SearchOptions,
  { done, progress, standing }: Snapshot,
  stoppedBy: Incomplete['stoppedBy'],
  seconds: number,
): ProgramCheck {
  const { executions = 0, blocked = 0 } = [progress, standing].find((each) => each?.model === model) ?? {};
  const { events = 0, failures: known = [], scenarios } = standing?.model === model ? standing : {};
  const sc = done.find((each) => each.model === REFERENCE_MODEL);
  const failures = known.map((failure): FailureReport => {
    const isUnderSc = sc?.failures.some((each) => failureKey(each) === failureKey(failure)) === true;
    const underSc = model === REFERENCE_MODEL || isUnderSc ? true : sc?.incomplete === null ? false : null;
    return { ...failure, underSc, counterexample: null };
  });
  return {
    ...notBegun(model, search, stoppedBy),
    ...{ executions, blocked, events, seconds, failures },
    verdict: failures.length > 0 ? 'failing' : 'unknown',
    harmful: failures.some(({ underSc }) => underSc === false) ? true : null,
    incomplete: { stoppedBy, covered: coverage(model, executions + blocked, stoppedBy, scenarios), estimate: null },
    ...(scenarios && { scenarios }),
  };
}

function notBegun(model: ModelName, { method }: SearchOptions, stoppedBy: Incomplete['stoppedBy']): ProgramCheck {
  return {
    ...{
      model,
      method,
      verdict: 'unknown',
      robust: null,
      harmful: null,
      executions: 0,
      blocked: 0,
      events: 0,
      seconds: 0,
    },
    ...{ failures: [], violations: [], schedule: null, notes: [] },
    incomplete: { stoppedBy, covered: NOT_STARTED, estimate: null },
  };
}

function coverage(
  model: ModelName,
  explored: number,
  stoppedBy: Incomplete['stoppedBy'],
  scenarios?: ScenarioReport,
): string {
  const checked =
    scenarios &&
    `${count(scenarios.checked)} of ${count(scenarios.count)} scenarios ${scenarios.extent} were checked; `;
  const after = explored === 0 ? 'before the end of an execution' : `after ${counted(explored, 'execution')}`;
  const why =
    stoppedBy === 'memory'
      ? ''
      : ' because it did not respond: an execution is very long, or code without shared accesses runs forever';
  return `${checked ?? ''}the search under ${model} was cut off ${after}${why}`;
}
