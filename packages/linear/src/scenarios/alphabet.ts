import type { NamedValues, Show } from './value-symmetry.js';
import { alikeValues, named } from './value-symmetry.js';
import type { ArgumentValues } from './argument-values.js';

/** An operation with its arguments: a letter of scenarios. */
export interface Letter {
  readonly operation: string;
  readonly args: readonly unknown[];
  /** By argument: index of its value. */
  readonly choices: readonly number[];
}

/** All possible calls, as letters numbered from 0. */
export class Alphabet {
  readonly letters: readonly Letter[];
  private readonly operations: ReadonlyMap<string, readonly NamedValues[]>;

  /** `show` returns an object as users would write it. */
  constructor(operations: Readonly<Record<string, readonly ArgumentValues[]>>, show: Show = String) {
    this.operations = new Map(
      Object.entries(operations).map(([name, args]) => [name, args.map((arg) => named(arg, show))]),
    );
    const letters: Letter[] = [];
    for (const [operation, args] of this.operations) {
      for (const choices of product(args.map(({ values }) => values.length))) {
        letters.push({ operation, choices, args: choices.map((choice, i) => args[i]!.values[choice]) });
      }
    }
    this.letters = letters;
  }

  /** Returns the letters of these operations. */
  of(operations: readonly string[]): readonly number[] {
    return [...this.letters.keys()].filter((letter) => operations.includes(this.letters[letter]!.operation));
  }

  /**
   * Returns the ways to exchange values that are alike, each as a mapping from letter to letter. The first is the
   * identity. Values of the letters `fixed` are not exchanged.
   */
  exchanges(fixed: readonly number[] = []): readonly (readonly number[])[] {
    const used = new Set(fixed.flatMap((letter) => this.namesOf(this.letters[letter]!)));
    let ways: ReadonlyMap<string, string>[] = [new Map()];
    for (const names of alikeValues([...this.operations.values()].flat(), used)) {
      const orders = permutations(names.length).map((order) =>
        names.map((name, i) => [name, names[order[i]!]!] as const),
      );
      ways = ways.flatMap((way) => orders.map((order) => new Map([...way, ...order])));
    }
    const numbers = new Map(this.letters.map((letter, number) => [keyOf(letter.operation, letter.choices), number]));
    return ways.map((way) =>
      this.letters.map(({ operation, choices }) => {
        const args = this.operations.get(operation)!;
        const exchanged = choices.map((choice, i) => exchangedBy(way, choice, args[i]!));
        return numbers.get(keyOf(operation, exchanged))!;
      }),
    );
  }

  private namesOf({ operation, choices }: Letter): readonly string[] {
    return choices.map((choice, i) => this.operations.get(operation)![i]!.names[choice]!);
  }
}

/** Returns the value that replaces a value, among those of the same argument. */
function exchangedBy(way: ReadonlyMap<string, string>, choice: number, { names }: NamedValues): number {
  const name = way.get(names[choice]!);
  return name === undefined ? choice : names.indexOf(name);
}

function keyOf(operation: string, choices: readonly number[]): string {
  return `${operation} ${choices.join()}`;
}

function product(sizes: readonly number[]): number[][] {
  let all: number[][] = [[]];
  for (const size of sizes) all = all.flatMap((some) => Array.from({ length: size }, (_, i) => [...some, i]));
  return all;
}

/** Returns all permutations of the numbers below n. The first is the ascending one. */
export function permutations(n: number): number[][] {
  if (n === 0) return [[]];
  return permutations(n - 1)
    .flatMap((order) => Array.from({ length: n }, (_, i) => order.toSpliced(i, 0, n - 1)))
    .sort((a, b) => (a.join() < b.join() ? -1 : 1));
}
