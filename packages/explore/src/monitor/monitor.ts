import type { LocalStates } from '@fencepost/core';
import type { HappensBeforeClocks } from './happens-before-clocks.js';
import type { Journal } from './journal.js';
import type { WriteHistory } from './write-history.js';

/** Data about the execution that every monitor can read. */
export interface Watched {
  readonly states: LocalStates;
  readonly journal: Journal;
  readonly history: WriteHistory;
  readonly clocks: HappensBeforeClocks;
  readonly threads: number;
  readonly locations: number;
}

/**
 * Decides, from SC executions only, whether a program has executions under a model that are not SC. `step` is called
 * before history and clocks include the step, so they show the execution that the step extends. `wrote` is called
 * afterwards, if the step wrote.
 */
export interface Monitor {
  step(t: number, state: number, writes: boolean): void;
  wrote(t: number, state: number, write: number): void;
  /** Called at the end of the execution for each thread t that still waits, in `state`. */
  waits(t: number, state: number): void;
}

/**
 * Reports that the operation of thread t in `state` could, under the model, come before `write` (a number of
 * `WriteHistory`) although that write happens before the thread's last operation: a happens-before cycle.
 */
export type Report = (t: number, state: number, write: number) => void;

/** Creates a monitor. Called again when the layout has to grow. */
export type MonitorFactory = (watched: Watched, report: Report) => Monitor;
