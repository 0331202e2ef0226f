import { formatError, modelTitle } from '@fencepost/core';
import type { CheckReport, ErrorReport, FailureReport, Report, ViolationReport } from '../values/report.js';
import { fullMessage } from '../text/messages.js';
import { programTitle } from '../text/headline.js';
import { headlineOf } from '../text/words.js';
import { explanationLines } from './explanation.js';
import { groupedBy, reasonsOf } from './findings.js';
import type { OutcomeOptions } from './outcome.js';
import { isFound, isInconclusive } from './outcome.js';
import { xmlAttributes, xmlText } from './xml.js';

/** Returns the report as JUnit XML, as Jenkins defines it: one suite per program, one test case per model. */
export function junitReport(report: Report, options: OutcomeOptions = {}): string {
  const suites = groupedBy(report.checks, ({ source, program }) => [source, program]).map((checks) =>
    suiteOf(report.tool, checks, options),
  );
  const refused = report.errors ?? [];
  const { tests, failures, errors, time } = totalsOf(report.checks, options);
  const all = { name: report.tool, tests: tests + refused.length, failures, errors: errors + refused.length, time };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${xmlAttributes(all)}>`,
    ...suites.flat(),
    ...refused.flatMap(suiteOfError),
    '</testsuites>',
    '',
  ].join('\n');
}

function suiteOf(tool: string, checks: readonly CheckReport[], options: OutcomeOptions): string[] {
  const { source, program } = checks[0]!;
  const name = programTitle(checks[0]!);
  const properties = [
    ['tool', tool],
    ['source', source],
    ['program', program],
    ...checks.flatMap(({ model, method, verdict, robust, executions, blocked }) => [
      [`${model}.method`, method],
      [`${model}.verdict`, verdict],
      [`${model}.robust`, robust === null ? 'undecided' : String(robust)],
      [`${model}.executions`, String(executions)],
      [`${model}.blocked`, String(blocked)],
    ]),
  ];
  return [
    `  <testsuite${xmlAttributes({ name, ...totalsOf(checks, options), skipped: 0 })}>`,
    '    <properties>',
    ...properties.map(([key, value]) => `      <property${xmlAttributes({ name: key!, value: value! })}/>`),
    '    </properties>',
    ...checks.flatMap((check) => testCase(check, options)),
    '  </testsuite>',
  ];
}

/**
 * Reports a program that could not be checked. Without this suite, the result would look as if all programs had passed.
 */
function suiteOfError(error: ErrorReport): string[] {
  const { source, code, message } = error;
  const name = programTitle(error);
  const time = '0.000';
  return [
    `  <testsuite${xmlAttributes({ name, tests: 1, failures: 0, errors: 1, time, skipped: 0 })}>`,
    `    <testcase${xmlAttributes({ name, classname: classNameOf(source), time })}>`,
    element('error', code, message, formatError(error)),
    '    </testcase>',
    '  </testsuite>',
  ];
}

function totalsOf(
  checks: readonly CheckReport[],
  options: OutcomeOptions,
): Record<'tests' | 'failures' | 'errors', number> & { readonly time: string } {
  const failures = checks.filter((check) => isFound(check, options)).length;
  const errors = checks.filter((check) => !isFound(check, options) && isInconclusive(check)).length;
  const seconds = checks.reduce((sum, check) => sum + check.seconds, 0);
  return { tests: checks.length, failures, errors, time: seconds.toFixed(3) };
}

function testCase(check: CheckReport, options: OutcomeOptions): string[] {
  const { source, model, seconds, notes } = check;
  const attributes = {
    name: `${programTitle(check)} under ${model}`,
    classname: classNameOf(source),
    time: seconds.toFixed(3),
  };
  const output = notes.length === 0 ? [] : [`      <system-out>${xmlText(notes.join('\n'))}</system-out>`];
  const children = [...outcome(check, options), ...output];
  if (children.length === 0) return [`    <testcase${xmlAttributes(attributes)}/>`];
  return [`    <testcase${xmlAttributes(attributes)}>`, ...children, '    </testcase>'];
}

/**
 * Readers show only the first failure of a test case, so there is one, whose text lists all of them. An undecided check
 * is an error, not a skipped test: skipped tests are green, so a bounded search would look like a complete one.
 */
function outcome(check: CheckReport, options: OutcomeOptions): string[] {
  const { source, failures, violations, model } = check;
  if (isFound(check, options)) {
    const found = [...failures, ...violations];
    const type = failures[0]?.kind ?? 'not robust';
    const message =
      found[0] === undefined ? `not robust under ${modelTitle(model)}` : headlineOf(found[0], [model], source);
    return [element('failure', type, message, found.map((each) => explained(check, each)).join('\n\n'))];
  }
  return isInconclusive(check) ? [element('error', 'inconclusive', `undecided: ${reasonsOf([check])}`, '')] : [];
}

function element(name: string, type: string, message: string, body: string): string {
  return `      <${name}${xmlAttributes({ type, message })}>${xmlText(body)}</${name}>`;
}

function explained(check: CheckReport, found: FailureReport | ViolationReport): string {
  const { counterexample } = found;
  const lines = counterexample === null ? [] : explanationLines(check, counterexample);
  const message = 'message' in found ? fullMessage(found.message) : [];
  return [headlineOf(found, [check.model], check.source), ...message, ...lines].join('\n');
}

/** Returns a Java class name, `src.queue_c`. Readers treat everything before the last dot as a folder. */
function classNameOf(source: string): string {
  const parts = source.split(/[\\/]/).filter((part) => part !== '' && part !== '.' && part !== '..');
  return parts.map((part) => part.replaceAll('.', '_')).join('.');
}
