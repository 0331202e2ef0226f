import { REFERENCE_MODEL } from '@fencepost/core';
import type { ModelName } from '@fencepost/core';
import type {
  Bug,
  BugPart,
  CheckReport,
  Counterexample,
  FailureReport,
  RepairReport,
  Report,
  ViolationReport,
} from '@fencepost/report';
import {
  bugsOf,
  clausesOf,
  counted,
  departureInWords,
  isComparedWithSc,
  messageInWords,
  ownLines,
  programsOf,
  repairOf,
  underScInWords,
} from '@fencepost/report';
import { siteText } from '../trace/words.js';

/** A bug, ready to be listed and shown: its worst finding, and the others in words. */
export interface Finding {
  /** Also the fragment of the page's address that selects it. */
  readonly id: string;
  /** The check that found the execution shown. */
  readonly check: CheckReport;
  /** Models under which it was found. */
  readonly models: readonly ModelName[];
  readonly kind: string;
  readonly isFailure: boolean;
  readonly message: string;
  /** `dekker.c:31`; empty if unknown. */
  readonly place: string;
  /** How often the finding happens, and whether it also happens under SC. */
  readonly facts: readonly string[];
  /** Other findings with the same cause. */
  readonly also: readonly string[];
  readonly counterexample: Counterexample | null;
  /** The calls that no sequential order explains. */
  readonly history?: FailureReport['history'];
  readonly repair: RepairReport | undefined;
}

type Told = Pick<Finding, 'kind' | 'isFailure' | 'message' | 'place' | 'facts' | 'history'>;

export function findingsOf({ checks, repairs }: Report): Finding[] {
  return programsOf(checks)
    .flatMap((program) => bugsOf(program, repairOf(program[0]!, repairs)))
    .map((bug, i) => ({ id: `finding-${i + 1}`, ...findingOf(bug) }));
}

function findingOf({ main, others, models, repair }: Bug): Omit<Finding, 'id'> {
  const { check, counterexample } = main;
  return { check, models, ...toldOf(main), also: clausesOf(others, main), counterexample, repair };
}

function toldOf({ check, failure, violation }: BugPart): Told {
  return failure === undefined ? violationTold(violation!, check) : failureTold(failure, check);
}

function failureTold(failure: FailureReport, { model, source }: CheckReport): Told {
  const { kind, site, thread, executions, underSc, history } = failure;
  return {
    kind,
    isFailure: true,
    message: ownLines(messageInWords(failure), source),
    place: site === undefined ? (thread ?? '') : siteText(site),
    facts: [
      inExecutions(executions),
      ...(model === REFERENCE_MODEL || !isComparedWithSc(failure) ? [] : [underScInWords(underSc)]),
    ],
    history,
  };
}

function violationTold(violation: ViolationReport, { source }: CheckReport): Told {
  const { operation, executions } = violation;
  return {
    kind: 'not robust',
    isFailure: false,
    message: departureInWords(violation, source),
    place: shortLabel(operation),
    facts: executions === null ? [] : [inExecutions(executions)],
  };
}

function inExecutions(executions: number): string {
  return `in ${counted(executions, 'execution')}`;
}

/** Returns a label without folders and column. */
function shortLabel(label: string): string {
  return label.replace(/^.*\//, '').replace(/^(.*:\d+):\d+$/, '$1');
}
