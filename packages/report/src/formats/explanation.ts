import type { Counterexample } from '../counterexample.js';
import type { CheckReport } from '../report.js';
import { replayCommand } from '../text/replay-command.js';
import { tableOf } from '../text/table.js';
import { delayInWords, edgeInWords } from '../words.js';

const WIDTH = 120;
/** Longer executions are for `fencepost replay`. */
const MOST_STEPS = 200;

/** Why the execution is not SC; no lines if it is. */
export function reasonLines({ story, cycle, delays }: Counterexample): string[] {
  if (cycle.length === 0) return [];
  return [
    'Not possible under SC, as each of these would have to come before the next:',
    ...cycle.map((edge) => `- ${edgeInWords(story, edge)}`),
    ...delays.map((delay) => `Delayed: ${delayInWords(story, delay)}.`),
  ];
}

/** The execution as plain text: step by step, why it is not SC, and how to see it again. */
export function explanationLines(check: CheckReport, counterexample: Counterexample): string[] {
  const { story } = counterexample;
  const { length } = story.steps;
  return [
    ...(length > MOST_STEPS ? [`The execution has ${length} steps; replay shows them.`] : tableOf(story, WIDTH)),
    '',
    ...reasonLines(counterexample),
    `Replay: ${replayCommand(check, counterexample)}`,
  ];
}
