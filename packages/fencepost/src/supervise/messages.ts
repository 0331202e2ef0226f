import type { ProgramCheck, SavedRepairSearch, SearchProgress, Standing } from '@fencepost/check';
import type { FixAnswer, FixTask } from '@fencepost/fix';
import type { LoadOptions, ProgramFacts } from '../load/loaded-program.js';
import type { CheckRequest } from '../run/check-request.js';
import type { SavedProgram } from '../run/saved-run.js';
import type { PlainError } from '../workers/plain-error.js';

// The jobs of a checker, their results and what it tells in the meantime: plain data, as it may go from thread to thread.

/** What a checker is asked to do. */
export type Question = LoadQuestion | CheckQuestion | FixQuestion;

export interface LoadQuestion {
  readonly ask: 'load';
  readonly file: string;
  readonly options: LoadOptions;
  /** Treat it as a test file. */
  readonly areChecks: boolean;
  /** Front ends and models that are registered where the question comes from. */
  readonly registered: Registered;
}

export interface Registered {
  readonly frontEnds: readonly string[];
  readonly models: readonly string[];
}

export interface CheckQuestion {
  readonly ask: 'check';
  readonly file: string;
  /** Which of the programs of the file. */
  readonly index: number;
  readonly request: CheckRequest;
  /** To be given up after so many; undefined: never. */
  readonly seconds: number | undefined;
  /** Where a search is given up without a failure, test actively for a little longer. */
  readonly tests: boolean;
  /** What an earlier run kept of this program. */
  readonly before: SavedProgram | undefined;
}

/** Of which file, and which of it; of a data structure, perhaps one scenario. */
export type ChosenProgram = readonly [file: string, index: number, scenario: string | undefined];

export interface FixQuestion {
  readonly ask: 'fix';
  /** The first of the files. */
  readonly file: string;
  /** The programs to be repaired together. */
  readonly programs: readonly ChosenProgram[];
  readonly options: LoadOptions;
  readonly task: FixTask;
  /** To be given up after so many; undefined: never. */
  readonly seconds: number | undefined;
  /** What an earlier run kept of the search for a repair. */
  readonly before: SavedRepairSearch | undefined;
}

/** How far the search for a repair is. */
export interface FixProgress {
  readonly executions: number;
  /** How many of these an earlier run explored. */
  readonly resumed: number;
  /** Another run can go on from here; undefined: it is not time to save it. */
  readonly kept: SavedRepairSearch | undefined;
}

export type Answer =
  | { readonly tell: 'loaded'; readonly programs: readonly ProgramFacts[] }
  /** What is registered where the question comes from is not known here. */
  | { readonly tell: 'lacks' }
  | { readonly tell: 'checked'; readonly program: SavedProgram }
  | { readonly tell: 'fixed'; readonly answer: FixAnswer }
  | { readonly tell: 'failed'; readonly error: PlainError };

/** What a checker says before it answers. */
export type News =
  | { readonly tell: 'progress'; readonly progress: SearchProgress; readonly standing: Standing | undefined }
  /** The models that are done, of the program that is being checked. */
  | { readonly tell: 'done'; readonly checks: readonly ProgramCheck[] }
  /** The state of the check so far: another run can resume from it. With reports, once the search is over. */
  | { readonly tell: 'checkpoint'; readonly program: SavedProgram }
  | ({ readonly tell: 'fixing' } & FixProgress);
