import { failureKey, modelOfRaces, modelTitle } from '@fencepost/core';
import type { Counterexample } from '../values/counterexample.js';
import type { CheckReport, FailureReport, ViolationReport } from '../values/report.js';
import { edgeText } from './cycle-text.js';
import { failureInWords, inExecutions, messageInWords } from './failure-words.js';
import { firstLine, fullMessage } from './messages.js';
import { counted } from './numbers.js';
import { StoryNames, shortPaths, siteText } from './places.js';

/** A failure or SC violation found by a check, in a form that can be compared with others. */
export interface Finding {
  readonly failure: FailureReport | undefined;
  readonly title: string;
  /** The full message, if it does not fit into the title. */
  readonly message: readonly string[];
  /** Place of the finding, or its meaning. */
  readonly about: string;
  /** Number of executions that show the finding, in words. */
  readonly shownBy: string;
  readonly counterexample: Counterexample | null;
  /** Equal for failures of the same kind. */
  readonly key: string;
}

export function failureFinding(
  failure: FailureReport,
  check: Pick<CheckReport, 'method' | 'executions' | 'model' | 'incomplete' | 'scenarios'>,
): Finding {
  const { kind, message, thread, site, counterexample } = failure;
  const isRace = kind === 'data race';
  // The message of a race contains its places.
  const place = site === undefined || isRace ? [] : [`at ${siteText(site)}`];
  const who = thread === undefined ? [] : [`in ${thread}`];
  return {
    failure,
    title: failureInWords(failure, shortPaths(firstLine(messageInWords(failure)))),
    message: fullMessage(shortPaths(message)),
    about: [...place, ...who].join(' '),
    shownBy: failure.foundBy === undefined ? seenIn(failure, check) : `found by ${failure.foundBy}`,
    counterexample,
    // Executions that fail at one line may have different messages; those of races contain their places.
    key: isRace ? message : failureKey(failure),
  };
}

function seenIn(
  { kind, executions }: FailureReport,
  check: Pick<CheckReport, 'method' | 'executions' | 'model' | 'incomplete' | 'scenarios'>,
): string {
  if (kind !== 'data race') return inExecutions(executions, check);
  return `in ${counted(executions, 'execution')} under ${modelTitle(modelOfRaces(check.model))}`;
}

export function violationFinding(violation: ViolationReport, check: CheckReport): Finding {
  const { executions, counterexample } = violation;
  return {
    failure: undefined,
    title: `not robust: ${violationText(violation, check.source)}`,
    message: [],
    about: meaningOf(check),
    shownBy: executions === null ? '' : inExecutions(executions, check),
    counterexample,
    key: 'not robust',
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
