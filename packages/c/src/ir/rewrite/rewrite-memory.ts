import type { Address, Body } from '../context/body.js';
import { isWide } from '../context/body.js';
import type { Instruction } from '../syntax/function.js';
import type { FixedName } from '../syntax/imports.js';
import { Cursor } from '../syntax/lexer.js';
import { acceptFlags, accessKind, orderOf } from '../syntax/orders.js';
import { checkPrivate } from './private-bounds.js';
import type { LabelInfo } from '../syntax/tables.js';
import type { Leaf, Type } from '../syntax/types.js';
import { parseType } from '../syntax/types.js';
import type { TypedValue, Value } from '../syntax/values.js';
import { parseTypedValue } from '../syntax/values.js';

/** Rewrites `load`, atomic or not. */
export function rewriteLoad(body: Body, instruction: Instruction): void {
  const cursor = new Cursor(instruction.tokens, 1);
  const flags = acceptFlags(cursor);
  const type = parseType(cursor);
  cursor.expect(',');
  const { value: pointer } = parseTypedValue(cursor);
  const bytes = body.context.layout.size(type);
  if (body.isReadable(pointer, bytes)) {
    checkPrivate(body, pointer, bytes);
    body.keep(instruction);
    return;
  }
  const order = { ...accessKind(cursor, flags), order: orderOf(cursor, flags) };
  const leaves = body.context.layout.leaves(type);
  const address = body.address(pointer);
  if (leaves[0]?.path.length === 0) return void loadLeaf(body, leaves[0], address, order, instruction.result);
  let aggregate = 'poison';
  leaves.forEach((leaf, index) => {
    const part = loadLeaf(body, leaf, address, order);
    aggregate = body.define(
      `insertvalue ${type.text} ${aggregate}, ${leaf.type.text} ${part}, ${leaf.path.join(', ')}`,
      index === leaves.length - 1 ? instruction.result : undefined,
    );
  });
  if (leaves.length === 0) body.define(`freeze ${type.text} poison`, instruction.result);
}

/** Rewrites `store`, atomic or not. */
export function rewriteStore(body: Body, instruction: Instruction): void {
  const cursor = new Cursor(instruction.tokens, 1);
  const flags = acceptFlags(cursor);
  const { type, value } = parseTypedValue(cursor);
  cursor.expect(',');
  const { value: pointer } = parseTypedValue(cursor);
  if (body.isPrivate(pointer)) {
    checkPrivate(body, pointer, body.context.layout.size(type));
    body.keep(instruction);
    return;
  }
  const order = { ...accessKind(cursor, flags), order: orderOf(cursor, flags) };
  const address = body.address(pointer);
  const text = body.text(value);
  for (const leaf of body.context.layout.leaves(type)) {
    const part =
      leaf.path.length === 0 ? text : body.define(`extractvalue ${type.text} ${text}, ${leaf.path.join(', ')}`);
    storeLeaf(body, leaf, part, address, order);
  }
}

/** Returns the sizes in which a scalar is moved: 3 bytes, as in bit-fields, are moved as 2 and 1. */
function pieces(body: Body, type: Type): number[] {
  const bytes = Math.ceil(body.bits(type) / 8);
  return [1, 2, 4, 8].includes(bytes) ? [bytes] : [4, 2, 1].filter((size) => (bytes & size) !== 0);
}

/** Returns the properties of a type that a label records. */
export function traits(type: Type): Pick<LabelInfo, 'float' | 'pointer'> {
  return {
    ...(type.kind === 'float' ? { float: true } : {}),
    ...(type.kind === 'pointer' ? { pointer: true } : {}),
  };
}

/** The order of an access, and whether it is atomic or volatile. */
type Ordering = Pick<LabelInfo, 'order' | 'atomic' | 'volatile'>;

