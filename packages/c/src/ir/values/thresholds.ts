import type { Operand, StepBlock } from './steps.js';

/** More numbers are not looked at. */
const MOST = 300;

/** Returns the constants of the program and their neighbours, ascending: bounds of variables are often among them. */
export function thresholdsOf(functions: readonly (readonly StepBlock[])[]): bigint[] {
  const found = new Set<bigint>([-1n, 0n, 1n]);
  const note = (operand: Operand): void => {
    if (operand.kind !== 'constant' || found.size > MOST) return;
    for (const near of [-1n, 0n, 1n]) found.add(operand.value + near);
  };
  for (const { steps, exits } of functions.flat()) {
    for (const step of steps) {
      if (step.kind === 'store') note(step.value);
      if (step.kind !== 'set') continue;
      const { value } = step;
      if ('a' in value) note(value.a);
      if ('b' in value) note(value.b);
    }
    for (const { when } of exits) for (const number of when?.numbers ?? []) found.add(number);
  }
  return [...found].toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}
