import type { BeginsAgain, FrontierResult, FrontierTask, Knowledge, SeedsResult, SeedsTask } from '@fencepost/check';

export type JobTask = FrontierTask | SeedsTask;
export type JobResult = FrontierResult | SeedsResult;

/** This machine cannot load the programs of a run, although the one that submitted it could. */
export class CannotLoad extends Error {}

/** An execution of the program does not seem to end. */
export class Hangs extends Error {
  constructor(milliseconds: number) {
    super(`an execution does not finish: no progress for ${Math.round(milliseconds / 1000)} s`);
  }
}

/** A thread that explores, with its own copy of the programs of a run, one job at a time. */
export interface Explorer {
  /** Replaces the knowledge of the copy of a program. */
  begin(program: number, knowledge: Knowledge): void;
  /**
   * Explores for at most this many milliseconds. Throws FencepostError for a program that cannot be checked,
   * `CannotLoad`, or other errors if the thread is lost.
   */
  explore(program: number, task: JobTask, milliseconds: number): Promise<JobResult | BeginsAgain>;
  /** Ends the job soon. Its result counts. */
  hurry(): void;
  /** Ends the job within a second, because the agent waits no longer. Its result counts. */
  leave(): void;
  /** Ends the job at once. Its result is not used. */
  interrupt(): void;
}

/** The threads of an agent, for one run. */
export interface Crew {
  readonly explorers: readonly Explorer[];
  close(): Promise<void>;
}

export type OpenRun = (bundle: Buffer, threads: number) => Promise<Crew>;
