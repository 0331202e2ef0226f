import type { Verdict } from '@fencepost/core';
import { bugsOf, programsOf, repairOf } from '../values/bugs.js';
import type { CheckReport, RepairReport } from '../values/report.js';
import { count, counted, duration } from './numbers.js';
import type { Span, Text, Tone } from './style.js';
import { span } from './style.js';
import { modelsInWords } from './words.js';

/** Sums up: `1 program fails: 1 bug under RC11 · 3 checks, 0.2 s`, `3 programs: 1 fails (2 bugs under TSO), 2 are safe …`. */
export function summaryText(checks: readonly CheckReport[], repairs: readonly RepairReport[] = []): Text {
  const programs = programsOf(checks);
  const seconds = checks.reduce((sum, check) => sum + check.seconds, 0);
  const numbers = `${counted(checks.length, 'check')}, ${duration(seconds)}`;
  const failing = programs.filter((group) => verdictOf(group) === 'failing');
  const bugs = bugsIn(failing, repairs);
  const isOne = programs.length === 1;
  const outcomes = (['failing', 'unknown', 'safe'] as const).flatMap((verdict): Span[] => {
    const ofVerdict = programs.filter((group) => verdictOf(group) === verdict);
    if (ofVerdict.length === 0) return [];
    const notRobust = verdict === 'failing' ? 0 : ofVerdict.filter(isNotRobust).length;
    return [outcome(verdict, ofVerdict.length, { isOne, bugs, notRobust })];
  });
  const lead = isOne ? [] : [`${counted(programs.length, 'program')}: `];
  const all = outcomes.flatMap((each, i) => (i === 0 ? [each] : [', ', each]));
  return [...lead, ...(all.length === 0 ? ['nothing'] : all), span(` · ${numbers}`, 'dim')];
}

interface Numbers {
  readonly isOne: boolean;
  readonly bugs: string;
  readonly notRobust: number;
}

function outcome(verdict: Verdict, number: number, { isOne, bugs, notRobust }: Numbers): Span {
  const who = isOne ? '1 program' : count(number);
  const be = number === 1 ? 'is' : 'are';
  switch (verdict) {
    case 'failing':
      return span(`${who} ${number === 1 ? 'fails' : 'fail'}${isOne ? `: ${bugs}` : ` (${bugs})`}`, 'error');
    case 'unknown':
      return span(
        `${who} ${be} undecided${isOne && notRobust > 0 ? ', not robust' : notRobustOf(notRobust)}`,
        'warning',
      );
    case 'safe': {
      const tone: Tone = notRobust === 0 ? 'safe' : 'warning';
      if (isOne) return span(`${who} is safe${notRobust > 0 ? ', not robust' : ''}`, tone);
      return span(`${who} ${be} safe${notRobustOf(notRobust)}`, tone);
    }
  }
}

function notRobustOf(number: number): string {
  return number === 0 ? '' : ` (${count(number)} not robust)`;
}

/** `2 bugs under TSO and RC11`. */
function bugsIn(programs: readonly (readonly CheckReport[])[], repairs: readonly RepairReport[]): string {
  const bugs = programs.flatMap((checks) => bugsOf(checks, repairOf(checks[0]!, repairs)));
  const failing = bugs.filter(({ main }) => main.failure !== undefined);
  const models = new Set(programs.flat().flatMap(({ model }) => model));
  const under = [...models].filter((model) => failing.some((bug) => bug.models.includes(model)));
  return `${counted(failing.length, 'bug')} under ${modelsInWords(under)}`;
}

function verdictOf(checks: readonly CheckReport[]): Verdict {
  const has = (verdict: Verdict): boolean => checks.some((check) => check.verdict === verdict);
  return has('failing') ? 'failing' : has('unknown') ? 'unknown' : 'safe';
}

function isNotRobust(checks: readonly CheckReport[]): boolean {
  return checks.some(({ robust }) => robust === false);
}
