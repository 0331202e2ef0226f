import { REFERENCE_MODEL } from '@fencepost/core';
import type { CheckReport, Counterexample, FailureReport, Report, ViolationReport } from '@fencepost/report';
import { counted, departureInWords, isComparedWithSc, messageInWords } from '@fencepost/report';
import { siteText } from '../trace/words.js';

/** A failure or an SC violation, ready to be listed and shown. */
export interface Finding {
  /** Also the fragment of the page's address that selects it. */
  readonly id: string;
  readonly check: CheckReport;
  readonly kind: string;
  readonly isFailure: boolean;
  readonly message: string;
  /** `dekker.c:31`; empty if unknown. */
  readonly place: string;
  /** How often the finding happens, and whether it also happens under SC. */
  readonly facts: readonly string[];
  readonly counterexample: Counterexample | null;
  /** The calls that no sequential order explains. */
  readonly history?: FailureReport['history'];
}

type Told = Omit<Finding, 'id' | 'check'>;

export function findingsOf({ checks }: Report): Finding[] {
  return checks
    .flatMap((check) => [
      ...check.failures.map((failure) => ({ check, ...failureTold(failure, check) })),
      ...check.violations.map((violation) => ({ check, ...violationTold(violation, check) })),
    ])
    .map((finding, i) => ({ id: `finding-${i + 1}`, ...finding }));
}

function failureTold(failure: FailureReport, { model }: CheckReport): Told {
  const { kind, site, thread, executions, underSc, counterexample, history } = failure;
  return {
    kind,
    isFailure: true,
    message: messageInWords(failure),
    place: site === undefined ? (thread ?? '') : siteText(site),
    facts: [
      inExecutions(executions),
      ...(model === REFERENCE_MODEL || !isComparedWithSc(failure) ? [] : [underScText(underSc)]),
    ],
    counterexample,
    history,
  };
}

function underScText(underSc: boolean | null): string {
  if (underSc === null) return 'not known whether SC has it, too';
  return underSc ? 'happens under SC already' : 'does not happen under SC';
}

function violationTold(violation: ViolationReport, { source }: CheckReport): Told {
  const { operation, executions, counterexample } = violation;
  return {
    kind: 'not SC',
    isFailure: false,
    message: departureInWords(violation, source),
    place: shortLabel(operation),
    facts: executions === null ? [] : [inExecutions(executions)],
    counterexample,
  };
}

function inExecutions(executions: number): string {
  return `in ${counted(executions, 'execution')}`;
}

/** Returns a label without folders and column. */
function shortLabel(label: string): string {
  return label.replace(/^.*\//, '').replace(/^(.*:\d+):\d+$/, '$1');
}
