import { printableJson } from '@fencepost/core';
import type { ErrorReport, RepairReport, Report } from '../values/report.js';
import { whyTexts } from '../text/counterexample-text.js';
import { reasonsFor } from '../text/reasons.js';
import { remedyTexts } from '../text/remedy-text.js';
import { replayCommand } from '../text/replay-command.js';
import { modelsInWords } from '../text/words.js';
import type { BugFinding, Finding, Occurrence, RuleId } from './findings.js';
import { bugFindingsOf } from './findings.js';
import { fingerprint } from './fingerprint.js';
import type { NoteOnSafety } from './notes.js';
import { notesOnSafety } from './notes.js';
import type { OutcomeOptions } from './outcome.js';
import { exitCodeOf } from './outcome.js';
import { RULES } from './rules.js';
import { codeFlowOf, cycleLocations } from './sarif-flow.js';
import { fixOf } from './sarif-fix.js';
import { locationAt } from './sarif-location.js';
import { SOURCE_ROOT } from './uri.js';

const RULE_IDS = Object.keys(RULES) as RuleId[];

const EXIT_CODES = {
  0: 'everything is safe and robust',
  1: 'a failure or an SC violation',
  2: 'a program could not be checked',
  3: 'undecided',
};

/** Returns the report as SARIF 2.1.0: one run, one result per bug. */
export function sarifReport(report: Report, options: OutcomeOptions = {}): string {
  const findings = bugFindingsOf(report, options);
  const fingerprints = fingerprintsOf(findings);
  const run = {
    tool: { driver: driverOf(report.tool) },
    invocations: [invocationOf(report, options)],
    originalUriBaseIds: { [SOURCE_ROOT]: { description: { text: 'The folder in which the command was run.' } } },
    // Compilers that count bytes agree with this on ASCII lines.
    columnKind: 'utf16CodeUnits',
    results: findings.map((finding, i) => resultOf(finding, fingerprints[i]!, repairsOf(report, finding))),
  };
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] };
  return `${printableJson(log, 2)}\n`;
}

function driverOf(tool: string): object {
  const [, name, version] = /^(.*?)(?: (\S+))?$/s.exec(tool)!;
  return {
    name,
    ...(version !== undefined && { version }),
    rules: RULE_IDS.map((id) => {
      const { title, description, help, level } = RULES[id];
      return {
        id,
        shortDescription: { text: title },
        fullDescription: { text: description },
        help: { text: help },
        defaultConfiguration: { level },
        properties: { tags: ['concurrency', 'memory-model'], precision: 'very-high' },
      };
    }),
  };
}

/**
 * Reports whether the run succeeded. Hitting a bound is a result. A run that was interrupted, ran out of memory, or
 * could not check a program did not succeed.
 */
function invocationOf(report: Report, options: OutcomeOptions): object {
  const exitCode = exitCodeOf(report, options);
  const { errors = [] } = report;
  const broken = report.checks.some(({ incomplete }) =>
    incomplete === null ? false : ['interrupt', 'memory'].includes(incomplete.stoppedBy),
  );
  return {
    executionSuccessful: !broken && errors.length === 0,
    exitCode,
    exitCodeDescription: EXIT_CODES[exitCode],
    toolExecutionNotifications: [...errors.map(errorOf), ...notesOnSafety(report).map(notificationOf)],
  };
}

function errorOf({ source, program, code, message, site }: ErrorReport): object {
  return {
    level: 'error',
    message: { text: `${program} could not be checked: ${message} [${code}]` },
    locations: [locationAt(site, source)],
  };
}

/** The limits of a safe verdict are a notification, not a finding: nothing is wrong yet. */
function notificationOf({ source, program, text, models }: NoteOnSafety): object {
  return {
    level: 'note',
    message: { text: `${program} is safe under ${modelsInWords(models)}; ${text}` },
    locations: [locationAt(undefined, source)],
  };
}

/** Returns the repairs of the finding's program. A repair fixes all findings of its program. */
function repairsOf({ repairs = [] }: Report, { source, program }: Finding): readonly RepairReport[] {
  return repairs.filter((each) => each.source === source && each.program === program);
}

function resultOf(finding: BugFinding, primaryLocationLineHash: string, repairs: readonly RepairReport[]): object {
  const { rule, level, source, program, site, occurrences, told } = finding;
  return {
    ruleId: rule,
    ruleIndex: RULE_IDS.indexOf(rule),
    level,
    message: { text: messageOf(finding) },
    locations: [locationAt(site, source)],
    ...(told !== undefined && { codeFlows: [codeFlowOf(told.counterexample, source)] }),
    ...(told !== undefined &&
      told.counterexample.cycle.length > 0 && { relatedLocations: cycleLocations(told.counterexample, source) }),
    ...(repairs.length > 0 && { fixes: repairs.map(fixOf) }),
    partialFingerprints: { primaryLocationLineHash },
    properties: { program, occurrences: occurrences.map(occurrenceOf) },
  };
}

/** The first sentence is the headline: viewers with little room show only that. */
function messageOf({ headline, message, also, told }: BugFinding): string {
  const opening = [`${headline}.`, ...message, ...(also === undefined ? [] : [`Also ${also}.`])];
  if (told === undefined) return opening.join('\n');
  const { counterexample, check } = told;
  const reasons = reasonsFor(counterexample, check.source);
  const { fixes } = remedyTexts(counterexample, check.source);
  const sentences = [
    ...whyTexts(counterexample, check.source).map((each) => `Why: ${each.replace(/\.$/, '')}`),
    ...(reasons === undefined ? [] : [`Not possible under SC: ${reasons.edges.join('; ')}`]),
    ...sentence('Fix', reasons?.fences ?? []),
    ...sentence('Fix', fixes),
    `Replay: ${replayCommand(told.check, told.counterexample)}`,
  ];
  return [...opening, sentences.join('.\n')].join('\n');
}

function sentence(label: string, parts: readonly string[]): string[] {
  return parts.length === 0 ? [] : [`${label}: ${parts.join('; ')}`];
}

function occurrenceOf({ check, executions, counterexample }: Occurrence): object {
  return {
    model: check.model,
    executions,
    ...(counterexample !== null && {
      schedule: counterexample.schedule,
      replay: replayCommand(check, counterexample),
    }),
  };
}

/**
 * GitHub treats results with the same rule, file and `primaryLocationLineHash` as the same alert, across commits. The
 * hash of the line that GitHub computes by default would merge several findings at one line. So this hashes the
 * finding, without schedules and line numbers; equal hashes are numbered.
 */
function fingerprintsOf(findings: readonly Finding[]): string[] {
  const seen = new Map<string, number>();
  return findings.map(({ rule, source, program, identity }) => {
    const hash = fingerprint([rule, source, program, identity].join('\n'));
    const number = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, number);
    return `${hash}:${number}`;
  });
}
