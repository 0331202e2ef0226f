import type { Site } from '@fencepost/core';
import { printableLines } from '@fencepost/core';
import { slashed } from '../values/paths.js';
import type { ErrorReport, Report } from '../values/report.js';
import { isNamedAfter } from '../text/headline.js';
import { replayCommand } from '../text/replay-command.js';
import { modelsInWords } from '../text/words.js';
import { briefReasons } from './explanation.js';
import type { BugFinding, Level } from './findings.js';
import { bugFindingsOf } from './findings.js';
import type { NoteOnSafety } from './notes.js';
import { notesOnSafety } from './notes.js';
import type { OutcomeOptions } from './outcome.js';
import { RULES } from './rules.js';

const COMMANDS: Readonly<Record<Level, string>> = { error: 'error', warning: 'warning', note: 'notice' };

/** Returns workflow commands, one line per bug. GitHub turns them into annotations on a change. */
export function githubAnnotations(report: Report, options: OutcomeOptions = {}): string {
  const { errors = [] } = report;
  return [
    ...errors.map(refusal),
    ...bugFindingsOf(report, options).map(annotation),
    ...notesOnSafety(report).map(notice),
  ].join('');
}

/** Reports a program that could not be checked. */
function refusal({ source, program, code, message, site, hint }: ErrorReport): string {
  const name = isNamedAfter(program, source) ? '' : `${program}: `;
  const advice = hint === undefined ? '' : `\nhint: ${hint}`;
  return command('error', placed(source, site, 'Not checked'), `${name}${message} [${code}]${advice}`);
}

function annotation({ rule, level, headline, message, also, repair, source, site, told }: BugFinding): string {
  // GitHub shows ten annotations of each level per step. An SC violation is only a warning, so that it does not use up a
  // place of those for failures.
  const name = rule === 'sc-violation' && level === 'error' ? 'warning' : COMMANDS[level];
  const text = [
    headline,
    ...message,
    ...(also === undefined ? [] : [`Also ${also}`]),
    ...(told === undefined ? [] : briefReasons(told.counterexample, told.check.source, repair)),
    ...(told === undefined ? [] : [`Replay: ${replayCommand(told.check, told.counterexample)}`]),
  ].join('\n');
  return command(name, placed(source, site, RULES[rule].title), text);
}

function placed(source: string, site: Site | undefined, title: string): [name: string, value: string][] {
  return [
    ['file', slashed(site?.file ?? source)],
    ...(site === undefined || site.line < 1 ? [] : [['line', String(site.line)] as [string, string]]),
    ...(site?.column === undefined || site.column < 1 ? [] : [['col', String(site.column)] as [string, string]]),
    ['title', `Fencepost: ${title}`],
  ];
}

function command(name: string, properties: readonly (readonly [name: string, value: string])[], text: string): string {
  const shown = properties.map(([key, value]) => `${key}=${escapeProperty(value)}`).join(',');
  return `::${name} ${shown}::${escapeData(text)}\n`;
}

/** Returns a notice on the limits of a safe verdict. */
function notice({ source, text, models }: NoteOnSafety): string {
  const properties = placed(source, undefined, 'a note on what is safe');
  return command('notice', properties, `safe under ${modelsInWords(models)}; ${text}`);
}

/** Escapes like https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts. */
function escapeData(text: string): string {
  return printableLines(text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A'));
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
