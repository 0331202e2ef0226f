import type { Site } from '@fencepost/core';
import type { ModuleContext } from './context.js';
import { displacedPointers } from '../analysis/container-of-pointers.js';
import { unsupported } from '../../unsupported.js';
import type { FunctionDefinition, Instruction } from '../syntax/function.js';
import type { FixedName } from '../syntax/imports.js';
import type { LabelInfo, Place } from '../syntax/tables.js';
import type { Allocated } from '../analysis/pointers.js';
import { Pointers } from '../analysis/pointers.js';
import { PointerTypes } from './pointer-types.js';
import type { Type } from '../syntax/types.js';
import type { Value } from '../syntax/values.js';
import { nameOf } from '../syntax/values.js';

/**
 * An address as passed to an import, with the address it was computed from ('0': none), and the number of the type of
 * the object there.
 */
export interface Address {
  readonly bits: string;
  readonly base: string;
  readonly view: number | undefined;
}

/** Lifetimes of variables that other threads may access, if these end before the function returns. */
export interface Scopes {
  /** The variable whose lifetime begins or ends at an instruction. */
  readonly marks: ReadonlyMap<Instruction, { readonly begins: boolean; readonly variable: string }>;
  /** The compound literals whose lifetimes begin or end before an instruction. */
  readonly literals: ReadonlyMap<Instruction, readonly { readonly begins: boolean; readonly variable: string }[]>;
  /** Variables whose lifetimes end with a block or an expression. */
  readonly ending: ReadonlySet<string>;
  /** Variables whose lifetimes begin at a mark. */
  readonly beginning: ReadonlySet<string>;
}

/** Arrays of variable length that end before the function returns: where the stack is saved and restored. */
export interface StackScopes {
  /** Variables that keep how many locals there were. */
  readonly slots: readonly string[];
  /** The slot that an instruction which saves the stack sets. */
  readonly saves: ReadonlyMap<Instruction, string>;
  /** The slot by which an instruction that restores the stack ends locals. */
  readonly restores: ReadonlyMap<Instruction, string>;
  /** Variables that end with their blocks. */
  readonly ending: ReadonlySet<string>;
}

export const NO_STACK_SCOPES: StackScopes = { slots: [], saves: new Map(), restores: new Map(), ending: new Set() };

export const NO_SCOPES: Scopes = { marks: new Map(), literals: new Map(), ending: new Set(), beginning: new Set() };

/** Returns whether the type is a 128-bit integer. */
export function isWide(type: Type): boolean {
  return type.kind === 'int' && type.bits === 128;
}

/** The function being written: the lines written so far, and the data for rewriting an instruction. */
export class Body {
  readonly context: ModuleContext;
  readonly fn: FunctionDefinition;
  readonly lines: string[] = [];
  /** Lines inserted at the start of the entry block. */
  readonly prelude: string[] = [];
  /** The mark that `unframe` returns to, in functions with allocas that are not private. */
  frame: string | undefined;
  /**
   * In functions with loops: how many activations of such functions the caller is nested in, and the function itself.
   */
  depth: { readonly outside: string; readonly inside: string } | undefined;
  readonly pointers: Pointers;
  scopes: Scopes = NO_SCOPES;
  stackScopes: StackScopes = NO_STACK_SCOPES;
  /** Whether the instruction being rewritten is in a loop. */
  isRepeated = false;
  private types: PointerTypes | undefined;
  private readonly privates: ReadonlySet<string>;
  private readonly displaced: ReadonlySet<string>;
  private count = 0;

  constructor(context: ModuleContext, fn: FunctionDefinition, privates: ReadonlySet<string>) {
    this.context = context;
    this.fn = fn;
    this.privates = privates;
    this.pointers = new Pointers(fn, context.layout);
    this.displaced = displacedPointers(fn, this.pointers);
  }

  get site(): Site | undefined {
    return this.context.site;
  }

  get pointerTypes(): PointerTypes {
    return (this.types ??= new PointerTypes(this.context, this.fn, this.pointers));
  }

  fresh(): string {
    return `%${this.fn.freshPrefix}${this.count++}`;
  }

  emit(line: string): void {
    this.lines.push(`  ${line}`);
  }

  /** Emits an instruction with a result; returns the name of the result. */
  define(text: string, name = this.fresh()): string {
    this.emit(`${name} = ${text}`);
    return name;
  }

  /** Returns the label of an operation at this place, perhaps on memory at an address. */
  label(info: Omit<LabelInfo, keyof Place>, at?: Address): number {
    const view = at?.view;
    return this.context.label({
      ...info,
      ...(view !== undefined && { view }),
      ...this.context.debugInfo.place(this.site),
    });
  }

  call(name: FixedName, ...values: readonly (string | number)[]): void {
    this.emit(this.context.imports.call(name, ...values));
  }

  callFor(name: FixedName, values: readonly (string | number)[], result?: string): string {
    return this.define(this.context.imports.call(name, ...values), result);
  }

  text(value: Value): string {
    return this.context.text(value);
  }

  /** Emits an instruction unchanged. */
  keep(instruction: Instruction): void {
    const text = this.text(instruction.tokens);
    this.emit(instruction.result === undefined ? text : `${instruction.result} = ${text}`);
  }

