import type { AsmMachine } from './asm-machine.js';

/** How conditions are computed from flags, by suffix, as in `sete`, `jne`. */
const CONDITIONS: Readonly<Record<string, (machine: AsmMachine) => string>> = {
  e: (machine) => machine.flag('zero'),
  s: (machine) => machine.flag('sign'),
  b: (machine) => machine.flag('carry'),
  l: (machine) => machine.flag('less'),
  // `less` is the sign, inverted on overflow.
  o: (machine) => machine.define(`xor i1 ${machine.flag('less')}, ${machine.flag('sign')}`),
  be: (machine) => machine.define(`or i1 ${machine.flag('carry')}, ${machine.flag('zero')}`),
  le: (machine) => machine.define(`or i1 ${machine.flag('less')}, ${machine.flag('zero')}`),
};

/** Other names of the same conditions, and names of the opposite ones. */
const SAME: Readonly<Record<string, string>> = { z: 'e', c: 'b', nae: 'b', nge: 'l', na: 'be', ng: 'le' };
const OPPOSITE: Readonly<Record<string, string>> = {
  ne: 'e',
  nz: 'e',
  ns: 's',
  no: 'o',
  nb: 'b',
  nc: 'b',
  ae: 'b',
  nl: 'l',
  ge: 'l',
  nbe: 'be',
  a: 'be',
  nle: 'le',
  g: 'le',
};

/** Returns whether a condition has this name. */
export function isCondition(suffix: string): boolean {
  return (OPPOSITE[suffix] ?? SAME[suffix] ?? suffix) in CONDITIONS;
}

/** Returns the condition with this suffix as an i1; undefined if there is no such condition. */
export function conditionBit(machine: AsmMachine, suffix: string): string | undefined {
  const opposite = OPPOSITE[suffix];
  const bit = CONDITIONS[opposite ?? SAME[suffix] ?? suffix]?.(machine);
  return bit === undefined || opposite === undefined ? bit : machine.define(`xor i1 ${bit}, true`);
}

/** Sets the flags after a logical operation, which clears the carry. */
export function setByLogic(machine: AsmMachine, bits: number, result: string): void {
  setByResult(machine, bits, result);
  machine.setFlag('carry', 'false');
  machine.setFlag('less', machine.define(`icmp slt i${bits} ${result}, 0`));
}

/** Emits `a + b` and sets the flags. `keepsCarry`: leaves the carry unchanged, as `inc` does. */
export function setBySum(machine: AsmMachine, bits: number, a: string, b: string, keepsCarry = false): string {
  const result = machine.define(`add i${bits} ${a}, ${b}`);
  setByResult(machine, bits, result);
  if (!keepsCarry) machine.setFlag('carry', machine.define(`icmp ult i${bits} ${result}, ${a}`));
  const [wideA, wideB] = [a, b].map((each) => machine.define(`sext i${bits} ${each} to i128`));
  machine.setFlag('less', machine.define(`icmp slt i128 ${machine.define(`add i128 ${wideA!}, ${wideB!}`)}, 0`));
  return result;
}

/** Emits `a - b` and sets the flags. */
export function setByDifference(machine: AsmMachine, bits: number, a: string, b: string, keepsCarry = false): string {
  const result = machine.define(`sub i${bits} ${a}, ${b}`);
  setByResult(machine, bits, result);
  if (!keepsCarry) machine.setFlag('carry', machine.define(`icmp ult i${bits} ${a}, ${b}`));
  machine.setFlag('less', machine.define(`icmp slt i${bits} ${a}, ${b}`));
  return result;
}

function setByResult(machine: AsmMachine, bits: number, result: string): void {
  machine.setFlag('zero', machine.define(`icmp eq i${bits} ${result}, 0`));
  machine.setFlag('sign', machine.define(`icmp slt i${bits} ${result}, 0`));
}
