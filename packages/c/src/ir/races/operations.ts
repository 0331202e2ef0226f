import type { Instruction } from '../syntax/function.js';
import type { Layout, Type } from '../syntax/types.js';
import type { Value } from '../syntax/values.js';

/** A value that may be a pointer: a local of the function by number, or a symbol plus an offset (undefined: any). */
export type Operand = { readonly local: number } | { readonly symbol: string; readonly offset: number | undefined };

/** A value by its possible sources; empty if it holds no pointer. */
export type Sources = readonly Operand[];

/** A value that the same local or constant always gives, plus `bytes`. */
export interface Term {
  /** A local by number, or the text of a constant. */
  readonly of: number | string;
  readonly bytes: number;
}

/** A local as a pure function (`form`, a text) of others, plus `bytes`. */
export interface Expression {
  readonly form: string;
  readonly operands: readonly Term[];
  readonly bytes: number;
}

/** The form of an expression that is its only operand. */
export const SAME = '';

/** What an instruction does, as far as pointers and accesses are concerned. `to` is a local; -1: none. */
export type Operation =
  | { readonly kind: 'copy'; readonly to: number; readonly from: Sources }
  /** `from` plus `bytes` plus any multiple of `stride`. */
  | {
      readonly kind: 'offset';
      readonly to: number;
      readonly from: Sources;
      readonly bytes: number;
      readonly stride: number;
    }
  | { readonly kind: 'alloca'; readonly to: number; readonly bytes: number | undefined }
  | ({ readonly kind: 'load'; readonly to: number } & Access)
  | StoreOperation
  | ({ readonly kind: 'call' } & CallOperation)
  | { readonly kind: 'return'; readonly value: Sources; readonly term: Term | undefined };

export interface StoreOperation extends Access {
  readonly kind: 'store';
  readonly value: Sources;
  readonly term: Term | undefined;
}

export interface Access {
  readonly address: Sources;
  readonly bytes: number;
  readonly atomic: boolean;
  /** Whether it is atomic, and does not make what was done before visible with the value. */
  readonly isRelaxed: boolean;
}

export interface CallOperation {
  readonly to: number;
  readonly callee: Sources;
  readonly arguments: readonly Sources[];
  readonly terms: readonly (Term | undefined)[];
  /** The constant arguments, by place. */
  readonly constants: readonly (number | undefined)[];
  /** Whether pointers are passed, by place. */
  readonly pointers: readonly boolean[];
  readonly returnsPointer: boolean;
}

/** An edge of the control flow; `when`: it is taken only if the local is zero, or is not. */
export interface Edge {
  readonly target: number;
  readonly when: { readonly local: number; readonly isZero: boolean } | undefined;
}

export interface BodyBlock {
  readonly operations: readonly Operation[];
  readonly edges: readonly Edge[];
  /** Whether it can be reached from itself. */
  readonly isRepeated: boolean;
}

/** A function as operations. Its parameters are the first locals. */
export interface Body {
  readonly name: string;
  readonly parameters: number;
  readonly locals: number;
  readonly blocks: readonly BodyBlock[];
  /** Allocas of one scalar that are only loaded and stored. */
  readonly privates: ReadonlySet<number>;
  /** What each load of a private variable reads. */
  readonly read: ReadonlyMap<Operation, Sources>;
  /** The values of private variables that a local joins at the beginning of a block, by the block before. */
  readonly joins: ReadonlyMap<number, ReadonlyMap<number, Term | undefined>>;
  readonly loops: readonly CountedLoop[];
  /** What locals are made from. */
  readonly expressions: ReadonlyMap<number, Expression>;
  readonly code: Code;
}

/** The instructions that operations come from. */
export interface Code {
  readonly blocks: readonly CodeBlock[];
  /** The locals by name. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly parameters: readonly Type[];
  readonly layout: Layout;
  /** Returns the symbols in a constant. */
  readonly sources: (value: Value) => Sources;
  /** Returns a constant as a symbol plus an offset, if it is one. */
  readonly address: (value: Value) => Term | undefined;
}

export interface CodeBlock {
  /** With `%`. */
  readonly label: string;
  readonly instructions: readonly Instruction[];
  /** The number of the first operation, and for each instruction that of the first one after its own. */
  readonly first: number;
  readonly ends: readonly number[];
  readonly successors: readonly number[];
}

/**
 * A loop that a private variable counts: it has a first value, changes by the same number once in each iteration, and is
 * compared at the beginning of each.
 */
export interface CountedLoop {
  readonly header: number;
  /** Where the loop ends when the comparison fails. */
  readonly exit: number;
  readonly blocks: ReadonlySet<number>;
  /** The blocks of each complete iteration. */
  readonly always: ReadonlySet<number>;
  /** The blocks that are executed at most once in an iteration. */
  readonly once: ReadonlySet<number>;
  /** The block before the loop. */
  readonly before: number;
  /** The value of the variable in an iteration, as a local. */
  readonly counter: number;
  readonly first: Term;
  /** What is compared with what, and what is added, as text; and the bound, if it is no part of the text. */
  readonly form: string;
  readonly bound: Term | undefined;
}

/** A variable of the program. */
export interface GlobalVariable {
  readonly name: string;
  /** `undefined`: defined elsewhere. */
  readonly bytes: number | undefined;
  readonly isConstant: boolean;
  readonly isThreadLocal: boolean;
  /** Pointers of its initial value; an offset of undefined is anywhere in it. */
  readonly pointers: readonly { readonly at: number | undefined; readonly to: Operand }[];
  /** The parts of its initial value that are not 0; an undefined number is one that is not known. */
  readonly numbers: readonly { readonly at: number; readonly bytes: number; readonly number: bigint | undefined }[];
}

/** Something that the analysis cannot follow. */
export class NotFollowed extends Error {}
