import type { Address, Body } from '../context/body.js';
import { unsupported } from '../../unsupported.js';
import type { Instruction } from '../syntax/function.js';
import type { FixedName } from '../syntax/imports.js';
import { Cursor } from '../syntax/lexer.js';
import { acceptScope, parseOrder } from '../syntax/orders.js';
import { traits } from './rewrite-memory.js';
import type { AccessOrder, LabelInfo, RmwName } from '../syntax/tables.js';
import type { Type } from '../syntax/types.js';
import { parseTypedValue } from '../syntax/values.js';

const FUNCTIONS: Readonly<Record<string, RmwName>> = {
  xchg: 'exchange',
  add: 'add',
  sub: 'sub',
  and: 'and',
  nand: 'nand',
  or: 'or',
  xor: 'xor',
  max: 'max',
  min: 'min',
  umax: 'umax',
  umin: 'umin',
};

/** Rewrites `fence`. */
export function rewriteFence(body: Body, instruction: Instruction): void {
  const cursor = new Cursor(instruction.tokens, 1);
  // A fence within a thread (atomic_signal_fence) only restricts the compiler.
  if (acceptScope(cursor)) return;
  fence(body, parseOrder(cursor));
}

export function fence(body: Body, order: AccessOrder): void {
  body.call('fence', body.label({ kind: 'fence', size: 0, order }));
}

function atomicSize(body: Body, type: Type): number {
  const bytes = Math.ceil(body.bits(type) / 8);
  if (![1, 2, 4, 8, 16].includes(bytes)) {
    throw unsupported(`an atomic access of the type '${type.text}' is not supported`, body.site);
  }
  return bytes;
}

/** Emits an atomic read-modify-write of the words of the type; returns the old value. */
function emitRmw(
  body: Body,
  fn: RmwName,
  order: AccessOrder,
  operation: { readonly address: Address; readonly type: Type; readonly operand: string; readonly result?: string },
): string {
  const { address, type, operand, result } = operation;
  const size = atomicSize(body, type);
  const label = body.label({ kind: 'rmw', size, order, fn, ...traits(type) }, address);
  const values = [label, ...body.where(address), ...body.toWords(operand, type)];
  if (body.isWord(type)) return body.callFor(`rmw${size}` as FixedName, values, result);
  return body.fromWords(body.callFor(`rmw${size}` as FixedName, values), type, result);
}

/** Rewrites `atomicrmw`. */
export function rewriteRmw(body: Body, instruction: Instruction): void {
  const cursor = new Cursor(instruction.tokens, 1);
  cursor.accept('volatile');
  const name = cursor.next().text;
  const fn = FUNCTIONS[name];
  if (fn === undefined) {
    throw unsupported(
      `the atomic operation '${name}' is not supported`,
      body.site,
      'write it as a compare-and-swap loop',
    );
  }
  const { value: pointer } = parseTypedValue(cursor);
  cursor.expect(',');
  const { type, value } = parseTypedValue(cursor);
  const own = acceptScope(cursor);
  const order = parseOrder(cursor);
  const result = instruction.result === undefined ? {} : { result: instruction.result };
  const address = body.address(pointer);
  emitRmw(body, fn, own ? 'relaxed' : order, { address, type, operand: body.text(value), ...result });
}

/** The operands of a compare-and-swap. */
interface Cas {
  readonly address: Address;
  readonly type: Type;
  readonly expected: string;
  readonly desired: string;
}

/** Emits a compare-and-swap; returns the old value and whether the swap happened (an i1). */
function emitCas(body: Body, cas: Cas, info: Pick<LabelInfo, 'order' | 'failureOrder' | 'weak'>) {
  const { address, type } = cas;
  const size = atomicSize(body, type);
  const label = body.label({ kind: 'cas', size, ...info, ...traits(type) }, address);
  const words = [...body.toWords(cas.expected, type), ...body.toWords(cas.desired, type)];
  const word = body.callFor(`cas${size}` as FixedName, [label, ...body.where(address), ...words]);
  const old = body.isWord(type) ? word : body.fromWords(word, type);
  return { old, done: body.define(`icmp ne i32 ${body.callFor('cas_ok', [])}, 0`) };
}

/** Rewrites `cmpxchg`. */
export function rewriteCmpxchg(body: Body, instruction: Instruction): void {
  const cursor = new Cursor(instruction.tokens, 1);
  const weak = cursor.accept('weak');
  cursor.accept('volatile');
  const { value: pointer } = parseTypedValue(cursor);
  cursor.expect(',');
  const { type, value: expected } = parseTypedValue(cursor);
  cursor.expect(',');
  const { value: desired } = parseTypedValue(cursor);
  const own = acceptScope(cursor);
  const order = parseOrder(cursor);
  const failureOrder = parseOrder(cursor);
  const { old, done } = emitCas(
    body,
    { address: body.address(pointer), type, expected: body.text(expected), desired: body.text(desired) },
    {
      order: own ? 'relaxed' : order,
      failureOrder: own ? 'relaxed' : failureOrder,
      ...(weak ? { weak } : {}),
    },
  );
  const pair = `{ ${type.text}, i1 }`;
  const first = body.define(`insertvalue ${pair} poison, ${type.text} ${old}, 0`);
  body.define(`insertvalue ${pair} ${first}, i1 ${done}, 1`, instruction.result);
}
