import { failureKey, modelOfRaces } from '@fencepost/core';
import type { ModelName } from '@fencepost/core';
import type { Counterexample, CycleEdge } from './counterexample.js';
import type { CheckReport, FailureReport, RepairReport, ViolationReport } from './report.js';

/** A failure or an SC violation, and the check that found it. */
export interface BugPart {
  readonly check: CheckReport;
  /** undefined: an SC violation. */
  readonly failure: FailureReport | undefined;
  readonly violation: ViolationReport | undefined;
  readonly counterexample: Counterexample | null;
}

/** The findings of a program that have one cause. */
export interface Bug {
  /** The worst finding. Its execution is the one to show. */
  readonly main: BugPart;
  /** Other findings with the same cause, without repetitions of a finding under another model. */
  readonly others: readonly BugPart[];
  /** Models under which the worst finding was found, in the order of the checks. */
  readonly models: readonly ModelName[];
  /** The repair of the program, if it repairs the worst finding. */
  readonly repair: RepairReport | undefined;
}

/** Groups checks by program. The checks of a program are adjacent. */
export function programsOf(checks: readonly CheckReport[]): CheckReport[][] {
  const programs: CheckReport[][] = [];
  for (const check of checks) {
    const last = programs.at(-1)?.[0];
    if (last?.source === check.source && last.program === check.program) programs.at(-1)!.push(check);
    else programs.push([check]);
  }
  return programs;
}

/** Returns the repair of the program, if there is one. */
export function repairOf(
  { source, program }: Pick<CheckReport, 'source' | 'program'>,
  repairs: readonly RepairReport[] = [],
): RepairReport | undefined {
  return repairs.find((each) => each.source === source && each.program === program);
}

/**
 * Returns the bugs of a program, the worst first. Findings with the same cause are one bug: the same failure under
 * several models, findings of one execution, with the same cycle, delays, remedy or racing accesses, or that one edit
 * repairs.
 */
export function bugsOf(checks: readonly CheckReport[], repair?: RepairReport): Bug[] {
  const parts = checks.flatMap(partsOf);
  const groups = connected(parts.map((part) => causesOf(part, repair)));
  const bugs = groups.map((group) => bugOf(group.map((i) => parts[i]!), repair)); // prettier-ignore
  return attached(bugs).sort((a, b) => severity(a.main) - severity(b.main));
}

function partsOf(check: CheckReport): BugPart[] {
  return [
    ...check.failures.map((failure) => ({
      ...{ check, failure, violation: undefined, counterexample: failure.counterexample },
    })),
    ...check.violations.map((violation) => ({
      ...{ check, failure: undefined, violation, counterexample: violation.counterexample },
    })),
  ];
}

/** From the worst to the least: a wrong result, a deadlock, a data race, a lack of robustness. */
function severity({ failure }: BugPart): number {
  switch (failure?.kind) {
    case undefined:
      return 3;
    case 'data race':
      return 2;
    case 'deadlock':
      return 1;
    default:
      return 0;
  }
}

/** Equal for the same finding under several models. */
function keyOf({ failure, violation }: BugPart): string {
  if (failure === undefined) return `violation ${violation!.operation} ${violation!.write}`;
  // Races at one place may be with different accesses. Their messages name both.
  return failure.kind === 'data race' ? failure.message : failureKey(failure);
}

/** Returns a key for each cause of a finding. Findings that share one have the same cause. */
function causesOf(part: BugPart, repair: RepairReport | undefined): string[] {
  const { check, failure, counterexample } = part;
  return [
    ...(failure === undefined ? [] : [`finding ${keyOf(part)}`]),
    ...(counterexample === null ? [] : causesOfExecution(counterexample, check)),
    ...placesOf(part).map((place) => `race on ${place}`),
    ...(isRepaired(part, repair) && repair!.replacements.length <= 1 ? ['repair'] : []),
  ];
}

function causesOfExecution(counterexample: Counterexample, { model }: CheckReport): string[] {
  const { schedule, cycle, delays, race, remedy, story } = counterexample;
  const label = (step: number): string => `${story.steps[step]!.kind} ${story.steps[step]!.label}`;
  const fixes = (remedy?.fixes ?? []).map(({ changes }) =>
    changes
      .map(({ step, order, fenceAfter }) => `${label(step)} ${order} ${fenceAfter === undefined ? '' : 'fence'}`)
      .sort()
      .join('\n'),
  );
  const isNotSc = cycle.length > 0;
  return [
    ...(isNotSc ? [`execution ${model} ${schedule}`, `cycle ${edgeLabels(counterexample)}`] : []),
    ...(delays.length === 0 ? [] : [`delays ${delayLabels(counterexample)}`]),
    ...fixes.map((fix) => `fix ${fix}`),
    ...(race === undefined ? [] : [`accesses ${unordered(label(race.first), label(race.second))}`]),
    ...cycle.filter((edge) => isRacing(edge, counterexample)).map(({ from, to }) => `accesses ${unordered(label(from), label(to))}`), // prettier-ignore
  ];
}

