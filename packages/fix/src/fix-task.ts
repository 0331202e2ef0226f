import type { ModelName } from '@fencepost/core';
import type { Goal, MostEffort, OrderChange, RepairCosts, Start } from '@fencepost/check';
import type { ChangedFile } from './changed-files.js';

// What is asked of, and answered by, the thread that has the programs: plain data.

/** Repair programs, or weaken their orders. */
export interface FixTask {
  readonly kind: 'fix' | 'relax';
  /** undefined: those that the programs are checked under. */
  readonly models: readonly ModelName[] | undefined;
  readonly goal: Goal | undefined;
  readonly costs: RepairCosts;
  readonly from: Start;
  readonly maxDepth: number | undefined;
  /** How many other repairs of the same cost to look for. */
  readonly alternatives: number;
  /** When to give up; undefined: when time is up. */
  readonly effort?: MostEffort;
}

/** A change in words, and what it is for. */
export interface ToldChange {
  readonly words: string;
  readonly reasons: readonly string[];
}

/** An order, and what it could be. */
export interface ToldOrder {
  /** `the store at lock.c:12:3`. */
  readonly where: string;
  readonly isFence: boolean;
  readonly change: OrderChange;
  readonly now: string;
  readonly least: string;
  /** What happens with a weaker one. */
  readonly needed: readonly { readonly order: string; readonly model: ModelName; readonly message: string }[];
}

/** What came of a task. */
export type FixAnswer = {
  readonly models: readonly ModelName[];
  readonly goal: Goal;
} & (
  | { readonly outcome: 'stopped' }
  /** An execution that no change forbids. `isSequential`: it fails under SC, too. */
  | {
      readonly outcome: 'impossible';
      readonly model: ModelName;
      readonly message: string;
      readonly isSequential: boolean;
      /** Which program has it, if they are several, or which scenario. */
      readonly program: string | undefined;
      /** There are other programs, which could be repaired without it. */
      readonly isOneOfMany: boolean;
    }
  | {
      readonly outcome: 'checked' | 'bounded' | 'told';
      /** What was to be repaired, in words. */
      readonly subject: string;
      readonly changes: readonly ToldChange[];
      readonly cost: number;
      readonly alternatives: readonly (readonly string[])[];
      readonly files: readonly ChangedFile[];
    }
  | {
      readonly outcome: 'relaxed';
      readonly isBounded: boolean;
      readonly orders: readonly ToldOrder[];
      readonly costs: { readonly now: number; readonly least: number };
      /** Places of operations whose order the text does not say. */
      readonly fixed: readonly string[];
      readonly files: readonly ChangedFile[];
    }
);
