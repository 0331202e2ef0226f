import { formatError, modelTitle, printable, printableLines } from '@fencepost/core';
import type { CheckReport, Report } from '../values/report.js';
import { programTitle } from '../text/headline.js';
import { summaryLine } from '../text/report-text.js';
import { verdictText } from '../text/verdict-words.js';
import { modelsInWords } from '../text/words.js';
import { explanationLines } from './explanation.js';
import type { BugFinding } from './findings.js';
import { bugFindingsOf, groupedBy } from './findings.js';
import { notesOnSafety } from './notes.js';
import type { OutcomeOptions } from './outcome.js';

/** Bugs beyond this number get only a headline: GitHub accepts at most one megabyte for the summary of a step. */
const MOST_EXPLAINED = 25;

/**
 * Returns a table of programs and models, and a collapsible section per bug, for a job summary or a comment on a
 * change.
 */
export function markdownReport(report: Report, options: OutcomeOptions = {}): string {
  const { checks, errors = [] } = report;
  const blocks = [
    '## Fencepost',
    ...(checks.length === 0 ? [] : [summaryLine(checks, { colour: false }, report.repairs), table(checks)]),
    ...sections(bugFindingsOf(report, options)),
    ...errors.map((error) => `Not checked: ${code(programTitle(error))}\n\n${fenced(formatError(error))}`),
    ...notesOnSafety(report).map(
      ({ source, text, models }) => `Note on ${code(source)}, safe under ${modelsInWords(models)}: ${escaped(text)}`,
    ),
  ];
  return blocks.map((block) => `${block}\n`).join('\n');
}

/** Returns a table with one row per program and one column per model. */
function table(checks: readonly CheckReport[]): string {
  const models = [...new Set(checks.map(({ model }) => model))];
  const rows = groupedBy(checks, ({ source, program }) => [source, program]).map((group) => [
    code(programTitle(group[0]!)),
    ...models.map((model) => cell(group, model)),
  ]);
  const lines = [['Program', ...models.map(modelTitle)], ['---', ...models.map(() => '---')], ...rows];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

function cell(group: readonly CheckReport[], model: string): string {
  const check = group.find((each) => each.model === model);
  if (check === undefined) return '';
  const verdict = escaped(verdictText(check, group));
  return check.verdict === 'safe' ? verdict : `**${verdict}**`;
}

/** Explains the first bugs. */
function sections(bugs: readonly BugFinding[]): string[] {
  return bugs.map((bug, i) => section(bug, i < MOST_EXPLAINED));
}

function section({ headline, message, also, repair, source, site, told }: BugFinding, isExplained: boolean): string {
  const place = site === undefined || site.line < 1 ? source : `${site.file}:${site.line}`;
  const title = `${code(place)} ${escaped(headline)}`;
  const lines = [
    ...message,
    ...(also === undefined ? [] : [`Also ${also}.`, '']),
    ...(told === undefined ? [] : explanationLines(told.check, told.counterexample, repair)),
  ];
  if (lines.length === 0 || !isExplained) return `- ${title}`;
  return `<details><summary>${title}</summary>\n\n${fenced(lines.join('\n'))}\n\n</details>`;
}

/** Encloses text in a code fence that is longer than any run of backticks in it. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${printableLines(text)}\n${fence}`;
}

/** Returns inline code as HTML, which may contain any character; a `|` would end the table cell. */
function code(text: string): string {
  return `<code>${escaped(text)}</code>`;
}

/** Escapes text so that it is neither Markdown nor HTML. */
function escaped(text: string): string {
  return printable(text.replaceAll(/\s+/g, ' ')).replaceAll(
    /[&<>|*_`~[\]\\#@]/g,
    (character) => `&#${character.codePointAt(0)};`,
  );
}
