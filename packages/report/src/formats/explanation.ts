import type { Counterexample } from '../values/counterexample.js';
import type { CheckReport } from '../values/report.js';
import { needsFences } from '../text/delay-text.js';
import { reasonsFor } from '../text/reasons.js';
import { remedyTexts } from '../text/remedy-text.js';
import { replayCommand } from '../text/replay-command.js';
import { tableOf } from '../text/table.js';

const WIDTH = 120;
/** Longer executions are left to `fencepost replay`. */
const MOST_STEPS = 200;

/** Explains why the execution is not SC, and what would forbid it; no lines if it is SC and has no data race. */
export function reasonLines(counterexample: Counterexample, file: string): string[] {
  const reasons = reasonsFor(counterexample, file);
  const { missing, fixes } = remedyTexts(counterexample, file);
  const remedy = [...missing.map((each) => `Missing: ${each}.`), ...fixes.map((fix) => `Fix: ${fix}.`)];
  if (reasons === undefined) return remedy;
  const { edges, delays, fences } = reasons;
  return [
    'Not possible under SC, as each of these would have to come before the next:',
    ...edges.map((edge) => `- ${edge}`),
    ...delays.map((delay) => `Delayed: ${delay}.`),
    ...(fences.length === 0 ? [] : [`${needsFences(counterexample, file) ? 'Fence' : 'Fix'}: ${fences.join('; ')}.`]),
    ...remedy,
  ];
}

/** Returns the execution as plain text: step by step, why it is not SC, and how to replay it. */
export function explanationLines(check: CheckReport, counterexample: Counterexample): string[] {
  const { story } = counterexample;
  const { length } = story.steps;
  return [
    ...(length > MOST_STEPS
      ? [`The execution has ${length} steps; replay shows them.`]
      : tableOf(story, WIDTH, check.source)),
    '',
    ...reasonLines(counterexample, check.source),
    `Replay: ${replayCommand(check, counterexample)}`,
  ];
}
