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

/** A part of a text, and what is to stand in its place. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Makes repairs in the sources of a language. */
export interface Editor {
  /** What could be changed in a program of the language, wherever that is. */
  readonly candidates: Candidates;
  /** What a repair costs, if all cost the same. */
  readonly cost?: () => number;
  /** Can the repair be made in this text? `strictly`: and does the change certainly come to what was asked for? */
  canMake(text: string, repair: OperationRepair, strictly: boolean): boolean;
  /** Is a fence that the repair asks for between the operation and this one, which comes next to it on that side? */
  separates?(text: string, repair: OperationRepair, neighbour: Neighbour): boolean;
  /** The edits that make the repairs, all of them in this text. */
  edits(text: string, repairs: readonly OperationRepair[]): readonly Edit[];
  /** Does the repair make sense to somebody who reads the text, where it cannot be made? */
  canTell(text: string, repair: OperationRepair): boolean;
  /** What to do, in words. */
  words(repair: OperationRepair): string;
  /** For languages whose operations have orders. */
  readonly orders?: OrderEditor;
  /** For languages whose variables are atomic or not. */
  readonly variables?: VariableEditor;
}

/** A variable that becomes atomic, and all that accesses it. */
export interface VariableChange extends Pick<VariableRepair, 'variable' | 'order'> {
  readonly accesses: readonly VariableAccess[];
}

/** Makes variables atomic. */
export interface VariableEditor {
  canMake(repair: VariableRepair): boolean;
  /** The edits by file; undefined: a declaration or an access cannot be changed. */
  edits(changes: readonly VariableChange[]): ReadonlyMap<string, readonly Edit[]> | undefined;
  /** Was it meant to be seen by other threads? */
  isVolatile(variable: string): boolean;
  /** Where it is declared. */
  place(variable: string): Site | undefined;
  /** Does one of the accesses read and write, so that it does so at once if the variable is atomic? */
  hasCompound(variable: string, accesses: readonly VariableAccess[]): boolean;
}

/** Gives operations other orders. */
export interface OrderEditor {
  canChange(text: string, operation: Pick<OrderedOperation, 'operation' | 'site'>): boolean;
  /** The edits after which the operations, all of them in this text, have these orders. A relaxed fence is removed. */
  edits(text: string, operations: readonly OrderedOperation[]): readonly Edit[];
}

/** The text after the edits, which do not overlap. */
export function edited(text: string, edits: readonly Edit[]): string {
  let result = text;
  for (const edit of inOrder(edits).toReversed())
    result = result.slice(0, edit.start) + edit.text + result.slice(edit.end);
  return result;
}

/** By place; those at the same place as they were given. */
export function inOrder(edits: readonly Edit[]): readonly Edit[] {
  return edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** What ends the lines of a text. */
export function lineEndOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n';
}

/**
 * Where a place is in a text; undefined: not there. Compilers count columns in bytes, engines in characters. A file
 * that has changed since may be shorter.
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
