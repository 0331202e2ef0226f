import { FencepostError } from '@fencepost/core';

/** The values that an argument may have. */
export interface ArgumentValues {
  readonly values: readonly unknown[];
  /**
   * The structure treats them alike: it moves and compares them, but does nothing else with them. Scenarios that differ
   * only in which is which are one.
   */
  readonly alike: boolean;
}

const MOST_VALUES = 1000;
const USE_OF_INT = 'int(1, 3) is 1, 2 and 3; two or three values often do';

/** Every integer of a range. */
export function int(from: number, to: number): ArgumentValues {
  if (!Number.isInteger(from) || !Number.isInteger(to) || from > to) {
    throw new FencepostError('USAGE', `int(${from}, ${to}) is not a range of integers`, { hint: USE_OF_INT });
  }
  if (to - from >= MOST_VALUES) {
    throw new FencepostError('USAGE', `int(${from}, ${to}) has more than ${MOST_VALUES} values`, { hint: USE_OF_INT });
  }
  return { values: Array.from({ length: to - from + 1 }, (_, i) => from + i), alike: false };
}

/** One of these values. */
export function oneOf(...values: readonly unknown[]): ArgumentValues {
  return { values, alike: false };
}

/** One of these values, which are alike: scenarios that differ only in which is which are one. */
export function distinct(...values: readonly unknown[]): ArgumentValues {
  return { values, alike: true };
}

/** An operation with its arguments: a letter of scenarios. */
export interface Letter {
  readonly operation: string;
  readonly args: readonly unknown[];
  /** By argument: which of the values it is. */
  readonly choices: readonly number[];
}

/** Everything that can be called, as letters with numbers from 0. */
export class Alphabet {
  readonly letters: readonly Letter[];
  private readonly operations: ReadonlyMap<string, readonly ArgumentValues[]>;

  constructor(operations: Readonly<Record<string, readonly ArgumentValues[]>>) {
    this.operations = new Map(Object.entries(operations));
    const letters: Letter[] = [];
    for (const [operation, args] of this.operations) {
      for (const choices of product(args.map(({ values }) => values.length))) {
        letters.push({ operation, choices, args: choices.map((choice, i) => args[i]!.values[choice]) });
      }
    }
    this.letters = letters;
  }

  /** The letters of these operations. */
  of(operations: readonly string[]): readonly number[] {
    return [...this.letters.keys()].filter((letter) => operations.includes(this.letters[letter]!.operation));
  }

  /**
   * Ways to exchange values that are alike, each as the letter that every letter becomes; the first changes nothing. Values
   * of the letters `fixed` stay as they are.
   */
  exchanges(fixed: readonly number[] = []): readonly (readonly number[])[] {
    const groups = this.groups();
    const isFixed = (group: string, choice: number): boolean =>
      fixed.some((letter) => {
        const { operation, choices } = this.letters[letter]!;
        return choices.some((each, i) => each === choice && groupOf(this.operations.get(operation)![i]!) === group);
      });
    let ways: ReadonlyMap<string, readonly number[]>[] = [new Map()];
    for (const [group, size] of groups) {
      const orders = permutations(size).filter((order) =>
        order.every((to, from) => to === from || !(isFixed(group, from) || isFixed(group, to))),
      );
      ways = ways.flatMap((way) => orders.map((order) => new Map([...way, [group, order]])));
    }
    return ways.map((way) => this.letters.map((letter) => this.exchanged(letter, way)));
  }

  /** Values that are alike are exchanged wherever they are arguments. */
  private groups(): ReadonlyMap<string, number> {
    const groups = new Map<string, number>();
    for (const args of this.operations.values()) {
      for (const arg of args) if (arg.alike) groups.set(groupOf(arg), arg.values.length);
    }
    return groups;
  }

  private exchanged({ operation, choices }: Letter, way: ReadonlyMap<string, readonly number[]>): number {
    const args = this.operations.get(operation)!;
    const wanted = choices.map((choice, i) => (args[i]!.alike ? way.get(groupOf(args[i]!))![choice]! : choice));
    return this.letters.findIndex(
      (letter) => letter.operation === operation && letter.choices.every((choice, i) => choice === wanted[i]),
    );
  }
}

function groupOf({ values }: ArgumentValues): string {
  return JSON.stringify(values.map(String));
}

function product(sizes: readonly number[]): number[][] {
  let all: number[][] = [[]];
  for (const size of sizes) all = all.flatMap((some) => Array.from({ length: size }, (_, i) => [...some, i]));
  return all;
}

/** All orders of the numbers below n; the first is the ascending one. */
export function permutations(n: number): number[][] {
  if (n === 0) return [[]];
  return permutations(n - 1)
    .flatMap((order) => Array.from({ length: n }, (_, i) => order.toSpliced(i, 0, n - 1)))
    .sort((a, b) => (a.join() < b.join() ? -1 : 1));
}
