import type { ModelName } from '@fencepost/core';
import type { SearchProgress } from '@fencepost/check';
import type { FixAnswer, WantedRepair } from '@fencepost/fix';
import type { Report } from '@fencepost/report';

/** What an engine is asked to do with a file. */
export type Task = CheckTask | FixTask;

interface TaskBase {
  /** The name of the file, as reports have it. */
  readonly file: string;
  readonly text: string;
  readonly maxSeconds: number;
}

/** Check it. */
export interface CheckTask extends TaskBase {
  readonly kind: 'check';
  /** None: those that are usual for the language. */
  readonly models: readonly ModelName[];
  /** Look for everything that goes wrong, not only for what does so first. */
  readonly all: boolean;
}

/** Repair it. */
export interface FixTask extends TaskBase {
  readonly kind: 'fix';
  readonly offer: RepairOffer;
}

/** What a repair has to hold for, and for which programs of the file. */
export interface RepairOffer extends WantedRepair {
  readonly programs: readonly string[];
}

/** What the page hands to a sandbox: an engine. */
export interface EngineFiles {
  readonly script: string;
  /** Other files of it, by name. */
  readonly files: Readonly<Record<string, Blob>>;
}

/** The first message to an engine. */
export interface Beginning extends EngineFiles {
  readonly port: MessagePort;
}

/** The first message to an engine that is to help another one. It answers with a port. */
export interface HelperBeginning extends Pick<EngineFiles, 'files'> {
  readonly help: HelpWanted;
}

/** Help with a program of a file. */
export interface HelpWanted extends Pick<TaskBase, 'file' | 'text'> {
  /** What the other engine has made of the file, if that takes long. */
  readonly made: unknown;
  /** Which of its programs. */
  readonly index: number;
  readonly maxDepth: number | undefined;
}

/** A message of a compiler. */
export interface Message {
  readonly text: string;
  /** The line, if it is one of the file, and the column, in characters. */
  readonly line?: number;
  readonly column?: number;
}

/** Why a file could not be checked. */
export interface Refusal {
  readonly message: string;
  readonly hint?: string;
  /** The line, if it is one of the file, and the column, in characters. */
  readonly line?: number;
  readonly column?: number;
  /** What a compiler said. */
  readonly details?: readonly Message[];
  /** The engine has failed, and is not to be used again. */
  readonly isInternal?: boolean;
}

/** What an engine answers: how far it is, now and then, and at last one of the others. */
export type Answer =
  | { readonly kind: 'progress'; readonly progress: SearchProgress }
  | {
      readonly kind: 'report';
      readonly report: Report;
      readonly messages?: readonly Message[];
      /** There may be a repair. */
      readonly repair?: RepairOffer;
    }
  | { readonly kind: 'fixing'; readonly seconds: number }
  | { readonly kind: 'fixed'; readonly answer: FixAnswer }
  | { readonly kind: 'refused'; readonly refusal: Refusal };
