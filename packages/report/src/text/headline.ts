import type { CheckReport } from '../values/report.js';
import { hanging, indent, padEnd, widest, wrap } from './layout.js';
import { count, counted, duration } from './numbers.js';
import type { Text } from './style.js';
import { span } from './style.js';
import { modelName, verdictMark, verdictText, verdictTone } from './verdict-words.js';

function numbersText({ method, executions, upToSymmetry, jointStates, blocked, seconds }: CheckReport): string {
  const all = counted(executions, method === 'monitor' ? 'SC execution' : 'execution');
  const explored = upToSymmetry === undefined ? all : `${all} (${count(upToSymmetry)} up to symmetry)`;
  if (jointStates !== undefined) return [counted(jointStates, 'joint state'), duration(seconds)].join(', ');
  return [explored, ...(blocked === 0 ? [] : [`${count(blocked)} blocked`]), duration(seconds)].join(', ');
}

/**
 * Returns the file, and below it a line per model: verdict and numbers. The numbers are right-aligned if there is room.
 */
export function headlines(checks: readonly CheckReport[], width: number): Text[] {
  const { source, program } = checks[0]!;
  const nameWidth = Math.max(...checks.map((check) => modelName(check).length));
  const verdictWidth = widest(checks.map((check) => verdictText(check, checks)));
  const lead = (check: CheckReport): Text => [
    span(verdictMark(check), verdictTone(check)),
    ' ',
    span(modelName(check).padEnd(nameWidth), 'strong'),
    '  ',
  ];
  const room = width - 2;
  const leadWidth = nameWidth + 4;
  const fits = checks.every((check) => leadWidth + verdictWidth + 2 + numbersText(check).length <= room);
  return [
    ...titleLines(source, program, width),
    ...checks.flatMap((check) => {
      const verdict = [span(verdictText(check, checks), verdictTone(check))];
      const numbers = span(numbersText(check), 'dim');
      if (fits) return indent([[...lead(check), ...padEnd(verdict, verdictWidth + 2), numbers]], 2);
      const below = indent(wrap([numbers], room - leadWidth), leadWidth);
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
