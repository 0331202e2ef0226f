import { modelOfRaces, modelTitle } from '@fencepost/core';
import type { BugPart } from '../values/bugs.js';
import type { CheckReport, FailureReport, ViolationReport } from '../values/report.js';
import { edgeText } from './cycle-text.js';
import { failureInWords, inExecutions, messageInWords } from './failure-words.js';
import { firstLine, fullMessage } from './messages.js';
import { counted, listed } from './numbers.js';
import { StoryNames, ownLines, placeText, shortPaths } from './places.js';

/** A failure or SC violation found by a check, in words. */
export interface Finding {
  readonly title: string;
  /** The full message, if it does not fit into the title. */
  readonly message: readonly string[];
  /** Place of the finding, or its meaning. */
  readonly about: string;
  /** Number of executions that show the finding, in words. */
  readonly shownBy: string;
}

/** Describes a part of a bug. */
export function findingOf({ check, failure, violation }: BugPart): Finding {
  return failure === undefined ? violationFinding(violation!, check) : failureFinding(failure, check);
}

export function failureFinding(
  failure: FailureReport,
  check: Pick<CheckReport, 'source' | 'method' | 'executions' | 'model' | 'incomplete' | 'scenarios'>,
): Finding {
  const { kind, message, thread, site } = failure;
  const isRace = kind === 'data race';
  // The message of a race contains its places.
  const place = site === undefined || isRace ? [] : [`at ${placeText(site, check.source)}`];
  const who = thread === undefined ? [] : [`in ${thread}`];
  return {
    title: failureInWords(failure, ownLines(shortPaths(firstLine(messageInWords(failure))), check.source)),
    message: fullMessage(shortPaths(message)),
    about: [...place, ...who].join(' '),
    shownBy: failure.foundBy === undefined ? seenIn(failure, check) : `found by ${failure.foundBy}`,
  };
}

function seenIn(
  { kind, executions }: FailureReport,
  check: Pick<CheckReport, 'method' | 'executions' | 'model' | 'incomplete' | 'scenarios'>,
): string {
  if (kind !== 'data race') return inExecutions(executions, check);
  const model = modelOfRaces(check.model);
  const seen = `in ${counted(executions, 'execution')} under ${modelTitle(model)}`;
  // The table counts blocked executions apart.
  return model === check.model && executions > check.executions ? `${seen}, blocked ones included` : seen;
}

function violationFinding(violation: ViolationReport, check: CheckReport): Finding {
  const { executions } = violation;
  return {
    title: `not robust: ${violationText(violation, check.source)}`,
    message: [],
    about: meaningOf(check),
    shownBy: executions === null ? '' : inExecutions(executions, check),
  };
}

/** Describes the edge that SC forbids: it contradicts the other edges. */
function violationText({ operation, write, counterexample }: ViolationReport, source: string): string {
  const { cycle, story } = counterexample;
  const closing = cycle.at(-1);
  if (closing !== undefined) return edgeText(closing, new StoryNames(story, source));
  return `${shortPaths(operation)} took effect before ${shortPaths(write)}, which comes before it`;
}

/** Returns what an SC violation means if no failure explains it. */
function meaningOf({ harmful, failures, allowsRelaxed }: CheckReport): string {
  if (harmful === true) return '';
  if (harmful === false) {
    const accepted = allowsRelaxed === true ? 'the check accepts that' : '--allow-relaxed accepts that';
    return `benign, as no check fails because of it: ${accepted}`;
  }
  return failures.some(({ underSc }) => underSc === null)
    ? 'perhaps harmful, as it was not decided whether SC fails, too'
    : 'apparently benign: no check was seen to fail because of it, but not all was explored';
}

/**
 * Returns the findings of a bug other than the worst one, as clauses. Omits what the worst one already reports. Races
 * on one variable are one clause.
 */
export function clausesOf(others: readonly BugPart[], main: BugPart): string[] {
  const races = new Map<string, Set<string>>();
  const clauses = new Set<string>();
  for (const part of others) {
    const { failure, check } = part;
    if (failure === undefined) {
      // The reason of a failure that is not SC is that the program is not robust.
      if ((main.counterexample?.cycle.length ?? 0) === 0) clauses.add('not robust');
      continue;
    }
    const { title, about } = failureFinding(failure, check);
    const spots = spotsOfRace(part);
    const place = /^data race on (.*?): /.exec(failure.message)?.[1];
    if (failure.kind !== 'data race') clauses.add(withPlace(title, about));
    else if (spots === undefined || place === undefined) clauses.add(`a ${title}`);
    else races.set(place, new Set([...(races.get(place) ?? []), ...spots]));
  }
  const ofRaces = [...races].map(([place, lines]) => `a data race on ${place}, ${spotsInWords([...lines])}`);
  return [...ofRaces, ...clauses];
}

/** A title may name other places: where an object was allocated and freed. */
function withPlace(title: string, about: string): string {
  if (about === '') return title;
  return title.includes(' at ') ? `${title} (${about})` : `${title} ${about}`;
}

/** Returns the places of a race: `line 12`, or `queue.c:12` in another file than the checked one. */
function spotsOfRace({ check, counterexample }: BugPart): string[] | undefined {
  if (counterexample?.race === undefined) return undefined;
  const names = new StoryNames(counterexample.story, check.source);
  return [counterexample.race.first, counterexample.race.second].map((step) => names.spot(step));
}

const LINE = /^line\s/;
/** Made on first use: that takes longer than loading all of this package. */
let collator: Intl.Collator | undefined;

/** `a.c:9` before `a.c:16`. */
function byNumbers(a: string, b: string): number {
  collator ??= new Intl.Collator('en', { numeric: true });
  return collator.compare(a, b);
}

function spotsInWords(spots: readonly string[]): string {
  const lines = spots.filter((spot) => LINE.test(spot)).map((spot) => Number(spot.replace(LINE, '')));
  const others = spots.filter((spot) => !LINE.test(spot)).toSorted(byNumbers);
  if (lines.length === 0) return listed(others);
  const own = lines.length === 1 ? `line ${lines[0]!}` : `lines ${listed(lines.toSorted((a, b) => a - b).map(String))}`;
  return others.length === 0 ? own : `${own}, and ${listed(others)}`;
}
