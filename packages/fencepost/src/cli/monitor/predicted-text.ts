import { counted, listed } from '@fencepost/report';
import type { MonitoredRun } from './monitored-run.js';
import type { FoundDeadlock, FoundPrediction } from './predicted-findings.js';

/** Returns the races and deadlocks of other orders, line by line. */
export function predictedLines({ source, predicted }: MonitoredRun): string[] {
  if (predicted === undefined) return [];
  const { races, deadlocks, notes } = predicted;
  const parts = [
    ...(races.length === 0 ? [] : [counted(races.length, 'predicted data race')]),
    ...(deadlocks.length === 0 ? [] : [counted(deadlocks.length, 'predicted deadlock')]),
  ];
  return [
    `${source}  ${parts.length === 0 ? 'no race or deadlock predicted' : parts.join(', ')}`,
    ...races.flatMap((race) => [
      `  ${race.first} and ${race.second} (${race.place}; ${listed(race.threads)})`,
      ...orderLines(race, `${race.threads[0]!} at ${race.first} and ${race.threads[1]!} at ${race.second}`),
    ]),
    ...deadlocks.flatMap((deadlock) => [
      `  deadlock at ${listed(deadlock.requests)} (${listed(deadlock.locks)}; ${listed(deadlock.threads)})`,
      ...orderLines(deadlock, waitsOf(deadlock)),
    ]),
    ...notes.map((note) => `  note: ${note}`),
  ];
}

function waitsOf({ threads, requests, locks }: FoundDeadlock): string {
  const waits = threads.map((thread, i) => {
    const holder = threads[(i + 1) % threads.length]!;
    return `${thread} at ${requests[i]!} waits for ${locks[i]!}, which ${holder} holds`;
  });
  return listed(waits);
}

function orderLines({ order }: FoundPrediction, next: string): string[] {
  if (order === undefined) return [];
  const parts = order.map(({ thread, to }) => (to === undefined ? thread : `${thread} up to ${to}`));
  const before = parts.length === 0 ? '' : `first ${listed(parts)}, as recorded; then `;
  return [`    did not happen in this recording; happens in this order: ${before}${next}`];
}
