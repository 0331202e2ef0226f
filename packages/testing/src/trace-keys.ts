import type { EnumeratedExecution } from '@fencepost/axioms';
import type { Trace } from '@fencepost/core';
import type { Waiting } from './to-axioms.js';

// Executions in terms of threads and positions, so that those of an explorer and those of axioms can be compared.

const INITIAL = 'initial';

/** Returns a key by thread and position: reads-from, coherence order, and how far each thread ran. */
export function keyOf({ states, events, coherence }: Trace): string {
  const nameOf = (i: number): string => (i < 0 ? INITIAL : `${events[i]!.thread}.${events[i]!.position}`);
  const reads = events.flatMap(({ source }, i) => (source === undefined ? [] : [`${nameOf(i)}<${nameOf(source)}`]));
  const orders = coherence.map((row, l) => `[${states.locations.addresses[l]!}]:${row.map(nameOf).join('<')}`);
  return key(reads, orders, lengths(events));
}

/** The same for an execution that axioms allow. The read of a thread that waits forever does not count. */
export function keyOfExecution(execution: EnumeratedExecution, waiting: readonly Waiting[]): string {
  const { events, rf, co, rmw } = execution;
  const isSecondHalf = new Set(rmw.pairs().flatMap(([read, write]) => (read === write ? [] : [write])));
  const waitingReads = new Set(waiting.flatMap(({ thread, reads }) => (reads ? [lastEventOf(execution, thread)] : [])));
  const counts: number[] = [];
  const operations: { readonly thread: number }[] = [];
  const names = events.map(({ thread }, e) => {
    if (thread < 0) return INITIAL;
    if (!isSecondHalf.has(e)) {
      counts[thread] = (counts[thread] ?? -1) + 1;
      if (!waitingReads.has(e)) operations.push({ thread });
    }
    return `${thread}.${counts[thread]!}`;
  });
  const reads = rf.pairs().flatMap(([w, r]) => (waitingReads.has(r) ? [] : [`${names[r]!}<${names[w]!}`]));
  const order = co.pairs();
  const rank = (w: number): number => order.filter(([, later]) => later === w).length;
  const addresses = [...new Set(events.flatMap(({ address }) => address ?? []))];
  const orders = addresses.map((address) => {
    const writes = [...events.keys()].filter((e) => events[e]!.writes && events[e]!.address === address);
    const sorted = writes.filter((e) => events[e]!.thread >= 0).sort((a, b) => rank(a) - rank(b));
    return `[${address}]:${sorted.map((e) => names[e]!).join('<')}`;
  });
  return key(reads, orders, lengths(operations));
}

/** Returns the number of operations that each thread has executed. */
function lengths(operations: readonly { readonly thread: number }[]): string {
  const counts = new Map<number, number>();
  for (const { thread } of operations) counts.set(thread, (counts.get(thread) ?? 0) + 1);
  const sorted = [...counts].sort(([a], [b]) => a - b);
  return sorted.map(([thread, count]) => `t${thread}:${count}`).join(' ');
}

function key(reads: readonly string[], orders: readonly string[], threads: string): string {
  return [...reads.toSorted(), ...orders.filter((order) => !order.endsWith(':')).toSorted(), threads].join(' ');
}

export function lastEventOf({ events }: EnumeratedExecution, thread: number): number {
  return events.findLastIndex((event) => event.thread === thread);
}
