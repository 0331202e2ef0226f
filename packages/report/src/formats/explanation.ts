import type { Counterexample } from '../values/counterexample.js';
import type { CheckReport, RepairReport } from '../values/report.js';
import { fixText, whyTexts } from '../text/counterexample-text.js';
import { reasonsFor } from '../text/reasons.js';
import { remedyTexts } from '../text/remedy-text.js';
import { replayCommand } from '../text/replay-command.js';
import { breakable } from '../text/style.js';
import { tableOf } from '../text/table.js';
import { modelsInWords } from '../text/words.js';

const WIDTH = 120;
/** Longer executions are left to `fencepost replay`. */
const MOST_STEPS = 200;

/** Returns in one line each why the execution fails, and the fix: the repair, or what would forbid this execution. */
export function briefReasons(counterexample: Counterexample, file: string, repair: RepairReport | undefined): string[] {
  const fix = repair === undefined ? fixText(counterexample, file) : repairText(repair);
  return [
    ...whyTexts(counterexample, file).map((each) => `Why: ${each}`),
    ...(fix === undefined ? [] : [`Fix: ${breakable(fix)}`]),
  ];
}

function repairText({ changes, goal, models }: RepairReport): string {
  return `${changes.join('; ')}. Compiled and checked: ${goal} under ${modelsInWords(models)}.`;
}

/**
 * Explains why the execution fails or is not SC, and the fix: the repair, or what would forbid this execution; no lines
 * if nothing is known.
 */
export function reasonLines(counterexample: Counterexample, file: string, repair?: RepairReport): string[] {
  const reasons = reasonsFor(counterexample, file);
  return [
    ...whyTexts(counterexample, file).map((each) => `Why: ${each}`),
    ...(reasons === undefined
      ? []
      : ['Not possible under SC:', ...reasons.edges.map((edge) => `- ${edge}`), reasons.why]),
    ...(repair === undefined ? remedyLines(counterexample, file) : [`Fix: ${repairText(repair)}`, '', ...repair.diff.trimEnd().split('\n'), '']), // prettier-ignore
  ];
}

function remedyLines(counterexample: Counterexample, file: string): string[] {
  const { fixes } = remedyTexts(counterexample, file);
  const fences = reasonsFor(counterexample, file)?.fences ?? [];
  return [...(fences.length === 0 ? [] : [`Fix: ${fences.join('; ')}.`]), ...fixes.map((fix) => `Fix: ${fix}.`)];
}

/** Returns the execution as plain text: step by step, why it is not SC, the fix, and how to replay it. */
export function explanationLines(check: CheckReport, counterexample: Counterexample, repair?: RepairReport): string[] {
  const { story } = counterexample;
  const { length } = story.steps;
  return [
    ...(length > MOST_STEPS
      ? [`The execution has ${length} steps; replay shows them.`]
      : tableOf(story, WIDTH, check.source)),
    '',
    ...reasonLines(counterexample, check.source, repair),
    `Replay: ${replayCommand(check, counterexample)}`,
  ];
}