  isPrivate(address: Value): boolean {
    const name = nameOf(address);
    return name !== undefined && this.privates.has(name);
  }

  /**
   * Returns the type of the object at this address, if it has members. Not for library code, which may access memory as
   * another type.
   */
  private viewAt(base: Value): number | undefined {
    const { context, site } = this;
    if (site === undefined || context.debugInfo.isForeign(site)) return undefined;
    const type = this.pointerTypes.pointee(base);
    return context.debugTypes.isClass(type) ? context.views.number(type) : undefined;
  }

  isPrivateResult({ result }: Instruction): boolean {
    return result !== undefined && this.privates.has(result);
  }

  /** Returns whether this many bytes can be read from linear memory, as part of a private alloca or a constant. */
  isReadable(address: Value, bytes: number): boolean {
    if (this.isPrivate(address)) return true;
    const size = this.context.constants.get(nameOf(address) ?? '');
    return size !== undefined && bytes <= size;
  }

  /** Returns the size of a private variable whose size is known only at run time. */
  dynamicBytes({ number }: Allocated): string {
    return `%${this.fn.freshPrefix}bytes${number}`;
  }

  /** Returns a pointer in the form in which it is passed to an import. */
  address(pointer: Value): Address {
    const bits = this.define(`ptrtoint ptr ${this.text(pointer)} to i${8 * this.context.layout.pointerSize}`);
    const origin = this.pointers.origin(pointer).base;
    const base = nameOf(origin);
    const known =
      base !== undefined &&
      base !== nameOf(pointer) &&
      !this.context.threadLocals.has(base) &&
      !this.displaced.has(base);
    return {
      bits,
      base: known ? this.define(`ptrtoint ptr ${this.context.defines(base)} to i32`) : '0',
      view: this.viewAt(origin),
    };
  }

  /**
   * Returns the arguments by which an import receives an address plus `offset`: its lower half, its upper half, and its
   * origin.
   */
  where({ bits, base }: Address, offset = 0): readonly string[] {
    if (this.context.isWasm32) return [offset === 0 ? bits : this.define(`add i32 ${bits}, ${offset}`), '0', base];
    const at = offset === 0 ? bits : this.define(`add i64 ${bits}, ${offset}`);
    const low = this.define(`trunc i64 ${at} to i32`);
    return [low, this.define(`trunc i64 ${this.define(`lshr i64 ${at}, 32`)} to i32`), base];
  }

  /** Returns the words by which an import receives a scalar: two for one of 128 bits. */
  toWords(value: string, type: Type): readonly string[] {
    if (!isWide(type)) return [this.toWord(value, type)];
    const low = this.define(`trunc i128 ${value} to i64`);
    return [low, this.define(`trunc i128 ${this.define(`lshr i128 ${value}, 64`)} to i64`)];
  }

  /** Converts the result of an import back; the inverse of `toWords`. */
  fromWords(word: string, type: Type, result?: string): string {
    if (!isWide(type)) return this.fromWord(word, type, result);
    return this.joined(word, this.callFor('high', []), result);
  }

  /** Joins two halves to 128 bits. */
  joined(low: string, high: string, result?: string): string {
    const lower = this.define(`zext i64 ${low} to i128`);
    const upper = this.define(`shl i128 ${this.define(`zext i64 ${high} to i128`)}, 64`);
    return this.define(`or i128 ${lower}, ${upper}`, result);
  }

  /** Returns the bits of a scalar as an i32, or as an i64 if it is wider. */
  toWord(value: string, type: Type): string {
    const bits = this.bits(type);
    let integer = value;
    if (type.kind === 'pointer') integer = this.define(`ptrtoint ptr ${value} to i${bits}`);
    else if (type.kind === 'float') integer = this.define(`bitcast ${type.text} ${value} to i${bits}`);
    const word = bits <= 32 ? 32 : 64;
    return bits === word ? integer : this.define(`zext i${bits} ${integer} to i${word}`);
  }

  /** The inverse of `toWord`. */
  fromWord(word: string, type: Type, result?: string): string {
    const bits = this.bits(type);
    const wide = bits <= 32 ? 32 : 64;
    if (type.kind === 'int') return this.define(`trunc i${wide} ${word} to ${type.text}`, result);
    if (type.kind === 'pointer') return this.define(`inttoptr i${bits} ${word} to ptr`, result);
    const integer = bits === wide ? word : this.define(`trunc i${wide} ${word} to i${bits}`);
    return this.define(`bitcast i${bits} ${integer} to ${type.text}`, result);
  }

  /** Returns whether a word of this type is the value itself. */
  isWord(type: Type): boolean {
    return type.kind === 'int' && (type.bits === 32 || type.bits === 64);
  }

  /** Returns the bits of a scalar that one access can move. */
  bits(type: Type): number {
    if (type.kind === 'pointer') return 8 * this.context.layout.pointerSize;
    if (type.kind === 'float' && type.bytes <= 8) return 8 * type.bytes;
    if (type.kind === 'int' && (type.bits <= 64 || isWide(type))) return type.bits;
    throw unsupported(
      `a shared variable of the type '${type.text}' is not supported`,
      this.site,
      type.kind === 'vector'
        ? 'compile without vectorisation'
        : 'use integers and floats of at most 64 bits, or __int128',
    );
  }
}
