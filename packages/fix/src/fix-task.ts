import type { ModelName } from '@fencepost/core';
import type { Goal, MostEffort, OrderChange, RepairCosts, Start } from '@fencepost/check';
import type { ChangedFile } from './changed-files.js';

// Requests to, and answers from, the thread that has the programs. Plain data.

/** A task to repair programs, or to weaken their orders. */
export interface FixTask {
  readonly kind: 'fix' | 'relax';
  /** undefined: the models under which the programs are checked. */
  readonly models: readonly ModelName[] | undefined;
  readonly goal: Goal | undefined;
  readonly costs: RepairCosts;
  readonly from: Start;
  readonly maxDepth: number | undefined;
  /** Number of alternative repairs of the same cost to search for. */
  readonly alternatives: number;
  /** Limit of the effort; undefined: only time limits it. */
  readonly effort?: MostEffort;
}

/** A change in words, and its purpose. */
export interface ToldChange {
  readonly words: string;
  readonly reasons: readonly string[];
}

/** An order, and its possible replacements. */
export interface ToldOrder {
  /** `the store at lock.c:12:3`. */
  readonly where: string;
  readonly isFence: boolean;
  readonly change: OrderChange;
  readonly now: string;
  readonly least: string;
  /** Failures with a weaker order. */
  readonly needed: readonly { readonly order: string; readonly model: ModelName; readonly message: string }[];
}

/** The result of a task. */
export type FixAnswer = {
  readonly models: readonly ModelName[];
  readonly goal: Goal;
} & (
  | { readonly outcome: 'stopped' }
  /** An execution that no change forbids. `isSequential`: it also fails under SC. */
  | {
      readonly outcome: 'impossible';
      readonly model: ModelName;
      readonly message: string;
      readonly isSequential: boolean;
      /** The program that has it, if there are several, or the scenario. */
      readonly program: string | undefined;
      /** Whether there are other programs, which could be repaired without this one. */
      readonly isOneOfMany: boolean;
      /** Places of operations whose order is not written in the text, which is for `relax`. */
      readonly fixed: readonly string[];
    }
  | {
      readonly outcome: 'checked' | 'bounded' | 'told';
      /** Description of what was to be repaired. */
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
      /** Places of operations whose order is not written in the text. */
      readonly fixed: readonly string[];
      readonly files: readonly ChangedFile[];
    }
);
