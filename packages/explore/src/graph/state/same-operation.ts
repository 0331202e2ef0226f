import type { Label, LocalStates } from '@fencepost/core';
import { DONE, FAIL, RMW, formatSite } from '@fencepost/core';

/** Whether the operation of the state accesses a mutex, which holds the handle of its owner. */
export function isOfMutex(states: LocalStates, state: number): boolean {
  const location = states.location[state]!;
  return location >= 0 && states.locations.isMutex(location);
}

/**
 * Whether two threads do the same in these states, apart from their identity. The only permitted difference is the
 * value stored when taking a mutex: the thread's handle.
 */
export function sameOperation(states: LocalStates, a: number, b: number): boolean {
  const { kind, code, failureCode, fn, comparison, awaited, location, second, unlocks, looked, label } = states;
  if (states.printed(a) !== states.printed(b)) return false;
  if (kind[a] === kind[b] && (kind[a] === DONE || kind[a] === FAIL)) return sameEnd(states, a, b);
  if (states.call[a] !== states.call[b]) return false;
  if (kind[a] !== kind[b] || code[a] !== code[b] || location[a] !== location[b] || fn[a] !== fn[b]) return false;
  if (comparison[a] !== comparison[b] || awaited[a] !== awaited[b] || unlocks[a] !== unlocks[b]) return false;
  if (looked[a] !== looked[b]) return false;
  if (kind[a] === RMW && failureCode[a] !== failureCode[b]) return false;
  if (second[a] !== second[b] || operandOf(states, a) !== operandOf(states, b)) return false;
  return sameLine(states.labels.get(label[a]!), states.labels.get(label[b]!));
}

/** Results of threads are ignored, unless a check reads them (`Symmetry.requireOff`). */
function sameEnd(states: LocalStates, a: number, b: number): boolean {
  if (states.kind[a] === DONE) return true;
  const [x, y] = [states.failure(a), states.failure(b)];
  return x.kind === y.kind && (x.site && formatSite(x.site)) === (y.site && formatSite(y.site));
}

/** The same comparison for the first states of two threads. */
export function beginAlike(states: LocalStates, a: number, b: number): boolean {
  const { threads, sources, daemons } = states;
  const [s, t] = [states.threadOf(a), states.threadOf(b)];
  if (daemons.has(threads.names[s]!) !== daemons.has(threads.names[t]!)) return false;
  return sources[s]?.observes === sources[t]?.observes && sameOperation(states, a, b);
}

/** Failures and violations are identified by line. */
function sameLine(a: Label, b: Label): boolean {
  if (a === b) return true;
  if (a.site === undefined || b.site === undefined) return a.site === b.site && a.role === b.role;
  return formatSite(a.site) === formatSite(b.site) && a.role === b.role;
}

/** Placeholder for a thread's own handle. Handles are positive. */
const OWN_HANDLE = -1;

function operandOf(states: LocalStates, state: number): number {
  const { operand, threads } = states;
  const isOwn = isOfMutex(states, state) && operand[state] === threads.handles[states.threadOf(state)];
  return isOwn ? OWN_HANDLE : operand[state]!;
}
