import type { ProgramCheck, SavedRepairSearch, SearchProgress, Standing } from '@fencepost/check';
import type { FixAnswer, FixTask } from '@fencepost/fix';
import type { LoadOptions, ProgramFacts } from '../load/loaded-program.js';
import type { CheckRequest } from '../run/check-request.js';
import type { SavedProgram } from '../run/saved-run.js';
import type { PlainError } from '../workers/plain-error.js';

// The jobs of a checker, their results, and its messages in the meantime. Plain data, because it may be sent between
// threads.

/** A job of a checker. */
export type Question = LoadQuestion | CheckQuestion | FixQuestion;

export interface LoadQuestion {
  readonly ask: 'load';
  readonly file: string;
  readonly options: LoadOptions;
  /** Whether to treat it as a test file. */
  readonly areChecks: boolean;
  /** Front ends and models that are registered in the requesting thread. */
  readonly registered: Registered;
}

export interface Registered {
  readonly frontEnds: readonly string[];
  readonly models: readonly string[];
}

export interface CheckQuestion {
  readonly ask: 'check';
  readonly file: string;
  /** Index of the program in its file. */
  readonly index: number;
  readonly request: CheckRequest;
  /** Time limit; undefined: none. */
  readonly seconds: number | undefined;
  /** Whether to test actively for a short time after a search that was given up without a failure. */
  readonly tests: boolean;
  /** The state of this program as saved by an earlier run. */
  readonly before: SavedProgram | undefined;
}

/** A program by its file and index; for a data structure, optionally one scenario. */
export type ChosenProgram = readonly [file: string, index: number, scenario: string | undefined];

export interface FixQuestion {
  readonly ask: 'fix';
  /** The first file. */
  readonly file: string;
  /** The programs to be repaired together. */
  readonly programs: readonly ChosenProgram[];
  readonly options: LoadOptions;
  readonly task: FixTask;
  /** Time limit; undefined: none. */
  readonly seconds: number | undefined;
  /** The state of the search for a repair as saved by an earlier run. */
  readonly before: SavedRepairSearch | undefined;
}

/** Progress of the search for a repair. */
export interface FixProgress {
  readonly executions: number;
  /** Number of these that an earlier run explored. */
  readonly resumed: number;
  /** State from which another run can continue; undefined if it is not time to save. */
  readonly kept: SavedRepairSearch | undefined;
}

export type Answer =
  | { readonly tell: 'loaded'; readonly programs: readonly ProgramFacts[]; readonly isSpoiled: boolean }
  /** Something registered in the requesting thread is not registered here. */
  | { readonly tell: 'lacks' }
  /** `isSpoiled`: the file has changed built-ins, so that this checker can serve no other file. */
  | { readonly tell: 'checked'; readonly program: SavedProgram; readonly isSpoiled: boolean }
  | { readonly tell: 'fixed'; readonly answer: FixAnswer }
  | { readonly tell: 'failed'; readonly error: PlainError };

/** A message that a checker sends before its answer. */
export type News =
  | { readonly tell: 'progress'; readonly progress: SearchProgress; readonly standing: Standing | undefined }
  /** The completed models of the program that is being checked. */
  | { readonly tell: 'done'; readonly checks: readonly ProgramCheck[] }
  /** The state of the check, from which another run can resume. Includes reports once the search is over. */
  | { readonly tell: 'checkpoint'; readonly program: SavedProgram }
  | ({ readonly tell: 'fixing' } & FixProgress);
