import type { ModelName, Site } from '@fencepost/core';
import { failureKey } from '@fencepost/core';
import type { Counterexample } from '../values/counterexample.js';
import { bugsOf, repairOf } from '../values/bugs.js';
import type { CheckReport, FailureReport, RepairReport, Report, ViolationReport } from '../values/report.js';
import { fullMessage } from '../text/messages.js';
import { alsoText } from '../text/report-text.js';
import { waitsForMoreThanAnEnd } from '../text/rows.js';
import { headlineOf, modelsInWords } from '../text/words.js';
import type { OutcomeOptions } from './outcome.js';
import { isInconclusive, isRelaxedAccepted } from './outcome.js';

/** The kind of a finding. Stable: other tools store it. */
export type RuleId =
  | 'assertion'
  | 'crash'
  | 'deadlock'
  | 'invalid-access'
  | 'data-race'
  | 'not-linearizable'
  | 'wrong-results'
  | 'sc-violation'
  | 'inconclusive';

export type Level = 'error' | 'warning' | 'note';

/**
 * A finding to report once: the same failure or violation of a program under several models is one finding. It has one
 * cause and one fix, and would otherwise appear several times at the same line in a list of alerts or annotations.
 */
export interface Finding {
  readonly rule: RuleId;
  readonly level: Level;
  /** A sentence that stands alone. */
  readonly headline: string;
  /** The full message of a failure, if the headline has only its first line. */
  readonly message: readonly string[];
  readonly source: string;
  readonly program: string;
  /** undefined: no particular place. */
  readonly site: Site | undefined;
  /** Distinguishes the finding from others of the same rule and program. Does not change when lines move. */
  readonly identity: string;
  /** One per model. */
  readonly occurrences: readonly Occurrence[];
  /** The first one that has an execution to show. */
  readonly told: ToldOccurrence | undefined;
}

export interface Occurrence {
  readonly check: CheckReport;
  /** Number of executions that show it; null: not counted. */
  readonly executions: number | null;
  readonly counterexample: Counterexample | null;
  /** Absent if the finding is an undecided check. */
  readonly found?: FailureReport | ViolationReport;
}

export interface ToldOccurrence extends Occurrence {
  readonly counterexample: Counterexample;
}

/** The findings of a program that have one cause, as one: its worst finding, and the others in words. */
export interface BugFinding extends Finding {
  /** `a data race on message, lines 16 and 26`; undefined: no others. */
  readonly also: string | undefined;
  readonly repair: RepairReport | undefined;
}

/** Returns one finding per bug: by program, the worst first, undecided checks last. */
export function bugFindingsOf(
  { checks, repairs }: Pick<Report, 'checks' | 'repairs'>,
  options: OutcomeOptions = {},
): BugFinding[] {
  const programs = groupedBy(checks, ({ source, program }) => [source, program]);
  return programs.flatMap((group) => {
    const findings = [...failuresOf(group), ...violationsOf(group, options)];
    const bugs = bugsOf(group, repairOf(group[0]!, repairs)).map(({ main, others, repair }) => {
      const worst = findings.find(({ occurrences }) => occurrences.some(({ found }) => found === (main.failure ?? main.violation)))!; // prettier-ignore
      return { ...worst, also: alsoText(main, others), repair };
    });
    const undecided = undecidedOf(group).map((each) => ({ ...each, also: undefined, repair: undefined }));
    return [...bugs, ...undecided];
  });
}

function failuresOf(checks: readonly CheckReport[]): Finding[] {
  const all = checks.flatMap((check) => check.failures.map((found) => ({ check, found })));
  const groups = groupedBy(all, ({ found }) => [failureKey(found)]);
  return groups.map((group) => {
    const { found } = group[0]!;
    return {
      ...common(group),
      rule: RULE_OF_FAILURE[found.kind],
      level: 'error',
      headline: headlineOf(found, modelsOf(group), group[0]!.check.source),
      message: fullMessage(found.message),
      site: found.site ?? siteOfFailure(found),
      identity: [withoutLines(found.message), found.thread ?? ''].join('\n'),
    };
  });
}

const RULE_OF_FAILURE: Readonly<Record<FailureReport['kind'], RuleId>> = {
  assertion: 'assertion',
  crash: 'crash',
  deadlock: 'deadlock',
  'invalid access': 'invalid-access',
  'data race': 'data-race',
  'not linearizable': 'not-linearizable',
  'wrong results': 'wrong-results',
};

