import type {
  Candidates,
  Neighbour,
  OperationRepair,
  OrderedOperation,
  VariableAccess,
  VariableRepair,
} from '@fencepost/check';
import type { Site } from '@fencepost/core';
import { charactersIn } from './utf8.js';

/** A range of a text and its replacement. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Makes repairs in the sources of a language. */
export interface Editor {
  /** Possible changes in a program of the language, at any place. */
  readonly candidates: Candidates;
  /** Cost of a repair, if all cost the same. */
  readonly cost?: () => number;
  /**
   * Whether the repair can be made in this text. `strictly`: and the change is certain to have exactly the intended
   * effect.
   */
  canMake(text: string, repair: OperationRepair, strictly: boolean): boolean;
  /** Whether the fence of the repair is between the operation and this neighbour, which is next to it on that side. */
  separates?(text: string, repair: OperationRepair, neighbour: Neighbour): boolean;
  /** Returns the edits that make the repairs, all of them in this text. */
  edits(text: string, repairs: readonly OperationRepair[]): readonly Edit[];
  /** Whether a repair that cannot be made still makes sense to a reader of the text. */
  canTell(text: string, repair: OperationRepair): boolean;
  /** Describes the change. */
  words(repair: OperationRepair): string;
  /** Present for languages whose operations have memory orders. */
  readonly orders?: OrderEditor;
  /** Present for languages whose variables can be atomic. */
  readonly variables?: VariableEditor;
}

/** A variable that becomes atomic, and all its accesses. */
export interface VariableChange extends Pick<VariableRepair, 'variable' | 'order'> {
  readonly accesses: readonly VariableAccess[];
}

/** Makes variables atomic. */
export interface VariableEditor {
  canMake(repair: VariableRepair): boolean;
  /** Returns the edits by file; undefined if a declaration or an access cannot be changed. */
  edits(changes: readonly VariableChange[]): ReadonlyMap<string, readonly Edit[]> | undefined;
  /** Whether the variable is volatile, that is, intended to be seen by other threads. */
  isVolatile(variable: string): boolean;
  /** Whether it is a bit-field, which cannot be atomic. */
  isBitField(variable: string): boolean;
  /** Returns the place of its declaration. */
  place(variable: string): Site | undefined;
  /** Whether one of the accesses reads and writes, so that it becomes one operation if the variable is atomic. */
  hasCompound(variable: string, accesses: readonly VariableAccess[]): boolean;
}

/** Changes the memory orders of operations. */
export interface OrderEditor {
  canChange(text: string, operation: Pick<OrderedOperation, 'operation' | 'site'>): boolean;
  /**
   * Returns the edits that give these orders to the operations, all of them in this text. A relaxed fence is removed.
   */
  edits(text: string, operations: readonly OrderedOperation[]): readonly Edit[];
}

/** Returns the text after the edits, which do not overlap. */
export function edited(text: string, edits: readonly Edit[]): string {
  let result = text;
  for (const edit of inOrder(edits).toReversed())
    result = result.slice(0, edit.start) + edit.text + result.slice(edit.end);
  return result;
}

/** Sorts edits by place. Edits at the same place keep their order. */
export function inOrder(edits: readonly Edit[]): readonly Edit[] {
  return edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** Returns the line ending of a text. */
export function lineEndOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n';
}

/**
 * Returns the offset of a place in a text; undefined if the text has no such place. Compilers count columns in bytes,
 * engines in characters. The file may have changed and be shorter now.
 */
export function offsetOf(
  text: string,
  { line, column }: Site,
  counted: 'bytes' | 'characters' = 'characters',
): number | undefined {
  if (column === undefined) return undefined;
  let start = 0;
  for (let left = line - 1; left > 0; left--) {
    const end = text.indexOf('\n', start);
    if (end < 0) return undefined;
    start = end + 1;
  }
  const end = text.indexOf('\n', start);
  const content = text.slice(start, end < 0 ? undefined : end);
  const before = counted === 'bytes' ? charactersIn(content, column - 1) : column - 1;
  return before <= content.length ? start + before : undefined;
}
