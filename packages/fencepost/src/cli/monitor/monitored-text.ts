import { counted, listed, reasonsFor } from '@fencepost/report';
import type { FoundPair, FoundRace, MonitoredRun } from './monitored-run.js';

const EXCUSED = 'that uninstrumented code may explain';

/** Returns the findings in a recording, line by line. */
export function linesOf(run: MonitoredRun): string[] {
  const { source, model, operations, violations, others, excused, known, accepted, undecided, isComplete } = run;
  return [
    `${source}  ${model}  ${counted(operations, 'operation')}, ${foundIn(run)}${isComplete ? '' : ', then the time limit was reached'}`,
    ...violations.flatMap((violation) => {
      const reasons = reasonsFor(violation.counterexample, source)!;
      return [
        `  not SC: ${violation.operation} comes first, although ${violation.write} happens before it${timesOf(violation)}`,
        ...reasons.edges.map((edge) => `    ${edge}`),
        ...reasons.fences.map((fence) => `    ${fence}`),
        ...dependencyLines(violation),
      ];
    }),
    ...others.map((pair) => {
      const what = pair.isRetried === true ? 'not SC, but only tried again' : 'not SC';
      return `  ${what}: ${pair.operation} before ${pair.write}${timesOf(pair)}`;
    }),
    ...excused.pairs.map((pair) => `  perhaps not SC: ${pair.operation} before ${pair.write}${timesOf(pair)}`),
    ...(known === 0 ? [] : [`  ${counted(known, 'finding')} of the baseline omitted`]),
    ...(accepted === 0 ? [] : [`  ${counted(accepted, 'accepted finding')} omitted`]),
    ...(undecided === 0 ? [] : [`  ${counted(undecided, 'operation')} not fully examined: too many writes to keep`]),
  ];
}

function dependencyLines({ operation, dependency }: MonitoredRun['violations'][number]): string[] {
  if (dependency === undefined) return [];
  const { kind, load } = dependency;
  const what = kind === 'address' ? 'address' : 'value';
  return [
    `    the ${what} at ${operation} probably comes from ${load}: ARM keeps this order if the compiler keeps the dependency`,
  ];
}

function foundIn({ violations, others, known, accepted, excused: { pairs } }: MonitoredRun): string {
  const certain = violations.length + others.length;
  if (certain + pairs.length === 0) return known + accepted === 0 ? 'nothing found' : 'nothing new';
  return partsOf(certain, pairs.length, 'violation');
}

function partsOf(certain: number, excused: number, what: string): string {
  if (excused === 0) return counted(certain, what);
  if (certain === 0) return `${counted(excused, what)} ${EXCUSED}`;
  return `${counted(certain, what)}, ${excused} more ${EXCUSED}`;
}

/** Returns the races of a recording, which do not depend on the model. */
export function raceLines({ source, races: all, excused: { races: allExcused } }: MonitoredRun): string[] {
  const races = onceEach(all);
  const excused = { races: onceEach(allExcused) };
  if (races.length + excused.races.length === 0) return [];
  const uses = races.filter(({ isAfterFree }) => isAfterFree === true).length;
  const parts = [
    ...(uses === 0 ? [] : [uses === 1 ? '1 use after free' : `${uses} uses after free`]),
    ...(uses === races.length + excused.races.length
      ? []
      : [partsOf(races.length - uses, excused.races.length, 'data race')]),
  ];
  return [
    `${source}  ${parts.join(', ')}`,
    ...races.map((race) => `  ${raceText(race)}`),
    ...excused.races.map((race) => `  perhaps: ${raceText(race)}`),
  ];
}

/** Several accesses of one line would be shown in the same words: as one race. */
function onceEach(races: readonly FoundRace[]): FoundRace[] {
  const found = new Map<string, FoundRace>();
  for (const race of races) {
    const key = JSON.stringify([race.first, race.second, race.isAfterFree]);
    const known = found.get(key);
    found.set(key, known === undefined ? race : { ...known, count: known.count + race.count });
  }
  return [...found.values()];
}

function raceText({ first, second, place, threads, count, isAfterFree }: FoundRace): string {
  const what = isAfterFree === true ? `${second} uses memory that ${first} has freed` : `${first} and ${second}`;
  return `${what} (${place}; ${listed(threads)})${count === 1 ? '' : `, ${count} times`}`;
}

export function noteLines(notes: readonly string[]): string[] {
  return notes.map((note) => `  note: ${note}`);
}

function timesOf({ count, expected }: FoundPair): string {
  if (expected !== undefined) return ` (${count} times; by the baseline at most ${expected})`;
  return count === 1 ? '' : ` (${count} times)`;
}
