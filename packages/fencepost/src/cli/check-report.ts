import { formatSite } from '@fencepost/core';
import type { Story } from '@fencepost/report';
import { tableOf } from '@fencepost/report';
import { plural } from '../plural.js';
import type { CheckedFailure, CheckedModel, Incomplete, ProgramCheck } from '../program-check.js';
import type { ViolationReport } from '../violation.js';
import type { LoadedProgram } from './programs.js';
import { widest } from './report.js';

/** Columns before what is told about a failure. */
const INDENT = 8;
/** Longer executions are for `replay`. */
const MOST_STEPS = 60;
/** Failures and violations shown of each check; --format json has them all. */
const MOST_SHOWN = 10;

/** What `--format json` prints of a check. */
export function jsonCheck({ source, program }: LoadedProgram, check: ProgramCheck): object {
  const { model, method, verdict, robust, harmful, executions, blocked, seconds, incomplete } = check;
  const { failures, violations, schedule, notes } = check;
  return {
    source,
    program: program.name,
    model,
    method,
    verdict,
    robust,
    harmful,
    executions,
    blocked,
    seconds,
    incomplete,
    failures,
    violations,
    schedule,
    notes,
  };
}

/** The lines about one program. */
export function blockOf({ source, program }: LoadedProgram, checks: readonly ProgramCheck[], width: number): string[] {
  const robustWidth = widest(checks.map(robustness));
  return [
    `${source}: ${program.name}`,
    ...checks.flatMap((check) => [
      headline(check, robustWidth),
      ...details(check, width).map((line) => `      ${line}`),
    ]),
  ];
}

function headline(check: ProgramCheck, robustWidth: number): string {
  const { model, method, verdict, executions, blocked, seconds } = check;
  const columns = [model.padEnd(3), verdict.padEnd(7), robustness(check).padEnd(robustWidth)];
  const counted = plural(executions, method === 'monitor' ? 'SC execution' : 'execution');
  return `  ${columns.join('  ')}  ${counted}${blocked === 0 ? '' : `, ${blocked} blocked`}, ${seconds.toFixed(2)} s`;
}

function robustness({ robust, harmful, failures }: ProgramCheck): string {
  if (robust === null) return 'not decided';
  if (robust) return 'robust';
  if (harmful !== null) return harmful ? 'not robust, harmful' : 'not robust, benign';
  return failures.some(({ underSc }) => underSc === null)
    ? 'not robust, perhaps harmful'
    : 'not robust, apparently benign';
}

/** The execution as a table; nothing if it is too long to be read. */
function storyLines(story: Story, width: number): string[] {
  return story.steps.length <= MOST_STEPS ? tableOf(story, width - INDENT) : [];
}

function details(check: ProgramCheck, width: number): string[] {
  const { model, failures, violations, schedule, story, incomplete, notes } = check;
  const lines: string[] = [];
  failures.slice(0, MOST_SHOWN).forEach((failure, i) => {
    lines.push(failureLine(failure, model));
    if (i === 0 && story !== null) lines.push(...storyLines(story, width).map((line) => `  ${line}`));
    const shown = i === 0 ? schedule : failure.schedule;
    if (typeof shown === 'string') lines.push(`  schedule ${shown}`);
  });
  lines.push(...more(failures.length, 'failure'));
  lines.push(...violations.slice(0, MOST_SHOWN).flatMap(violationLines));
  lines.push(...more(violations.length, 'violation'));
  if (incomplete !== null) lines.push(incompleteLine(incomplete));
  lines.push(...notes.map((note) => `note: ${note}`));
  return lines;
}

function failureLine({ kind, message, thread, site, underSc }: CheckedFailure, model: CheckedModel): string {
  // What a race tells has its places in it.
  if (kind === 'data race') return `${when(underSc, model)}: ${message}`;
  const where = [...(thread === undefined ? [] : [`in ${thread}`]), ...(site === undefined ? [] : [formatSite(site)])];
  const what = kind === 'assertion' ? message : `${kind}: ${message}`;
  return `${when(underSc, model)}: ${what}${where.length === 0 ? '' : ` (${where.join(', ')})`}`;
}

function when(underSc: boolean | null, model: CheckedModel): string {
  if (model === 'sc') return 'fails';
  if (underSc === null) return `fails under ${model}, perhaps under SC, too`;
  return underSc ? 'fails under SC already' : `fails only under ${model}`;
}

function violationLines({ operation, write, cycle, schedule }: ViolationReport): string[] {
  return [
    `not SC: ${operation} comes before ${write}, which happens before it`,
    ...cycle.map((edge) => `  ${edge}`),
    `  schedule ${schedule}`,
  ];
}

const LARGER: Readonly<Record<Incomplete['stoppedBy'], string>> = {
  executions: 'to explore more, raise --max-executions',
  preemptions: 'to explore more, raise --preemptions',
  limits: 'what goes further was not explored',
  memory: 'it ran out of memory for what it has seen',
};

function incompleteLine({ stoppedBy, covered }: Incomplete): string {
  return `not complete: ${covered}; ${LARGER[stoppedBy]}`;
}

function more(count: number, noun: string): string[] {
  return count <= MOST_SHOWN ? [] : [`… and ${plural(count - MOST_SHOWN, `more ${noun}`)}; --format json has them all`];
}

export function summaryOf(programs: number, checks: readonly ProgramCheck[]): string {
  const verdicts = (['safe', 'failing', 'unknown'] as const).map(
    (verdict) => `${checks.filter((check) => check.verdict === verdict).length} ${verdict}`,
  );
  const notRobust = checks.filter(({ robust }) => robust === false).length;
  const counts = [...verdicts, `${notRobust} not robust`].join(', ');
  return `${plural(programs, 'program')}, ${plural(checks.length, 'check')}: ${counts}`;
}
