import type { Site } from '../common/errors.js';
import { formatSite } from '../common/errors.js';
import { isMaybe, isRecord, isSite, isText } from '../common/shapes.js';
import type { ToldHistory } from './calls.js';
import { isToldHistory } from './calls.js';

/** An error in one execution. */
export interface Failure {
  readonly kind:
    | 'assertion'
    | 'crash'
    | 'deadlock'
    | 'invalid access'
    | 'data race'
    | 'not linearizable'
    | 'wrong results';
  readonly message: string;
  readonly thread?: string;
  readonly site?: Site;
  /** Key that is equal for deadlocks that differ only in which of several threads with the same code wait. */
  readonly alike?: string;
  /** The calls with wrong results. */
  readonly history?: ToldHistory;
}

/** A failure, and the number of executions in which it happens. */
export interface CountedFailure extends Failure {
  readonly executions: number;
}

/** The compiler requires each kind here. */
const FAILURE_KINDS: Readonly<Record<Failure['kind'], true>> = {
  assertion: true,
  crash: true,
  deadlock: true,
  'invalid access': true,
  'data race': true,
  'not linearizable': true,
  'wrong results': true,
};

/** Returns whether a value from another process is a failure. */
export function isFailure(value: unknown): value is Failure {
  if (!isRecord(value)) return false;
  const { kind, message, thread, site, alike, history } = value;
  return (
    isText(kind) &&
    Object.hasOwn(FAILURE_KINDS, kind) &&
    isText(message) &&
    isMaybe(thread, isText) &&
    isMaybe(site, isSite) &&
    isMaybe(alike, isText) &&
    isMaybe(history, isToldHistory)
  );
}

/** `unknown`: nothing failed, but not everything was explored. */
export type Verdict = 'safe' | 'failing' | 'unknown';

/** Returns the verdict. An incomplete search can find failures, but not prove safety. */
export function verdictOf(failures: readonly Failure[], complete: boolean): Verdict {
  if (failures.length > 0) return 'failing';
  return complete ? 'safe' : 'unknown';
}

/**
 * Returns the key of a failure. Failures with the same key are reported as one: those of one kind at one line or, where
 * the line is unknown, with the same message or the same `alike`.
 */
export function failureKey({ kind, message, thread = '', site, alike }: Failure): string {
  if (site !== undefined) return JSON.stringify([kind, formatSite(site)]);
  return JSON.stringify([kind, thread, alike ?? message]);
}

/** Merges two failures with the same key, independent of their order: details that differ are left out. */
export function sameFailure(a: Failure, b: Failure): Failure {
  const { kind, site, alike } = a;
  const message = a.message < b.message ? a.message : b.message;
  return {
    kind,
    message,
    ...(a.thread === b.thread && a.thread && { thread: a.thread }),
    ...(site && { site }),
    ...(alike !== undefined && { alike }),
  };
}
