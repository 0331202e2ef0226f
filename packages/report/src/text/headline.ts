import { REFERENCE_MODEL, modelTitle } from '@fencepost/core';
import type { CheckReport } from '../values/report.js';
import { isComparedWithSc } from './failure-words.js';
import { STOPPED_BY } from './incomplete-text.js';
import { hanging, indent, padEnd, widest, wrap } from './layout.js';
import { count, counted, duration } from './numbers.js';
import type { Text, Tone } from './style.js';
import { span } from './style.js';

/** Returns the name of the model as in sentences: `TSO`. */
export function modelName({ model }: Pick<CheckReport, 'model'>): string {
  return modelTitle(model);
}

/** Returns the verdict in words; `checks` are all checks of the program. */
export function verdictText(check: CheckReport, checks: readonly CheckReport[]): string {
  const { verdict, robust, model, incomplete } = check;
  const departs = robust === false ? ', not robust' : '';
  switch (verdict) {
    case 'failing':
      return failingText(check, checks);
    case 'unknown':
      return (
        foundElsewhere(check, checks) ??
        `unknown${departs}: ${incomplete === null ? 'not decided' : STOPPED_BY[incomplete.stoppedBy]}`
      );
    case 'safe':
      if (model === REFERENCE_MODEL) return 'safe';
      if (robust === null) return 'safe, robustness not decided';
      return robust ? 'safe and robust' : 'safe, but not robust: more than SC allows';
  }
}

/** Returns the verdict for SC if a search under another model found its failure first. */
function foundElsewhere({ model }: CheckReport, checks: readonly CheckReport[]): string | undefined {
  if (model !== REFERENCE_MODEL) return undefined;
  const other = checks.find(({ failures }) =>
    failures.some((failure) => isComparedWithSc(failure) && failure.underSc === true),
  );
  return other && `FAILS, as found under ${modelName(other)}`;
}

function failingText(check: CheckReport, checks: readonly CheckReport[]): string {
  if (check.model === REFERENCE_MODEL) return 'FAILS';
  const under = `FAILS under ${modelName(check)}`;
  const sc = checks.find(({ model }) => model === REFERENCE_MODEL);
  const isToldOfSc = sc?.verdict === 'failing';
  const failures = isToldOfSc ? check.failures : check.failures.filter(isComparedWithSc);
  if (failures.length === 0) return 'FAILS: a data race';
  const has = (underSc: boolean | null): boolean => failures.some((failure) => failure.underSc === underSc);
  if (!has(false)) {
    const departs = check.robust === false ? '; not robust' : '';
    return has(null) ? `${under}, perhaps also under SC${departs}` : `FAILS under SC already${departs}`;
  }
  if (has(true)) return `FAILS under SC already, and in other ways under ${modelName(check)}`;
  return `${under}, ${sc?.verdict === 'safe' ? 'safe' : 'not'} under SC`;
}

function toneOf({ verdict, robust }: CheckReport): Tone {
  if (verdict === 'failing') return 'error';
  return verdict === 'unknown' || robust !== true ? 'warning' : 'safe';
}

function numbersText({ method, executions, upToSymmetry, blocked, seconds }: CheckReport): string {
  const all = counted(executions, method === 'monitor' ? 'SC execution' : 'execution');
  const explored = upToSymmetry === undefined ? all : `${all} (${count(upToSymmetry)} up to symmetry)`;
  return [explored, ...(blocked === 0 ? [] : [`${count(blocked)} blocked`]), duration(seconds)].join(', ');
}

/**
 * Returns the file, and below it a line per model: verdict and numbers. The numbers are right-aligned if there is room.
 */
export function headlines(checks: readonly CheckReport[], width: number): Text[] {
  const { source, program } = checks[0]!;
  const nameWidth = Math.max(...checks.map((check) => modelName(check).length));
  const verdictWidth = widest(checks.map((check) => verdictText(check, checks)));
  const lead = (check: CheckReport): Text => [span(modelName(check).padEnd(nameWidth), 'strong'), '  '];
  const room = width - 2;
  const fits = checks.every((check) => nameWidth + verdictWidth + 4 + numbersText(check).length <= room);
  return [
    ...titleLines(source, program, width),
    ...checks.flatMap((check) => {
      const verdict = [span(verdictText(check, checks), toneOf(check))];
      const numbers = span(numbersText(check), 'dim');
      if (fits) return indent([[...lead(check), ...padEnd(verdict, verdictWidth + 2), numbers]], 2);
      const below = indent(wrap([numbers], room - nameWidth - 2), nameWidth + 2);
      return indent([...hanging(lead(check), verdict, room), ...below], 2);
    }),
  ];
}

/** Returns the file, and the program unless it is named after the file. */
export function titleLines(source: string, program: string, width: number): Text[] {
  const name = isNamedAfter(program, source) ? [] : [`: ${program}`];
  return wrap([span(source, 'strong'), ...name], width);
}

/** Returns `queue.c`, or `ring.test.ts: two producers`. */
export function programTitle({ source, program }: Pick<CheckReport, 'source' | 'program'>): string {
  return isNamedAfter(program, source) ? source : `${source}: ${program}`;
}

/** Whether the program is named after its file, like compiled programs and most litmus tests. */
export function isNamedAfter(program: string, source: string): boolean {
  const file = source.split(/[\\/]/).at(-1)!;
  return file === program || file.replace(/\.[^.]*$/, '') === program;
}

/** Summarises several programs: `3 programs, 9 checks: 6 safe, 2 failing, 1 unknown, 2 not robust`. */
export function summaryText(checks: readonly CheckReport[]): Text {
  const programs = new Set(checks.map(({ source, program }) => JSON.stringify([source, program])));
  const verdicts = (['safe', 'failing', 'unknown'] as const).map((verdict) => ({
    number: checks.filter((check) => check.verdict === verdict).length,
    verdict,
    tone: SUMMARY_TONES[verdict],
  }));
  const notRobust = checks.filter(({ robust }) => robust === false).length;
  return [
    `${counted(programs.size, 'program')}, ${counted(checks.length, 'check')}: `,
    ...verdicts.flatMap(({ number, verdict, tone }) => [
      span(`${count(number)} ${verdict}`, number === 0 ? 'plain' : tone),
      ', ',
    ]),
    span(`${count(notRobust)} not robust`, notRobust === 0 ? 'plain' : 'warning'),
  ];
}

const SUMMARY_TONES = { safe: 'safe', failing: 'error', unknown: 'warning' } as const;
