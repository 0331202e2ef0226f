import { LOAD, RMW, sameOperation } from '@fencepost/core';
import type { WaiterList } from '../synchronisation/waiters.js';
import { lists } from '../synchronisation/waiters.js';
import type { Context } from '../world/context/context.js';
import type { Step } from './steps.js';
import { changesMemory } from './steps.js';

/** A list of waiters before and after a thread's step: its own entries, and whether those of others changed. */
interface Visit {
  readonly list: number;
  readonly found: string;
  readonly left: string;
  readonly changesOthers: boolean;
}

const NO_ENTRIES = entriesOf({ holder: 0, waiters: [], notified: [] }, () => true);

function entriesOf({ holder, waiters, notified }: WaiterList, isWanted: (who: number) => boolean): string {
  const wanted = waiters.filter(({ who }) => isWanted(who));
  return JSON.stringify([isWanted(holder) ? holder : 0, wanted, notified.filter(isWanted)]);
}

function visitOf({ operation, result }: Step, thread: number): Visit {
  const found = lists.decode(result!);
  const left = lists.decode(operation.transition!.apply(result!));
  const isOwn = (who: number): boolean => who === thread;
  const isOther = (who: number): boolean => who !== thread;
  return {
    list: operation.address,
    found: entriesOf(found, isOwn),
    left: entriesOf(left, isOwn),
    changesOthers: entriesOf(found, isOther) !== entriesOf(left, isOther),
  };
}

/**
 * Returns whether the thread could have omitted these steps, an iteration of a loop, without any thread getting another
 * result. It could if it changed only lists of waiters, only its own entries there, no other thread touched these (to
 * wake it), and in the end they are unchanged: it timed out whenever it waited. As waiters are woken in order of
 * arrival, there must be a moment at which it does not wait anywhere; the steps between two such moments can be
 * omitted.
 */
export function leavesNoTrace(context: Context, thread: number, round: readonly Step[]): boolean {
  const isVisit = ({ operation }: Step): boolean => context.isWaiterList(operation.address);
  if (round.some((step) => !isVisit(step) && changesMemory(step.operation, step.result!))) return false;
  const visits = round.filter(isVisit).map((step) => visitOf(step, thread));
  const before = new Map<number, string>();
  for (const { list, found } of visits) if (!before.has(list)) before.set(list, found);
  const entries = new Map(before);
  let everAbsent = false;
  for (const { list, found, left, changesOthers } of visits) {
    if (changesOthers || entries.get(list) !== found) return false;
    entries.set(list, left);
    everAbsent ||= [...entries.values()].every((own) => own === NO_ENTRIES);
  }
  return everAbsent && visits.every(({ list }) => entries.get(list) === before.get(list));
}

/** Returns the steps that only read: the thread can behave differently only if one of them reads another value. */
export function readsOf(steps: readonly Step[]): readonly Step[] {
  const reads: Step[] = [];
  for (const step of steps) {
    const { operation, result } = step;
    const isRead = (operation.kind === LOAD || operation.kind === RMW) && !changesMemory(operation, result!);
    if (isRead && !reads.some((other) => isSameLoad(other, step))) reads.push(step);
  }
  return reads;
}

function isSameLoad(a: Step, b: Step): boolean {
  return a.operation.kind === LOAD && a.result === b.result && sameOperation(a.operation, b.operation);
}
