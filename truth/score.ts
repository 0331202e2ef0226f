import type { Row } from './results.js';

/** Returns the points of SV-COMP for an answer. A wrong answer costs more than many right ones gain. */
export function pointsFor({ expected, answer }: Pick<Row, 'expected' | 'answer'>): number {
  if (answer === null) return 0;
  const isTrue = answer === 'true';
  if (isTrue !== (expected === 'true')) return isTrue ? -32 : -16;
  if (isTrue) return 2;
  // The right verdict for the wrong reason scores nothing.
  return agrees(expected, answer) ? 1 : 0;
}

/** Returns whether the answer is the expected one. Either may omit which part of a property is violated. */
export function agrees(expected: string, answer: string): boolean {
  return (
    expected === answer ||
    (expected === 'false' && answer.startsWith('false ')) ||
    (answer === 'false' && expected.startsWith('false '))
  );
}
