import type { Found, Knowledge, Task } from '@fencepost/check';
import type { ProgramReference } from '../load/loaded-program.js';

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
  | 'ready'
  | { readonly id: number; readonly found: Found | undefined }
  | { readonly id: number; readonly lost: true };
