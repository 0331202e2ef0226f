import { counted, listed, reasonsFor } from '@fencepost/report';
import type { FoundPair, FoundRace, MonitoredRun } from './monitored-run.js';

/** What was found in a recording, line by line. */
export function linesOf({ source, model, operations, violations, others, undecided }: MonitoredRun): string[] {
  const pairs = violations.length + others.length;
  const found = pairs === 0 ? 'nothing found' : counted(pairs, 'violation');
  return [
    `${source}  ${model}  ${counted(operations, 'operation')}, ${found}`,
    ...violations.flatMap((violation) => {
      const reasons = reasonsFor(violation.counterexample, source)!;
      return [
        `  not SC: ${violation.operation} comes before ${violation.write}, which happens before it${timesOf(violation)}`,
        ...reasons.edges.map((edge) => `    ${edge}`),
        ...reasons.fences.map((fence) => `    ${fence}`),
      ];
    }),
    ...others.map((pair) => `  not SC: ${pair.operation} before ${pair.write}${timesOf(pair)}`),
    ...(undecided === 0
      ? []
      : [`  ${counted(undecided, 'operation')} not examined as far back as necessary: too many writes to keep`]),
  ];
}

/** The races of a recording, whatever the models. */
export function raceLines(source: string, races: readonly FoundRace[]): string[] {
  if (races.length === 0) return [];
  return [
    `${source}  ${counted(races.length, 'data race')}`,
    ...races.map(
      ({ first, second, place, threads, count }) =>
        `  ${first} and ${second} (${place}; ${listed(threads)})${count === 1 ? '' : `, ${count} times`}`,
    ),
  ];
}

export function noteLines(notes: readonly string[]): string[] {
  return notes.map((note) => `  note: ${note}`);
}

function timesOf({ count }: FoundPair): string {
  return count === 1 ? '' : ` (${count} times)`;
}
