import type { Site } from '@fencepost/core';
import type { CheckReport } from '@fencepost/report';

/** A project's settings for its modules. The Vite plugin passes them in the environment. */
export interface Project {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly alias?: Readonly<Record<string, string>>;
  readonly conditions?: readonly string[];
}

/** The environment variable that contains a project as JSON. */
export const PROJECT_VARIABLE = 'FENCEPOST_PROJECT';

/** The environment variable that selects what a failing test prints: `full` for the whole report. */
export const REPORT_VARIABLE = 'FENCEPOST_REPORT';

/** A check of a test file for a thread to run. A thread runs the checks of one file. */
export interface RunnerJob extends CheckQuestion {
  readonly file: string;
  readonly project: Project;
}

export interface CheckQuestion {
  readonly name: string;
  /** Time limit of the search; undefined: as set by the check. */
  readonly seconds?: number;
}

export interface CheckAnswer {
  /** Empty if the check could not be run. */
  readonly checks: readonly CheckReport[];
  /** The output that the command would have printed. */
  readonly text: string;
  /** The same in at most eight lines. */
  readonly brief: string;
  /** The line that fails, with the absolute path of its file; absent: no particular place. */
  readonly site?: Site;
  /** The exit code that the command would have returned. */
  readonly exitCode: number;
}
