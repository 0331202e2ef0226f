import { FencepostError } from '@fencepost/core';
import type { Token } from './lexer.js';
import { Cursor, joinTokens } from './lexer.js';

/** A type of LLVM, and its text. */
export type Type = { readonly text: string } & (
  | { readonly kind: 'int'; readonly bits: number }
  | { readonly kind: 'float'; readonly bytes: number }
  | { readonly kind: 'pointer' }
  | { readonly kind: 'array' | 'vector'; readonly count: number; readonly element: Type }
  | { readonly kind: 'struct'; readonly packed: boolean; readonly elements: readonly Type[] }
  | { readonly kind: 'named' }
  | {
      readonly kind: 'function';
      readonly result: Type;
      readonly parameters: readonly Type[];
      readonly variadic: boolean;
    }
  | { readonly kind: 'void' | 'other' }
);

const FLOATS: Readonly<Record<string, number>> = {
  half: 2,
  bfloat: 2,
  float: 4,
  double: 8,
  x86_fp80: 16,
  fp128: 16,
  ppc_fp128: 16,
};

export const VOID: Type = { kind: 'void', text: 'void' };
export const POINTER: Type = { kind: 'pointer', text: 'ptr' };

/** Returns the integer type of this many bits. */
export function intType(bits: number): Type {
  return { kind: 'int', bits, text: `i${bits}` };
}

/** Parses a type, with the parameters of a function type if these follow. */
export function parseType(cursor: Cursor): Type {
  let type = parseSimpleType(cursor);
  while (cursor.at('(')) {
    const { parameters, variadic } = parseParameterTypes(cursor.group());
    const list = [...parameters.map((each) => each.text), ...(variadic ? ['...'] : [])].join(', ');
    type = { kind: 'function', result: type, parameters, variadic, text: `${type.text} (${list})` };
  }
  return type;
}

function parseParameterTypes(group: readonly Token[]): { parameters: Type[]; variadic: boolean } {
  const inner = new Cursor(group.slice(1, -1));
  const parameters: Type[] = [];
  let variadic = false;
  while (!inner.atEnd()) {
    if (inner.accept('...')) variadic = true;
    else parameters.push(parseType(inner));
    if (!inner.atEnd()) inner.expect(',');
  }
  return { parameters, variadic };
}

function parseSimpleType(cursor: Cursor): Type {
  const start = cursor.position;
  const token = cursor.next();
  const { text } = token;
  if (token.kind === 'local') return { kind: 'named', text };
  if (text === '[' || text === '<' || text === '{') {
    cursor.position = start;
    return parseComposite(cursor);
  }
  if (token.kind !== 'word') {
    cursor.position = start;
    throw cursor.unexpected('a type');
  }
  if (/^i\d+$/.test(text)) return intType(Number(text.slice(1)));
  const bytes = FLOATS[text];
  if (bytes !== undefined) return { kind: 'float', bytes, text };
  if (text === 'void') return VOID;
  if (text === 'ptr') {
    if (cursor.at('addrspace')) {
      cursor.next();
      const space = joinTokens(cursor.group());
      if (space !== '(0)') return { kind: 'other', text: `ptr addrspace${space}` };
    }
    return POINTER;
  }
  if (text === 'target') return { kind: 'other', text: text + joinTokens(cursor.group()) };
  return { kind: 'other', text };
}

function parseComposite(cursor: Cursor): Type {
  const packed = cursor.at('<') && cursor.at('{', 1);
  const group = cursor.group();
  const text = joinTokens(group);
  if (packed || text.startsWith('{')) {
    const inner = new Cursor(packed ? group.slice(2, -2) : group.slice(1, -1));
    const elements: Type[] = [];
    while (!inner.atEnd()) {
      elements.push(parseType(inner));
      if (!inner.atEnd()) inner.expect(',');
    }
    return { kind: 'struct', packed, elements, text };
  }
  const inner = new Cursor(group, 1);
  if (inner.accept('vscale')) return { kind: 'other', text };
  const count = Number(inner.next().text);
  inner.expect('x');
  return { kind: text.startsWith('[') ? 'array' : 'vector', count, element: parseType(inner), text };
}

