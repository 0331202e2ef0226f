import { REFERENCE_MODEL } from '@fencepost/core';
import type { CheckReport, SourceLines } from '../values/report.js';
import { counterexampleLines, replayLine } from './counterexample-text.js';
import { sameReason } from './cycle-text.js';
import type { Finding } from './findings.js';
import { failureFinding, violationFinding } from './findings.js';
import { headlines, modelName, summaryText } from './headline.js';
import { incompleteText } from './incomplete-text.js';
import { hanging, indent, wrap, wrapIndented } from './layout.js';
import { counted } from './numbers.js';
import { shortPaths } from './places.js';
import { scenarioCoverage } from './scenario-coverage.js';
import type { Text, TextStyle } from './style.js';
import { render, span } from './style.js';

/** Maximum number of failures and violations of a check that get their own line. */
const MOST_LISTED = 10;

/** Returns the terminal output for checks: for each program the verdicts, then the findings under each model. */
export function textReport(checks: readonly CheckReport[], sources: SourceLines, style: TextStyle): string[] {
  const lines = programsOf(checks).flatMap((program, i) => [
    ...(i === 0 ? [] : [[]]),
    ...programLines(program, sources, style),
  ]);
  return lines.map((line) => render(line, style.colour));
}

/** Returns the number of checks with each outcome, for several programs. */
export function summaryLine(checks: readonly CheckReport[], { colour }: Pick<TextStyle, 'colour'>): string {
  return render(summaryText(checks), colour);
}

/** Groups checks by program. The checks of a program are adjacent. */
function programsOf(checks: readonly CheckReport[]): CheckReport[][] {
  const programs: CheckReport[][] = [];
  for (const check of checks) {
    const last = programs.at(-1)?.[0];
    if (last?.source === check.source && last.program === check.program) programs.at(-1)!.push(check);
    else programs.push([check]);
  }
  return programs;
}

interface Part {
  readonly lines: readonly Text[];
  /** Whether empty lines surround the part. */
  readonly isLong: boolean;
}

/** A finding already shown, its model, and whether its cycle was shown. */
interface Told {
  readonly finding: Finding;
  readonly check: CheckReport;
  readonly inFull: boolean;
}

function programLines(checks: readonly CheckReport[], sources: SourceLines, style: TextStyle): Text[] {
  const told: Told[] = [];
  return [
    ...headlines(checks, style.width),
    ...checks.flatMap((check) => {
      const parts = new CheckTeller(check, told, sources, style).parts();
      return parts.flatMap(({ lines, isLong }, i) => [
        ...(i === 0 || isLong || parts[i - 1]!.isLong ? [[]] : []),
        ...indent(lines, 2),
      ]);
    }),
    ...remarks(checks, style.width),
  ];
}

/** Remarks that qualify the verdicts. Those for several models appear once. */
function remarks(checks: readonly CheckReport[], width: number): Text[] {
  const models = new Map<string, string[]>();
  for (const check of checks) {
    const { notes } = check;
    const texts = [...coverageTexts(check), ...notes.map((note) => `note: ${shortPaths(note)}`)];
    for (const text of texts) models.set(text, [...(models.get(text) ?? []), modelName(check)]);
  }
  const lines = [...models].flatMap(([text, under]) =>
    hanging([span(under.join(', '), 'strong'), '  '], remark(text), width - 2),
  );
  return lines.length === 0 ? [] : [[], ...indent(lines, 2)];
}

/** Returns what the search covered, if there is anything to report. */
function coverageTexts(check: CheckReport): string[] {
  const scenarios = scenarioCoverage(check);
  if (scenarios !== undefined) return [`checked: ${scenarios}`];
  return check.incomplete === null ? [] : [`not complete: ${incompleteText(check.incomplete)}`];
}

function remark(text: string): Text {
  const label = text.indexOf(':') + 1;
  return [span(text.slice(0, label), 'warning'), text.slice(label)];
}

/** Shows the findings of a check. Those shown before are only referred to. */
class CheckTeller {
  private readonly check: CheckReport;
  private readonly told: Told[];
  private readonly sources: SourceLines;
  private readonly width: number;
  private readonly all: boolean;

