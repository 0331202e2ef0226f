import type { BeginsAgain, FrontierResult, FrontierTask, Knowledge } from '@fencepost/check';

/** A thread that explores, with its own copy of the programs of a run. It does one thing at a time. */
export interface Explorer {
  /** The copy of a program knows this from now on, and no more. */
  begin(program: number, knowledge: Knowledge): void;
  /** For so many milliseconds at most. Throws FencepostError for what cannot be checked, other errors if the thread is lost. */
  explore(program: number, task: FrontierTask, milliseconds: number): Promise<FrontierResult | BeginsAgain>;
  /** It ends soon with what it has. */
  hurry(): void;
  /** It ends at once, with whatever: nobody wants it. */
  interrupt(): void;
}

/** The threads of an agent, for one run. */
export interface Crew {
  readonly explorers: readonly Explorer[];
  close(): Promise<void>;
}

export type OpenRun = (bundle: Buffer, threads: number) => Promise<Crew>;
