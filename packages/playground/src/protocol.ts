import type { ModelName } from '@fencepost/core';
import type { SearchProgress } from '@fencepost/check';
import type { FixAnswer, WantedRepair } from '@fencepost/fix';
import type { Quantifier } from '@fencepost/litmus';
import type { Counterexample, Report } from '@fencepost/report';

/** A task for an engine, concerning one file. */
export type Task = CheckTask | FixTask;

interface TaskBase {
  /** The name of the file, as it appears in reports. */
  readonly file: string;
  readonly text: string;
  readonly maxSeconds: number;
}

/** A task to check the file. */
export interface CheckTask extends TaskBase {
  readonly kind: 'check';
  /** Empty: the default models of the language. */
  readonly models: readonly ModelName[];
  /** Whether to search for all failures, not only the first. */
  readonly all: boolean;
}

/** A task to repair the file. */
export interface FixTask extends TaskBase {
  readonly kind: 'fix';
  readonly offer: RepairOffer;
}

/** The goal of a repair, and the programs of the file that it covers. */
export interface RepairOffer extends WantedRepair {
  readonly programs: readonly string[];
}

/** An engine, as the page passes it to a sandbox. */
export interface EngineFiles {
  readonly script: string;
  /** Its other files, by name. */
  readonly files: Readonly<Record<string, Blob>>;
}

/** The first message to an engine. */
export interface Beginning extends EngineFiles {
  readonly port: MessagePort;
}

/** The first message to an engine that helps another one. It answers with a port. */
export interface HelperBeginning extends Pick<EngineFiles, 'files'> {
  readonly help: HelpWanted;
}

/** A request for help with one program of a file. */
export interface HelpWanted extends Pick<TaskBase, 'file' | 'text'> {
  /** Intermediate result of the other engine for this file, if it is expensive to compute. */
  readonly made: unknown;
  /** Index of the program in the file. */
  readonly index: number;
  readonly maxDepth: number | undefined;
}

/** A message of a compiler. */
export interface Message {
  readonly text: string;
  /** The line, if it is in the file, and the column, in characters. */
  readonly line?: number;
  readonly column?: number;
}

/** Why a file could not be checked. */
export interface Refusal {
  readonly message: string;
  readonly hint?: string;
  /** The line, if it is in the file, and the column, in characters. */
  readonly line?: number;
  readonly column?: number;
  /** Messages of the compiler. */
  readonly details?: readonly Message[];
  /** Whether the engine itself failed and must not be used again. */
  readonly isInternal?: boolean;
}

/** The answer to the question of a litmus test. */
export interface LitmusAnswer {
  readonly quantifier: Quantifier;
  /** The quantifier and the proposition, as written. */
  readonly condition: string;
  /** Names of the registers and variables that its outcomes show. */
  readonly observed: readonly string[];
  /** The values that the proposition requires of them, if it is a list of such values; undefined: any value. */
  readonly required: readonly (string | undefined)[] | null;
  /** By model, from strongest to weakest. */
  readonly models: readonly LitmusModelAnswer[];
}

/** The answer under one model. */
export interface LitmusModelAnswer {
  readonly model: ModelName;
  /** null: there were too many executions to count them all. */
  readonly counts: {
    readonly executions: number;
    /** Those that satisfy the proposition. */
    readonly witnesses: number;
    readonly outcomes: readonly LitmusOutcome[];
  } | null;
  /** Whether some execution has a data race, so that the behaviour is undefined. */
  readonly hasRace: boolean;
  /**
   * An execution that the question is about: it satisfies the proposition or, of `forall`, does not. null: there is
   * none, none was found, or there is no drawing for this kind of test.
   */
  readonly witness: Counterexample | null;
}

/** A final state of the observed registers and variables. */
export interface LitmusOutcome {
  readonly values: readonly string[];
  readonly executions: number;
  readonly satisfies: boolean;
}

/** An answer of an engine: progress messages, and finally one of the others. */
export type Answer =
  | { readonly kind: 'progress'; readonly progress: SearchProgress }
  | {
      readonly kind: 'report';
      readonly report: Report;
      readonly messages?: readonly Message[];
      /** Present if a repair may exist. */
      readonly repair?: RepairOffer;
      /** The answer to the question of a litmus test. */
      readonly litmus?: LitmusAnswer;
    }
  | { readonly kind: 'fixing'; readonly seconds: number }
  | { readonly kind: 'fixed'; readonly answer: FixAnswer }
  | { readonly kind: 'refused'; readonly refusal: Refusal };
