import type { ModelName } from '@fencepost/core';
import type { SearchProgress } from '@fencepost/check';
import type { FixAnswer, WantedRepair } from '@fencepost/fix';
import type { Report } from '@fencepost/report';

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

/** An answer of an engine: progress messages, and finally one of the others. */
export type Answer =
  | { readonly kind: 'progress'; readonly progress: SearchProgress }
  | {
      readonly kind: 'report';
      readonly report: Report;
      readonly messages?: readonly Message[];
      /** Present if a repair may exist. */
      readonly repair?: RepairOffer;
    }
  | { readonly kind: 'fixing'; readonly seconds: number }
  | { readonly kind: 'fixed'; readonly answer: FixAnswer }
  | { readonly kind: 'refused'; readonly refusal: Refusal };
