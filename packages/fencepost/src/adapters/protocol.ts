import type { CheckReport } from '@fencepost/report';

/** What a project says about its modules; the Vite plugin hands it over in the environment. */
export interface Project {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly alias?: Readonly<Record<string, string>>;
  readonly conditions?: readonly string[];
}

/** The environment variable that has a project as JSON. */
export const PROJECT_VARIABLE = 'FENCEPOST_PROJECT';

/** A check of a test file that a thread is to run. It runs those of one file. */
export interface RunnerJob extends CheckQuestion {
  readonly file: string;
  readonly project: Project;
}

export interface CheckQuestion {
  readonly name: string;
  /** The search is given up after so many; undefined: as the check says. */
  readonly seconds?: number;
}

export interface CheckAnswer {
  /** None if the check could not be run. */
  readonly checks: readonly CheckReport[];
  /** What the command would have printed. */
  readonly text: string;
  /** What the command would have exited with. */
  readonly exitCode: number;
}
