import type { Instruction, InstructionProgram } from '@fencepost/core';
import * as fc from 'fast-check';
import { orderedProgram } from './ordered-programs.js';
import type { RandomProgramOptions } from './random-programs.js';
import { randomProgram } from './random-programs.js';
import { programOf } from './rendered-program.js';

/** Sizes of the code of all threads: some of it runs several times. */
export const SYMMETRIC_PROGRAMS: readonly RandomProgramOptions[] = [
  { threads: 2, operations: 4 },
  { threads: 2, operations: 5 },
  { threads: 3, operations: 5 },
];

/** Address that nothing else writes. A thread that begins with a write to it differs from all others. */
const MARK = 7;
const HANDLES = 40;

/** The code that each thread runs, if all threads are static. */
const SHAPES: readonly (readonly number[])[] = [
  [0, 0],
  [0, 0, 0],
  [0, 0, 1],
  [0, 1, 0],
  [0, 0, 0, 1],
  [1, 0, 0, 0],
  [0, 0, 1, 1],
  [0, 1, 0, 1],
  [2, 0, 0, 1],
];

/** A thread that starts the others. */
interface Parent {
  readonly children: number;
  /** Which children it joins: none, all, or the first; or all, with accesses in between. */
  readonly joins: 'none' | 'all' | 'first' | 'apart';
  /** Whether it does something else between starting them. */
  readonly pauses: boolean;
  /** Whether another static thread runs in parallel. */
  readonly hasOther: boolean;
}

const parents: fc.Arbitrary<Parent> = fc.record({
  children: fc.constantFrom(2, 3),
  joins: fc.constantFrom('none', 'all', 'all', 'all', 'first', 'apart'),
  pauses: fc.constantFrom(false, false, false, true),
  hasOther: fc.boolean(),
});

/** Programs in which some threads have the same code. */
export function symmetricProgram(size: RandomProgramOptions): fc.Arbitrary<InstructionProgram> {
  const base = fc.oneof(randomProgram(size), orderedProgram(size));
  const fixed = fc
    .record({ base, shape: fc.constantFrom(...SHAPES) })
    .map(({ base: { threads, memory = [] }, shape }) => {
      const codes = threads.map(({ instructions }, i) => (i === 0 ? instructions : [mark(i), ...instructions]));
      return withoutLostJoins(
        shape.map((code) => [...codes[code % codes.length]!]),
        memory,
      );
    });
  const started = fc.record({ base, parent: parents }).map(({ base: { threads, memory = [] }, parent }) => {
    const [child, own, other] = threads.map(({ instructions }) => instructions);
    const main = mainOf(parent, child!, own!);
    return withoutLostJoins(parent.hasOther ? [main, [mark(2), ...(other ?? own!)]] : [main], memory);
  });
  return fc.oneof({ arbitrary: fixed, weight: 2 }, { arbitrary: started, weight: 1 });
}

/** Removes joins of threads that do not exist. */
function withoutLostJoins(threads: readonly Instruction[][], memory: readonly number[]): InstructionProgram {
  const isLost = (step: Instruction): boolean =>
    step.op === 'join' && typeof step.thread === 'number' && step.thread >= threads.length;
  const kept = (list: readonly Instruction[]): Instruction[] =>
    list.flatMap((step) => (isLost(step) ? [] : [step.op === 'spawn' ? { ...step, body: kept(step.body) } : step]));
  return programOf(threads.map(kept), memory);
}

function mainOf(
  { children, joins, pauses }: Parent,
  child: readonly Instruction[],
  own: readonly Instruction[],
): Instruction[] {
  const main: Instruction[] = [];
  for (let i = 0; i < children; i++) {
    if (pauses && i > 0) main.push({ op: 'store', address: 0, value: 2 });
    main.push({ op: 'spawn', to: HANDLES + i, body: child });
  }
  if (joins === 'none') return [...main, ...own];
  if (joins !== 'all') main.push(...own);
  for (let i = 0; i < (joins === 'first' ? 1 : children); i++) {
    main.push({ op: 'join', thread: { register: HANDLES + i } });
    if (joins === 'apart') main.push({ op: 'store', address: 1, value: 1 });
  }
  return joins === 'all' ? [...main, ...own] : main;
}

function mark(value: number): Instruction {
  return { op: 'store', address: MARK, value };
}
