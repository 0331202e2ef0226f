import { explanationOf } from './explained.js';
import type { Row } from './results.js';
import { agrees } from './score.js';

/** Whether an answer is not the expected one, and nothing explains why. */
export function isWrong(row: Row): boolean {
  return isDifferent(row) && explanationOf(row) === undefined;
}

/** Whether an answer is not the expected one, and the reason is known. */
export function isExplained(row: Row): boolean {
  return isDifferent(row) && explanationOf(row) !== undefined;
}

function isDifferent({ expected, answer }: Row): boolean {
  return answer !== null && !agrees(expected, answer);
}
