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
  /** Changes that repair programs; absent if none were searched for, or none were found in the time allowed. */
  readonly repairs?: readonly RepairReport[];
}

/** The cheapest change after which a program is safe, or robust. It was compiled and checked. */
export interface RepairReport {
  /** The file, as given by the user. */
  readonly source: string;
  readonly program: string;
  /** Models under which the repaired program meets the goal. */
  readonly models: readonly ModelName[];
  readonly goal: 'safe' | 'robust';
  readonly cost: number;
  /** Each part of the change, in words. */
  readonly changes: readonly string[];
  /** In the form that `patch -p1` understands. */
  readonly diff: string;
  readonly replacements: readonly Replacement[];
}

/** A range of a file and its replacement text. Lines and columns count from 1. */
export interface Replacement {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly text: string;
}

/** Why a program could not be checked: it has an error, or uses something unsupported. */
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
  /** Whether all executions are sequentially consistent; null: not decided. */
  readonly robust: boolean | null;
  /** Whether something fails under the model that does not fail under SC; null: not decided. */
  readonly harmful: boolean | null;
  /** Whether the check itself accepts SC violations that cause no failure, regardless of the command's options. */
  readonly allowsRelaxed?: boolean;
  /** Complete executions: those of the model or, with monitors, those of SC. */
  readonly executions: number;
  /**
   * Number of executions explored up to symmetry: one of each set that differs only in the order of identical threads.
   * Absent if all were explored.
   */
  readonly upToSymmetry?: number;
  /**
   * Number of joint states under SC (the states of all threads, and memory) that decide the check. The executions are
   * then only those explored before. Absent if executions decide.
   */
  readonly jointStates?: number;
  /** Executions abandoned because they were redundant or could not prove anything. */
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
  /**
   * Arguments for `fencepost replay`, in addition to the file and the schedule: `['--model', 'tso', '--', '-DSIZE=2']`.
   */
  readonly replay: readonly string[];
  /** Present for a data structure, whose program stands for many scenarios. */
  readonly scenarios?: ScenarioReport;
}

/** The scenarios of a data structure that were checked. */
export interface ScenarioReport {
  /** Number of scenarios checked, smallest first, and their total number. */
  readonly checked: number;
  readonly count: number;
  /** `with at most 5 calls on 3 threads`. */
  readonly extent: string;
  /** Larger scenarios, drawn at random, to be checked after all others. Example of `extent`: `with 5 to 7 calls`. */
  readonly random?: { readonly checked: number; readonly count: number; readonly extent: string };
  /** Name of the scenario to which the executions in this report belong, for `fencepost replay`. */
  readonly shown?: string;
}

/**
 * A failure, such as a failed check or a deadlock, and the executions that show it. Failures at the same line count as
 * one.
 */
export interface FailureReport extends Failure {
  /** Explored executions with this failure. */
  readonly executions: number;
  /** Whether it also happens under SC; null: not decided. */
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
  /** Label of the write that happens before the operation, although the operation takes effect first. */
  readonly write: string;
  /** Number of explored executions with the same cause: stores delayed past the same operations; null: not counted. */
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
