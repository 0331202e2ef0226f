import type { RecordedRun } from '../run.js';
import { checkReorderings } from './check-reorderings.js';
import type { Reordering } from './cuts.js';
import { reorderingsOf } from './cuts.js';
import type { Prediction } from './predicted.js';

/** A prediction, and the reordering that shows it. */
export interface Shown<T extends Prediction> {
  readonly prediction: T;
  readonly reordering: Reordering;
}

/** Finds the reorderings that show predictions, and replays each: two more passes over the run. */
export function showPredictions<T extends Prediction>(
  run: RecordedRun,
  predictions: readonly T[],
): readonly Shown<T>[] {
  if (predictions.length === 0) return [];
  const reorderings = reorderingsOf(run, predictions);
  const wrong = checkReorderings(run, reorderings).find((each) => each !== undefined);
  if (wrong !== undefined) throw new Error(`a predicted reordering cannot happen: ${wrong}`);
  return predictions.map((prediction, i) => ({ prediction, reordering: reorderings[i]! }));
}
