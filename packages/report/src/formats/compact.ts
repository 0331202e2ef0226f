import type { Site } from '@fencepost/core';
import { printable } from '@fencepost/core';
import { slashed } from '../values/paths.js';
import type { ErrorReport, Report } from '../values/report.js';
import type { BugFinding } from './findings.js';
import { bugFindingsOf } from './findings.js';
import type { OutcomeOptions } from './outcome.js';

/**
 * Returns one line per bug, as compilers print them: `file:line:column: error: message [rule]`. Editors that read
 * the output of gcc (quickfix lists, problem matchers, compilation modes) jump to the place.
 */
export function compactReport(report: Report, options: OutcomeOptions = {}): string {
  const { errors = [] } = report;
  return [...errors.map(refusal), ...bugFindingsOf(report, options).map(line)].join('');
}

/** Reports a program that could not be checked. */
function refusal({ source, program, code, message, site }: ErrorReport): string {
  return printed(source, site, 'error', `${program}: ${message.split('\n', 1)[0]!}`, code);
}

function line({ rule, level, headline, also, source, site }: BugFinding): string {
  const message = headline.split('\n', 1)[0]!;
  return printed(source, site, level, also === undefined ? message : `${message}; also ${also}`, rule);
}

/** Readers of such lines expect a place: without one, it is the beginning of the file. */
function printed(source: string, site: Site | undefined, level: string, message: string, rule: string): string {
  const { file, line: row, column } = site ?? { file: source, line: 1 };
  const place = [slashed(file), Math.max(row, 1), Math.max(column ?? 1, 1)].join(':');
  return `${printable(`${place}: ${level}: ${message} [${rule}]`)}\n`;
}