/**
 * Returns the variables that a finding is about: that of a data race, or those of the accesses that make an execution
 * fail. A race on such a variable has the same cause.
 */
function placesOf({ failure, counterexample }: BugPart): string[] {
  if (counterexample === null || failure === undefined) return [];
  const { story, race, why, cycle } = counterexample;
  const { steps, threads, places } = story;
  const failing = threads.findIndex((thread) => thread.failure !== undefined && thread.failure === failure.message);
  const { site } = failure;
  const decisive = steps.flatMap(({ thread, site: at }, i) =>
    thread === failing && at !== undefined && at.file === site?.file && at.line === site.line ? [i] : [],
  );
  const involved =
    race === undefined
      ? [...(why?.steps ?? []), ...cycle.map(({ from }) => from), ...decisive]
      : [race.first, race.second];
  return [...new Set(involved.flatMap((step) => steps[step]!.place ?? []))]
    .filter((place) => !places[place]!.isMutex)
    .map((place) => places[place]!.name);
}

/** Whether an edge of a cycle joins two accesses that race. */
function isRacing({ from, to, kind }: CycleEdge, { story: { steps } }: Counterexample): boolean {
  const joins = kind === 'reads-from' || kind === 'from-read' || kind === 'coherence';
  return joins && (steps[from]!.plain === true || steps[to]!.plain === true);
}

function unordered(a: string, b: string): string {
  return [a, b].sort().join('\n');
}

/** Whether two executions have the same cycle, or the same delays as their cause. One explanation is then enough. */
export function sameReason(a: Counterexample | null, b: Counterexample | null): boolean {
  if (a === null || b === null) return a === b;
  return edgeLabels(a) === edgeLabels(b) || (a.delays.length > 0 && delayLabels(a) === delayLabels(b));
}

function edgeLabels({ cycle, story: { steps } }: Counterexample): string {
  const edges = cycle.map(({ from, to, kind }) => `${steps[from]!.label} ${kind} ${steps[to]!.label}`);
  return edges.sort().join('\n');
}

function delayLabels({ delays, story: { steps } }: Counterexample): string {
  const pairs = delays.map(({ store, past }) => `${steps[store]!.label} past ${steps[past]!.label}`);
  return [...new Set(pairs)].sort().join('\n');
}

/** Whether the repair removes the finding. A repair for safety need not make the program robust. */
function isRepaired({ check, failure }: BugPart, repair: RepairReport | undefined): boolean {
  if (repair === undefined) return false;
  const { models, goal } = repair;
  const isCovered = models.includes(check.model) || (failure?.kind === 'data race' && models.includes(modelOfRaces(check.model))); // prettier-ignore
  return isCovered && (failure !== undefined || goal === 'robust');
}

/** Returns the groups of items that are connected by common keys, each in the order of the items. */
function connected(keys: readonly (readonly string[])[]): number[][] {
  const group = keys.map((_, i) => i);
  const first = new Map<string, number>();
  keys.forEach((own, i) => {
    for (const key of own) {
      const known = first.get(key);
      if (known === undefined) {
        first.set(key, i);
        continue;
      }
      const [from, to] = [group[i]!, group[known]!];
      group.forEach((each, j) => {
        if (each === from) group[j] = to;
      });
    }
  });
  return [...new Set(group)].map((each) => group.flatMap((own, i) => (own === each ? [i] : [])));
}

function bugOf(parts: readonly BugPart[], repair: RepairReport | undefined): Bug {
  const worst = Math.min(...parts.map(severity));
  const candidates = parts.filter((part) => severity(part) === worst);
  const main = candidates.find(({ counterexample }) => counterexample !== null) ?? candidates[0]!;
  const key = keyOf(main);
  const seen = new Set([key]);
  const others = parts.filter((part) => {
    const isNew = !seen.has(keyOf(part));
    seen.add(keyOf(part));
    return isNew;
  });
  const models = parts.filter((part) => keyOf(part) === key).map(({ check }) => check.model);
  return { main, others, models: [...new Set(models)], repair: isRepaired(main, repair) ? repair : undefined };
}

/**
 * Adds violations that no cause connects with a failure to the failures of their model that are not SC. The failures
 * show that the reorderings matter; the repair of the failures decides which of them do.
 */
function attached(bugs: readonly Bug[]): Bug[] {
  const failing = bugs.filter(({ main }) => main.failure !== undefined && (main.counterexample?.cycle.length ?? 0) > 0);
  const hosts = new Map<Bug, BugPart[]>();
  const kept = bugs.filter((bug) => {
    if (bug.main.failure !== undefined || bug.main.check.harmful !== true) return true;
    const host = failing.find(({ models }) => bug.models.some((model) => models.includes(model)));
    if (host === undefined) return true;
    hosts.set(host, [...(hosts.get(host) ?? []), bug.main, ...bug.others]);
    return false;
  });
  return kept.map((bug) => ({ ...bug, others: [...bug.others, ...(hosts.get(bug) ?? [])] }));
}
