import type { Predicate } from '../syntax/integer-sets.js';

/** A number that an instruction uses: a local by its number, a constant, or any number. */
export type Operand = { readonly bits: number } & (
  | { readonly kind: 'local'; readonly local: number }
  | { readonly kind: 'constant'; readonly value: bigint }
  /** The address of a global, plus an offset. */
  | { readonly kind: 'symbol'; readonly name: string; readonly bytes: bigint }
  | { readonly kind: 'any' }
);

export type Expression =
  | { readonly op: 'same'; readonly a: Operand }
  | { readonly op: 'any'; readonly bits: number }
  | { readonly op: 'binary'; readonly name: string; readonly a: Operand; readonly b: Operand }
  | { readonly op: 'compare'; readonly predicate: Predicate; readonly a: Operand; readonly b: Operand }
  | { readonly op: 'cast'; readonly name: string; readonly a: Operand; readonly bits: number }
  /** An address plus a constant, plus the index times the stride. */
  | {
      readonly op: 'address';
      readonly base: Operand;
      readonly bytes: bigint;
      readonly stride: number;
      readonly index: Operand | undefined;
    }
  | { readonly op: 'select'; readonly condition: Operand; readonly a: Operand; readonly b: Operand };

/** What an instruction does with numbers. `at` is the number of the operation that says what it does with pointers. */
export type Step =
  | { readonly kind: 'set'; readonly to: number; readonly value: Expression }
  | { readonly kind: 'alloca'; readonly to: number; readonly bits: number; readonly at: number }
  | {
      readonly kind: 'load';
      readonly to: number;
      readonly bits: number;
      readonly address: Operand;
      readonly at: number;
    }
  | { readonly kind: 'store'; readonly value: Operand; readonly address: Operand; readonly at: number }
  /** Stores what `how` makes of the old value and another one; `last` is the operation that stores. */
  | {
      readonly kind: 'update';
      readonly to: number;
      readonly how: string;
      readonly value: Operand;
      readonly at: number;
      readonly last: number;
    }
  | {
      readonly kind: 'call';
      readonly to: number;
      /** 0: none. */
      readonly bits: number;
      readonly values: readonly Operand[];
      readonly at: number;
    }
  | { readonly kind: 'return'; readonly value: Operand | undefined; readonly at: number };

export interface Phi {
  readonly to: number;
  readonly bits: number;
  /** By the block before. */
  readonly values: ReadonlyMap<number, Operand>;
}

export interface Exit {
  readonly target: number;
  /** When it is taken: the value is in the set of numbers, or in none of them. */
  readonly when: { readonly value: Operand; readonly numbers: readonly bigint[]; readonly isIn: boolean } | undefined;
}

export interface StepBlock {
  readonly phis: readonly Phi[];
  readonly steps: readonly Step[];
  readonly exits: readonly Exit[];
  /** The locals that other blocks use. */
  readonly kept: ReadonlySet<number>;
}
