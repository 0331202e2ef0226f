import type { Found, Knowledge, Task } from '@fencepost/check';
import type { LoadOptions } from '../load/loaded-program.js';

/** Where an explorer finds the program: the same file, loaded in the same way, has the same programs. */
export interface ProgramReference {
  readonly source: string;
  readonly options: LoadOptions;
  /** Which of the file's programs. */
  readonly index: number;
  /** Of the program that the search is about. */
  readonly digest: string;
}

/** What an explorer is started with. */
export interface ExplorerData {
  readonly reference: ProgramReference;
  readonly maxDepth: number | undefined;
  /** One number: tasks of an earlier round are no longer wanted. */
  readonly round: Int32Array;
}

export type ToExplorer = { readonly begin: Knowledge } | TaskOfRound;

export interface TaskOfRound {
  readonly id: number;
  readonly round: number;
  readonly task: Task;
}

/** `lost`: it could not be done because an earlier one could not, and it has not begun again since. */
export type FromExplorer =
  'ready' | { readonly id: number; readonly found: Found | undefined } | { readonly id: number; readonly lost: true };
