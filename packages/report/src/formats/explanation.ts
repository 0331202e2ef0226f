import type { Counterexample } from '../values/counterexample.js';
import type { CheckReport } from '../values/report.js';
import { whyTexts } from '../text/counterexample-text.js';
import { reasonsFor } from '../text/reasons.js';
import { remedyTexts } from '../text/remedy-text.js';
import { replayCommand } from '../text/replay-command.js';
import { tableOf } from '../text/table.js';

const WIDTH = 120;
/** Longer executions are left to `fencepost replay`. */
const MOST_STEPS = 200;

/** Explains why the execution fails or is not SC, and what would forbid it; no lines if nothing is known. */
export function reasonLines(counterexample: Counterexample, file: string): string[] {
  const reasons = reasonsFor(counterexample, file);
  const { fixes } = remedyTexts(counterexample, file);
  const fences = reasons?.fences ?? [];
  return [
    ...whyTexts(counterexample, file).map((each) => `Why: ${each}`),
    ...(reasons === undefined
      ? []
      : ['Not possible under SC:', ...reasons.edges.map((edge) => `- ${edge}`), reasons.why]),
    ...(fences.length === 0 ? [] : [`Fix: ${fences.join('; ')}.`]),
    ...fixes.map((fix) => `Fix: ${fix}.`),
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