/**
 * Returns the site of a failure. A deadlock is located where its first thread waits, but not where a thread waits for
 * another to end. Checks of the final state have no site.
 */
function siteOfFailure({ counterexample }: FailureReport): Site | undefined {
  const waiting = counterexample?.story.threads.filter(({ waitsAt }) => waitsAt !== undefined) ?? [];
  return (waiting.find(waitsForMoreThanAnEnd) ?? waiting[0])?.waitsAt;
}

function violationsOf(checks: readonly CheckReport[], options: OutcomeOptions): Finding[] {
  const all = checks.flatMap((check) => check.violations.map((found) => ({ check, found })));
  return groupedBy(all, ({ found: { operation, write } }) => [operation, write]).map((group) => {
    const { found } = group[0]!;
    const harmful = group.some(({ check }) => check.harmful === true);
    return {
      ...common(group),
      rule: 'sc-violation',
      // A violation without a failing check may be harmless.
      level: harmful ? 'error' : group.every(({ check }) => isRelaxedAccepted(check, options)) ? 'note' : 'warning',
      headline: headlineOf(found, modelsOf(group), group[0]!.check.source),
      message: [],
      site: siteOfViolation(found),
      identity: identityOf(found),
    };
  });
}

/**
 * Returns the two ends of the last edge of the cycle. It leads from the operation that takes effect too early to the
 * write.
 */
function endsOf({ counterexample: { cycle } }: ViolationReport): readonly number[] {
  const last = cycle.at(-1);
  return last === undefined ? [] : [last.from, last.to];
}

function siteOfViolation(found: ViolationReport): Site | undefined {
  const { steps } = found.counterexample.story;
  return endsOf(found).map((step) => steps[step]!.site)[0];
}

function identityOf(found: ViolationReport): string {
  const { steps, threads, places } = found.counterexample.story;
  const ends = endsOf(found).map((end) => {
    const { kind, place, thread } = steps[end]!;
    return [kind, place === undefined ? '' : places[place]!.name, threads[thread]!.name].join(' ');
  });
  return [withoutLines(found.operation), withoutLines(found.write), ...ends].join('\n');
}

function undecidedOf(checks: readonly CheckReport[]): Finding[] {
  const undecided = checks.filter(isInconclusive);
  if (undecided.length === 0) return [];
  const group = undecided.map((check) => ({ check, found: { executions: check.executions, counterexample: null } }));
  return [
    {
      ...common(group),
      rule: 'inconclusive',
      level: 'note',
      headline: `undecided under ${modelsInWords(modelsOf(group))}: ${reasonsOf(undecided)}`,
      message: [],
      site: undefined,
      identity: '',
    },
  ];
}

/** Returns why the checks were not decided. */
export function reasonsOf(undecided: readonly CheckReport[]): string {
  const reasons = undecided.map(({ incomplete }) => incomplete?.covered ?? 'the search could not tell');
  return [...new Set(reasons)].join('; ');
}

/** Removes the numbers from `queue.c:12:3`. */
function withoutLines(text: string): string {
  return text.replaceAll(/:\d+/g, '');
}

interface Found {
  readonly check: CheckReport;
  readonly found: FailureReport | ViolationReport | Pick<Occurrence, 'executions' | 'counterexample'>;
}

function common(group: readonly Found[]): Pick<Finding, 'source' | 'program' | 'occurrences' | 'told'> {
  const { source, program } = group[0]!.check;
  const occurrences = group.map(({ check, found }) => ({
    ...{ check, executions: found.executions, counterexample: found.counterexample },
    ...('message' in found || 'operation' in found ? { found } : {}),
  }));
  return { source, program, occurrences, told: occurrences.find(isTold) };
}

function isTold(occurrence: Occurrence): occurrence is ToldOccurrence {
  return occurrence.counterexample !== null;
}

function modelsOf(group: readonly Found[]): ModelName[] {
  return [...new Set(group.map(({ check }) => check.model))];
}

/** Groups are in the order of their first items. */
export function groupedBy<Item>(items: readonly Item[], key: (item: Item) => readonly unknown[]): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const name = JSON.stringify(key(item));
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}