  constructor(check: CheckReport, told: Told[], sources: SourceLines, { width, all = false }: TextStyle) {
    this.check = check;
    this.told = told;
    this.sources = sources;
    this.width = width - 2;
    this.all = all;
  }

  parts(): Part[] {
    const { check } = this;
    return [
      ...this.group(
        check.failures.map((failure) => failureFinding(failure, check)),
        'failure',
      ),
      ...this.group(
        check.violations.map((violation) => violationFinding(violation, check)),
        'violation',
      ),
    ];
  }

  /**
   * Shows the first finding in full, unless it was shown before. The others are shown in full, in brief, or counted.
   */
  private group(findings: readonly Finding[], noun: string): Part[] {
    const shown = this.all ? findings : findings.slice(0, MOST_LISTED);
    let anyInFull = false;
    const parts = shown.map((finding): Part => {
      const before = this.before(finding);
      const inFull = before === undefined && (!anyInFull || this.all);
      anyInFull ||= inFull;
      this.told.push({ finding, check: this.check, inFull });
      if (before !== undefined) return { lines: this.reference(finding, before), isLong: false };
      return { lines: inFull ? this.inFull(finding) : this.inBrief(finding), isLong: inFull };
    });
    const left = findings.length - shown.length;
    if (left > 0) parts.push({ lines: this.leftOut(left, noun), isLong: false });
    return parts;
  }

  /**
   * Returns the equivalent finding shown before, if any. Failures that also happen under SC are equivalent in all
   * executions.
   */
  private before(finding: Finding): Told | undefined {
    return this.told.find(({ finding: other, check, inFull }) => {
      if (finding.failure === undefined) return inFull && sameReason(other.counterexample, finding.counterexample);
      if (other.key !== finding.key || check === this.check) return false;
      return (
        (check.model === REFERENCE_MODEL && finding.failure.underSc === true) ||
        sameReason(other.counterexample, finding.counterexample)
      );
    });
  }

  private reference(finding: Finding, { check, finding: before }: Told): Text[] {
    const where = check === this.check ? 'as the cycle above shows' : `as under ${modelName(check)}, above`;
    const title = finding.failure === undefined ? 'not robust' : before.title;
    const { shownBy } = finding;
    return this.titled(finding, title, [`, ${where}`, span(shownBy === '' ? '' : `; ${shownBy}`, 'dim')]);
  }

  private titled({ failure }: Finding, title: string, more: Text = []): Text[] {
    const lead = [span(modelName(this.check), 'strong'), '  '];
    return hanging(lead, [span(title, failure === undefined ? 'warning' : 'error'), ...more], this.width);
  }

  private inBrief(finding: Finding): Text[] {
    const { counterexample } = finding;
    const replay = counterexample === null ? [] : indent([replayLine(this.check, counterexample)], 2);
    return [...this.heading(finding), ...replay];
  }

  private inFull(finding: Finding): Text[] {
    const { counterexample, failure } = finding;
    const { check, sources } = this;
    const width = this.width - 2;
    const body =
      counterexample === null
        ? wrap([notFoundAgain(check)], width)
        : counterexampleLines(counterexample, { check, failure, sources, width });
    return [...this.heading(finding), [], ...indent(body, 2)];
  }

  private heading(finding: Finding): Text[] {
    const { title, message, about, shownBy } = finding;
    const details = [about, shownBy].filter((text) => text !== '').join('; ');
    const below = details === '' ? [] : wrap([span(details, 'dim')], this.width - 2);
    const full = message.flatMap((line) => wrapIndented(line, 'plain', this.width - 4));
    return [...this.titled(finding, title), ...indent(full, 4), ...indent(below, 2)];
  }

  private leftOut(findings: number, noun: string): Text[] {
    const more = `… and ${counted(findings, `more ${noun}`)}; --format json has them all`;
    return hanging([span(modelName(this.check), 'strong'), '  '], [span(more, 'dim')], this.width);
  }
}

function notFoundAgain({ incomplete }: CheckReport): string {
  return incomplete?.stoppedBy === 'time'
    ? 'There was no time left to find an execution again that shows it: raise --max-time.'
    : 'No execution that shows it could be found again.';
}
