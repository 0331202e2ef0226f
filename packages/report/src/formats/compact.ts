import type { Site } from '@fencepost/core';
import { printable } from '@fencepost/core';
import { slashed } from '../values/paths.js';
import type { ErrorReport, Report } from '../values/report.js';
import type { Finding } from './findings.js';
import { findingsOf } from './findings.js';
import type { OutcomeOptions } from './outcome.js';

/**
 * Returns one line per finding, as compilers print them: `file:line:column: error: message [rule]`. Editors that read
 * the output of gcc (quickfix lists, problem matchers, compilation modes) jump to the place.
 */
export function compactReport(report: Report, options: OutcomeOptions = {}): string {
  const { errors = [] } = report;
  return [...errors.map(refusal), ...findingsOf(report, options).map(line)].join('');
}

/** Reports a program that could not be checked. */
function refusal({ source, program, code, message, site }: ErrorReport): string {
  return printed(source, site, 'error', `${program}: ${message}`, code);
}

function line({ rule, level, headline, source, site }: Finding): string {
  return printed(source, site, level, headline, rule);
}

/** Readers of such lines expect a place: without one, it is the beginning of the file. */
function printed(source: string, site: Site | undefined, level: string, message: string, rule: string): string {
  const { file, line: row, column } = site ?? { file: source, line: 1 };
  const place = [slashed(file), Math.max(row, 1), Math.max(column ?? 1, 1)].join(':');
  return `${printable(`${place}: ${level}: ${message.split('\n', 1)[0]!} [${rule}]`)}\n`;
}
