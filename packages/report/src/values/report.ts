import type { Failure, ModelName, Verdict } from '@fencepost/core';
import type { Counterexample } from './counterexample.js';

/** What a run of `fencepost check` found. `--format json` prints it as it is; every other format is a function of it. */
export interface Report {
  readonly version: 1;
  /** Name and version. */
  readonly tool: string;
  /** One for each program and model, in the order of the command line. */
  readonly checks: readonly CheckReport[];
}

/**
 * How a program is checked: by exploring its executions under each model, or by exploring those under SC alone, with
 * monitors that watch for departures from SC.
 */
export type CheckMethod = 'graph' | 'monitor';

/** What was established about a program under a model (design section 3). */
export interface CheckReport {
  /** The file, as it was given. */
  readonly source: string;
  readonly program: string;
  readonly model: ModelName;
  readonly method: CheckMethod;
  readonly verdict: Verdict;
  /** null: not decided. */
  readonly robust: boolean | null;
  /** Does a check fail under the model that does not fail under SC? null: not decided. */
  readonly harmful: boolean | null;
  /** The check itself accepts departures from SC that nothing fails on, whatever the command says. */
  readonly allowsRelaxed?: boolean;
  /** Complete executions explored: of the model, or with monitors those of SC. */
  readonly executions: number;
  /** Executions given up as redundant, or because they could not prove anything. */
  readonly blocked: number;
  /** Operations in the complete executions together. */
  readonly events: number;
  readonly seconds: number;
  /** Those that SC does not have come first. */
  readonly failures: readonly FailureReport[];
  readonly violations: readonly ViolationReport[];
  /** An execution that shows the first failure or, without failures, the first violation; null if there is none. */
  readonly schedule: string | null;
  /** null: the search was complete. */
  readonly incomplete: Incomplete | null;
  /** What else whoever relies on the verdict should know; for a safe one, also what it does not mean. */
  readonly notes: readonly string[];
  /** What `fencepost replay` needs besides the file and the schedule: `['--model', 'tso', '--', '-DSIZE=2']`. */
  readonly replay: readonly string[];
}

/** A failed check, a deadlock, …, with the executions that show it. Failures at the same line are one. */
export interface FailureReport extends Failure {
  /** Executions explored that fail so. */
  readonly executions: number;
  /** Does it happen under SC, too? null: not decided. */
  readonly underSc: boolean | null;
  /** null: none could be found again. */
  readonly counterexample: Counterexample | null;
  /** The search was given up before it was found; then tests found it. Their executions are counted, not those of the search. */
  readonly foundBy?: 'active testing';
}

/** Executions that are not sequentially consistent for the same reason. */
export interface ViolationReport {
  /** Label of the operation that comes too early. */
  readonly operation: string;
  /** Label of the write that the operation comes before, although the write happens before the operation. */
  readonly write: string;
  /** Executions explored in which the same lines are to blame: stores that were delayed past the same operations; null: not counted. */
  readonly executions: number | null;
  readonly counterexample: Counterexample;
}

/** Why a search was given up, and what it covered by then. */
export interface Incomplete {
  readonly stoppedBy: 'failure' | 'executions' | 'time' | 'interrupt' | 'preemptions' | 'memory' | 'limits' | 'no end';
  readonly covered: string;
  /** How many executions there may be in all, if that can be told. */
  readonly estimate: Estimate | null;
}

/** How large a search is, judged by what was explored of it. */
export interface Estimate {
  readonly low: number;
  readonly likely: number;
  readonly high: number;
}

/** Lines of source files that a report may quote: by file, as sites name it, and line number from 1 on. */
export type SourceLines = Readonly<Record<string, Readonly<Record<number, string>>>>;
