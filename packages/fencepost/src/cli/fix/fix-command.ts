import { REFERENCE_MODEL, modelTitle, printable } from '@fencepost/core';
import { BIT_FIELDS, areBitFields, counted, diffText } from '@fencepost/report';
import { FOUND, INCONCLUSIVE, OK } from '../../exit-codes.js';
import type { FixAnswer } from '@fencepost/fix';
import { diffOf } from '../../fix/diff-of.js';
import { TO_APPLY } from '../../fix/to-apply.js';
import { writeFiles } from '../../fix/write-files.js';
import type { Asked } from '../../options/command-line.js';
import { wantsColour } from '../terminal/colour.js';
import type { Io } from '../terminal/io.js';
import type { FixRequest } from './fix-session.js';
import { askForFix, titleOf } from './fix-session.js';

/** Runs `fencepost fix`. */
export function fixCommand(asked: Asked<FixRequest>, io: Io): Promise<number> {
  return askForFix(
    asked,
    () => ({ kind: 'fix', from: 'source' }),
    io,
    (values, answer) => tell(values, answer, io),
  );
}

async function tell(values: FixRequest, answer: FixAnswer, io: Io): Promise<number> {
  const { write } = values.repairs;
  const files = 'files' in answer ? answer.files : [];
  if (write) writeFiles(files);
  const title = titleOf(values, answer);
  const colour = wantsColour(values.output.colour, process.env, io.outIsTerminal);
  const cost = values.output.costs !== undefined;
  const lines = [...linesFor(answer, title, { write, cost }).map(printable), ...diffText(diffOf(files), colour)];
  await io.out(`${lines.join('\n')}\n`);
  return exitCodeOf(answer, write);
}

interface Printing {
  readonly write: boolean;
  /** Whether to show costs. */
  readonly cost: boolean;
}

function linesFor(answer: FixAnswer, title: string, printing: Printing): string[] {
  switch (answer.outcome) {
    case 'stopped':
    case 'relaxed':
      return [`${title}: time limit reached before a checked repair was found`];
    case 'impossible':
      return impossible(answer, title);
    case 'checked':
    case 'bounded':
    case 'told':
      return repairLines(answer, title, printing);
  }
}

function impossible(
  { isSequential, message, program, isOneOfMany }: Extract<FixAnswer, { outcome: 'impossible' }>,
  title: string,
): string[] {
  const it = program === undefined ? 'it' : `'${program}'`;
  const others = isOneOfMany ? ' (to repair the others: --program)' : '';
  const place = /^data race on (.*)$/.exec(message)?.[1] ?? '';
  const told = isSequential
    ? `${title}: ${it} fails under ${modelTitle(REFERENCE_MODEL)}, too, so no fence or order can repair it${others}: ${message}`
    : `${title}: no fence or order repairs ${it}${others}: ${message}`;
  return areBitFields(place) ? [told, `  hint: ${BIT_FIELDS}`] : [told];
}

function repairLines(
  { changes, cost, alternatives, outcome, goal, subject }: Extract<FixAnswer, { changes: unknown }>,
  title: string,
  { write, cost: showsCost }: Printing,
): string[] {
  const within = outcome === 'bounded' ? ' within the bounds of the search' : '';
  if (changes.length === 0) {
    const are = subject.startsWith('all ') ? 'are' : 'is';
    return [`${title}: nothing to repair: ${subject} ${are} ${goal}${within}`];
  }
  const many = `${counted(changes.length, 'change')}${showsCost ? ` (cost ${cost})` : ''}`;
  const reasons = changes.flatMap(({ words, reasons: each }) => [`  ${words}`, ...each.map((line) => `    ${line}`)]);
  if (outcome === 'told') {
    const why = 'cannot be applied to the source: edit it by hand, and check the program again';
    return [`${title}: ${many} would make ${subject} ${goal}, but ${why}`, ...reasons];
  }
  const done = write ? 'written' : TO_APPLY;
  return [
    `${title}: ${many} make${changes.length === 1 ? 's' : ''} ${subject} ${goal}${within} (${done})`,
    ...reasons,
    ...alternatives.map((words) => `  as cheap: ${words.join('; ')}`),
  ];
}

function exitCodeOf(answer: FixAnswer, write: boolean): number {
  if (answer.outcome === 'stopped') return INCONCLUSIVE;
  if (!('changes' in answer) || answer.outcome === 'told') return FOUND;
  if (answer.changes.length > 0 && !write) return FOUND;
  return answer.outcome === 'bounded' ? INCONCLUSIVE : OK;
}
