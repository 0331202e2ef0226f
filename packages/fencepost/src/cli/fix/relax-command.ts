import { modelTitle, printable } from '@fencepost/core';
import { counted, diffText } from '@fencepost/report';
import { FOUND, INCONCLUSIVE, OK } from '../../exit-codes.js';
import type { FixAnswer, ToldOrder } from '@fencepost/fix';
import { diffOf } from '../../fix/diff-of.js';
import { TO_APPLY } from '../../fix/to-apply.js';
import { writeFiles } from '../../fix/write-files.js';
import type { Asked } from '../../options/command-line.js';
import { wantsColour } from '../terminal/colour.js';
import type { Io } from '../terminal/io.js';
import type { FixRequest } from './fix-session.js';
import { askForFix, titleOf } from './fix-session.js';
import type { RelaxOptions } from './relax-options.js';

interface RelaxRequest extends FixRequest {
  readonly relax: RelaxOptions;
}

/** Runs `fencepost relax`. */
export function relaxCommand(asked: Asked<RelaxRequest>, io: Io): Promise<number> {
  return askForFix(
    asked,
    ({ relax }) => ({ kind: 'relax', from: relax.from }),
    io,
    (values, answer) => tell(values, answer, io),
  );
}

async function tell(values: RelaxRequest, answer: FixAnswer, io: Io): Promise<number> {
  const { write } = values.repairs;
  const files = 'files' in answer ? answer.files : [];
  if (write) writeFiles(files);
  const title = titleOf(values, answer);
  const colour = wantsColour(values.output.colour, process.env, io.outIsTerminal);
  const lines = [...linesFor(answer, title, write).map(printable), ...diffText(diffOf(files), colour)];
  await io.out(`${lines.join('\n')}\n`);
  return exitCodeOf(answer, write);
}

function linesFor(answer: FixAnswer, title: string, write: boolean): string[] {
  if (answer.outcome === 'impossible') {
    const { model, message, fixed } = answer;
    const orders = fixed.length === 0 ? 'the strongest orders' : 'the strongest orders that can be written';
    return [
      `${title}: nothing can be weakened: the program fails with ${orders}, under ${modelTitle(model)}: ${message}`,
      ...unchangedLines(fixed),
    ];
  }
  if (answer.outcome !== 'relaxed') return [`${title}: time limit reached before a checked result was found`];
  const { orders, fixed, files, costs, isBounded } = answer;
  const changed = orders.filter(({ now, least }) => now !== least).length;
  const within = isBounded ? ' within the bounds of the search' : '';
  const done = files.length === 0 ? '' : write ? ' (written)' : ` (${TO_APPLY})`;
  return [
    changed === 0
      ? `${title}: none of ${counted(orders.length, 'order')} can be weakened${within} (cost ${costs.now})`
      : `${title}: ${changed} of ${counted(orders.length, 'order')} can change${within}: cost ${costs.least} instead of ${costs.now}${done}`,
    ...orders.flatMap(orderLines),
    ...unchangedLines(fixed),
  ];
}

function unchangedLines(fixed: readonly string[]): string[] {
  return fixed.length > 0
    ? [`  unchanged, because no order is written at that place (but perhaps in a macro): ${fixed.join(', ')}`]
    : [];
}

/**
 * Returns lines such as `the store at lock.c:12:3: release instead of seq_cst`, and the reason that it cannot be
 * weaker.
 */
function orderLines({ where, isFence, change, now, least, needed }: ToldOrder): string[] {
  const isGone = isFence && least === 'relaxed';
  const what = isGone ? 'not needed' : now === least ? least : `${least} instead of ${now}`;
  return [
    `  ${where}${change === 'order' ? '' : ', if it fails'}: ${what}`,
    ...needed.map(({ order, model, message }) => {
      const weaker = isFence && order === 'relaxed' ? 'without it' : `if ${order}`;
      return `    ${weaker}, under ${modelTitle(model)}: ${message}`;
    }),
  ];
}

function exitCodeOf(answer: FixAnswer, write: boolean): number {
  if (answer.outcome === 'impossible') return FOUND;
  if (answer.outcome !== 'relaxed') return INCONCLUSIVE;
  if (answer.files.length > 0 && !write) return FOUND;
  return answer.isBounded ? INCONCLUSIVE : OK;
}