/** Emits the load of a scalar, in as many pieces as necessary; returns its value. */
function loadLeaf(body: Body, leaf: Leaf, base: Address, ordering: Ordering, result?: string): string {
  const { type } = leaf;
  if (isWide(type)) return loadWide(body, leaf, base, ordering, result);
  const sizes = pieces(body, type);
  const load = (size: number, offset: number, name?: string): string => {
    const label = body.label({ kind: 'load', size, ...ordering, ...traits(type) }, base);
    return body.callFor(`load${size}` as FixedName, [label, ...body.where(base, leaf.offset + offset)], name);
  };
  if (sizes.length === 1) {
    return body.isWord(type) ? load(sizes[0]!, 0, result) : body.fromWord(load(sizes[0]!, 0), type, result);
  }
  let offset = 0;
  let sum = '0';
  for (const size of sizes) {
    const wide = body.define(`zext i32 ${load(size, offset)} to i64`);
    sum = body.define(`or i64 ${sum}, ${body.define(`shl i64 ${wide}, ${8 * offset}`)}`);
    offset += size;
  }
  return body.define(`trunc i64 ${sum} to ${type.text}`, result);
}

/** Emits the store of a scalar, in as many pieces as necessary. */
export function storeLeaf(body: Body, leaf: Leaf, value: string, base: Address, ordering: Ordering): void {
  const { type } = leaf;
  if (isWide(type)) {
    storeWide(body, leaf, value, base, ordering);
    return;
  }
  const sizes = pieces(body, type);
  const store = (size: number, offset: number, word: string): void => {
    const label = body.label({ kind: 'store', size, ...ordering, ...traits(type) }, base);
    body.call(`store${size}` as FixedName, label, ...body.where(base, leaf.offset + offset), word);
  };
  if (sizes.length === 1) {
    store(sizes[0]!, 0, body.toWord(value, type));
    return;
  }
  const bits = body.bits(type);
  const wide = body.define(`zext i${bits} ${value} to i64`);
  let offset = 0;
  for (const size of sizes) {
    const shifted = body.define(`lshr i64 ${wide}, ${8 * offset}`);
    store(size, offset, body.define(`trunc i64 ${shifted} to i32`));
    offset += size;
  }
}

/** Emits the load of 128 bits, at once if it is atomic, otherwise as two halves. */
function loadWide(body: Body, { type, offset }: Leaf, base: Address, ordering: Ordering, result?: string): string {
  const load = (size: 8 | 16, at: number): string => {
    const label = body.label({ kind: 'load', size, ...ordering }, base);
    return body.callFor(`load${size}`, [label, ...body.where(base, offset + at)]);
  };
  if (ordering.atomic === true) return body.fromWords(load(16, 0), type, result);
  return body.joined(load(8, 0), load(8, 8), result);
}

function storeWide(body: Body, { type, offset }: Leaf, value: string, base: Address, ordering: Ordering): void {
  const store = (size: 8 | 16, at: number, ...words: readonly string[]): void => {
    body.call(
      `store${size}`,
      body.label({ kind: 'store', size, ...ordering }, base),
      ...body.where(base, offset + at),
      ...words,
    );
  };
  const [low, high] = body.toWords(value, type);
  if (ordering.atomic === true) store(16, 0, low!, high!);
  else {
    store(8, 0, low!);
    store(8, 8, high!);
  }
}

/** Rewrites llvm.memcpy, llvm.memmove and llvm.memset to a call of an import. */
export function rewriteBulk(
  body: Body,
  kind: 'memcpy' | 'memmove' | 'memset',
  operands: {
    readonly to: Value;
    readonly from: Value;
    readonly bytes: TypedValue;
  },
): void {
  const { to, from, bytes } = operands;
  const text = body.text(bytes.value);
  const constant = /^\d+$/.test(text);
  const size = constant ? Number(text) : 0;
  const wide = wideCount(body, bytes);
  checkPrivate(body, to, wide);
  if (kind !== 'memset') checkPrivate(body, from, wide);
  const count = body.define(`uitofp ${bytes.type.text} ${text} to double`);
  const source =
    kind === 'memset' ? [body.define(`zext i8 ${body.text(from)} to i32`)] : body.where(body.address(from));
  body.call(kind, body.label({ kind, size, order: 'plain' }), ...body.where(body.address(to)), ...source, count);
}

/** Returns a number of bytes in the form that bounds checks need. */
export function wideCount(body: Body, { type, value }: TypedValue): number | string {
  const text = body.text(value);
  if (/^\d+$/.test(text)) return Number(text);
  return type.text === 'i64' ? text : body.define(`zext ${type.text} ${text} to i64`);
}