/** A part of a value that one access moves. */
export interface Leaf {
  readonly type: Type;
  readonly offset: number;
  /** Indices for `extractvalue`; empty if the value is not an aggregate. */
  readonly path: readonly number[];
}

interface Measured {
  readonly size: number;
  readonly align: number;
  readonly offsets: readonly number[];
}

/**
 * Sizes and offsets according to the data layout of WebAssembly: everything is aligned to its own size, up to 16 bytes.
 */
export class Layout {
  readonly pointerSize: 4 | 8;
  private readonly named: ReadonlyMap<string, Type>;
  /** Named types that are being measured. */
  private readonly open = new Set<string>();

  constructor(pointerSize: 4 | 8, named: ReadonlyMap<string, Type>) {
    this.pointerSize = pointerSize;
    this.named = named;
  }

  resolve(type: Type): Type {
    return type.kind === 'named' ? (this.named.get(type.text) ?? type) : type;
  }

  size(type: Type): number {
    return this.measure(type).size;
  }

  /** Returns the element with this number, and its offset. */
  part(type: Type, index: number): { readonly type: Type; readonly offset: number } {
    const resolved = this.resolve(type);
    if (resolved.kind === 'array' || resolved.kind === 'vector') {
      return { type: resolved.element, offset: this.size(resolved.element) * index };
    }
    const element = resolved.kind === 'struct' ? resolved.elements[index] : undefined;
    if (element === undefined) throw new FencepostError('C_UNSUPPORTED', `'${type.text}' has no element ${index}`);
    return { type: element, offset: this.measure(resolved).offsets[index] ?? 0 };
  }

  /** Returns the scalars (and vectors) that a value consists of, in memory order. */
  leaves(type: Type, offset = 0, path: readonly number[] = []): Leaf[] {
    const resolved = this.resolve(type);
    if (resolved.kind === 'array') {
      const step = this.size(resolved.element);
      return Array.from({ length: resolved.count }, (_, index) =>
        this.leaves(resolved.element, offset + index * step, [...path, index]),
      ).flat();
    }
    if (resolved.kind === 'struct') {
      const { offsets } = this.measure(resolved);
      return resolved.elements.flatMap((element, index) =>
        this.leaves(element, offset + (offsets[index] ?? 0), [...path, index]),
      );
    }
    return [{ type: resolved, offset, path }];
  }

  private measure(type: Type): Measured {
    if (type.kind !== 'named') return this.measureResolved(type, type);
    if (this.open.has(type.text)) throw new FencepostError('C_UNSUPPORTED', `the type '${type.text}' contains itself`);
    this.open.add(type.text);
    const measured = this.measureResolved(this.resolve(type), type);
    this.open.delete(type.text);
    return measured;
  }

  private measureResolved(resolved: Type, type: Type): Measured {
    switch (resolved.kind) {
      case 'int': {
        const bytes = Math.ceil(resolved.bits / 8);
        const align = Math.min(16, 2 ** Math.ceil(Math.log2(Math.max(1, bytes))));
        return { size: Math.ceil(bytes / align) * align, align, offsets: [] };
      }
      case 'float':
        return { size: resolved.bytes, align: resolved.bytes, offsets: [] };
      case 'pointer':
        return { size: this.pointerSize, align: this.pointerSize, offsets: [] };
      case 'array': {
        const { size, align } = this.measure(resolved.element);
        return { size: size * resolved.count, align, offsets: [] };
      }
      case 'vector': {
        const { size } = this.measure(resolved.element);
        const bytes = 2 ** Math.ceil(Math.log2(Math.max(1, size * resolved.count)));
        return { size: bytes, align: bytes, offsets: [] };
      }
      case 'struct':
        return this.measureStruct(resolved.elements, resolved.packed);
      default:
        throw new FencepostError('C_UNSUPPORTED', `the type '${type.text}' has no known size`);
    }
  }

  private measureStruct(elements: readonly Type[], packed: boolean): Measured {
    const offsets: number[] = [];
    let size = 0;
    let align = 1;
    for (const element of elements) {
      const each = this.measure(element);
      const unit = packed ? 1 : each.align;
      size = Math.ceil(size / unit) * unit;
      offsets.push(size);
      size += each.size;
      align = Math.max(align, unit);
    }
    return { size: Math.ceil(size / align) * align, align, offsets };
  }
}
