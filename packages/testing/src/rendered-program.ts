import type { Instruction, InstructionProgram } from '@fencepost/core';
import * as fc from 'fast-check';
import { show } from './show-program.js';

/** Addresses of mutexes, far from those of variables. */
export const MUTEXES: readonly number[] = [1000, 1001];

const NAMES: string[] = ['x', 'y', 'z'];
MUTEXES.forEach((mutex, i) => (NAMES[mutex] = `m${i}`));

/** Drops the last piece of the longest thread until the program is small enough. */
export function withinBudget<Piece>(
  lists: readonly (readonly Piece[])[],
  operations: number,
  operationsOf: (piece: Piece) => number,
): Piece[][] {
  const kept = lists.map((list) => list.slice());
  const cost = (list: readonly Piece[]): number => list.reduce((sum, piece) => sum + operationsOf(piece), 0);
  while (kept.reduce((sum, list) => sum + cost(list), 0) > operations) {
    kept.reduce((longest, list) => (cost(list) > cost(longest) ? list : longest)).pop();
  }
  return kept;
}

/** Returns a program that fast-check prints with one line per thread. */
export function programOf(threads: readonly Instruction[][], memory: readonly number[]): InstructionProgram {
  const source: InstructionProgram = {
    name: 'random',
    threads: threads.map((instructions, i) => ({ name: `t${i}`, instructions })),
    memory,
    names: NAMES,
  };
  return Object.defineProperty(source, fc.toStringMethod, { value: () => show(source), enumerable: false });
}
