import type { ErrorCode, Failure, ModelName, Site, Verdict } from '@fencepost/core';
import type { Counterexample } from './counterexample.js';

/** The result of `fencepost check`. `--format json` prints it as it is; every other format is a function of it. */
export interface Report {
  readonly version: 1;
  /** Name and version. */
  readonly tool: string;
  /** One per program and model, in the order of the command line. */
  readonly checks: readonly CheckReport[];
  /** Programs that could not be checked; absent if there are none. */
  readonly errors?: readonly ErrorReport[];
  /** Changes that repair programs; absent if none were looked for, or found in a short time. */
  readonly repairs?: readonly RepairReport[];
}

/** The cheapest change after which a program is safe, or robust. It was compiled and checked. */
export interface RepairReport {
  /** The file, as given by the user. */
  readonly source: string;
  readonly program: string;
  /** Under all of these. */
  readonly models: readonly ModelName[];
  readonly goal: 'safe' | 'robust';
  readonly cost: number;
  /** Each part of the change, in words. */
  readonly changes: readonly string[];
  /** In the form that `patch -p1` understands. */
  readonly diff: string;
  readonly replacements: readonly Replacement[];
}

/** A part of a file, from one place up to another, and what is to stand there. Lines and columns count from 1. */
export interface Replacement {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly text: string;
}

/** Why a program could not be checked: something is wrong with it, or not supported. */
export interface ErrorReport {
  /** The file, as given by the user. */
  readonly source: string;
  readonly program: string;
  readonly code: ErrorCode;
  readonly message: string;
  readonly site?: Site;
  readonly hint?: string;
}

/**
 * How a program is checked: by exploring its executions under each model, or by exploring only those under SC, with
 * monitors that detect SC violations.
 */
export type CheckMethod = 'graph' | 'monitor';

/** The result of checking a program under a model. */
export interface CheckReport {
  /** The file, as given by the user. */
  readonly source: string;
  readonly program: string;
  readonly model: ModelName;
  readonly method: CheckMethod;
  readonly verdict: Verdict;
  /** Are all executions sequentially consistent? null: not decided. */
  readonly robust: boolean | null;
  /** Does something fail under the model that does not fail under SC? null: not decided. */
  readonly harmful: boolean | null;
  /** The check itself accepts SC violations that nothing fails on, whatever the options of the command. */
  readonly allowsRelaxed?: boolean;
  /** Complete executions: those of the model or, with monitors, those of SC. */
  readonly executions: number;
  /** How many of them were explored: one of those that differ only in the order of threads that are alike. Else: all. */
  readonly upToSymmetry?: number;
  /** Executions given up as redundant, or because they could not prove anything. */
  readonly blocked: number;
  /** The number of operations in all complete executions. */
  readonly events: number;
  readonly seconds: number;
  /** Failures that SC does not have come first. */
  readonly failures: readonly FailureReport[];
  readonly violations: readonly ViolationReport[];
  /** The schedule of the first failure or, without failures, of the first violation; null if there is none. */
  readonly schedule: string | null;
  /** null: the search was complete. */
  readonly incomplete: Incomplete | null;
  /** Remarks that qualify the verdict; for a safe one, also what it does not cover. */
  readonly notes: readonly string[];
  /** Arguments for `fencepost replay` besides the file and the schedule: `['--model', 'tso', '--', '-DSIZE=2']`. */
  readonly replay: readonly string[];
  /** Of a program that stands for many. */
  readonly scenarios?: ScenarioReport;
}

/** The scenarios of a data structure that were checked. */
export interface ScenarioReport {
  /** How many were checked, smallest first, and how many there are. */
  readonly checked: number;
  readonly count: number;
  /** `with at most 5 calls on 3 threads`. */
  readonly extent: string;
  /** Larger ones, drawn at random, that were to be checked after all others; `extent`: `with 5 to 7 calls`. */
  readonly random?: { readonly checked: number; readonly count: number; readonly extent: string };
  /** The name of the one that the executions in this report are of, for `fencepost replay`. */
  readonly shown?: string;
}

/** A failed check, a deadlock, …, with the executions that show it. Failures at the same line count as one. */
export interface FailureReport extends Failure {
  /** Explored executions with this failure. */
  readonly executions: number;
  /** Does it also happen under SC? null: not decided. */
  readonly underSc: boolean | null;
  /** null: no execution could be reconstructed. */
  readonly counterexample: Counterexample | null;
  /** Set if the search was incomplete and tests found the failure. `executions` then counts those of the tests. */
  readonly foundBy?: 'active testing';
}

/** SC violations with the same cause. */
export interface ViolationReport {
  /** Label of the operation that takes effect too early. */
  readonly operation: string;
  /** Label of the write that the operation comes before, although the write happens before the operation. */
  readonly write: string;
  /** Explored executions with the same lines to blame: stores delayed past the same operations; null: not counted. */
  readonly executions: number | null;
  readonly counterexample: Counterexample;
}

/** Why a search is incomplete, and what it covered. */
export interface Incomplete {
  readonly stoppedBy:
    | 'failure'
    | 'executions'
    | 'time'
    | 'interrupt'
    | 'preemptions'
    | 'memory'
    | 'limits'
    | 'unseen'
    | 'no end';
  readonly covered: string;
  /** The estimated total number of executions, if it can be estimated. */
  readonly estimate: Estimate | null;
}

/** The estimated size of a search, based on its explored part. */
export interface Estimate {
  readonly low: number;
  readonly likely: number;
  readonly high: number;
}

/** Lines of source files that a report may quote: by file, as sites name it, and line number from 1. */
export type SourceLines = Readonly<Record<string, Readonly<Record<number, string>>>>;
