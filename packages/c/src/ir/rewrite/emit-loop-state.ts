import type { Body } from '../context/body.js';
import type { Carried } from './loop-state.js';
import type { Conversion, Counter, Source, Test } from '../analysis/counters.js';
import type { Alloca } from '../analysis/private-variables.js';
import type { Type } from '../syntax/types.js';

/** Passes to the runtime the state that a loop carries, before the notification that the head was reached. */
export function announce(body: Body, carried: readonly Carried[]): void {
  for (const each of carried) {
    if (each.kind === 'memory') announceMemory(body, each.alloca);
    else if (each.kind === 'counter') announceCounter(body, each.counter);
    else if (each.kind === 'value') announceValue(body, each.name, each.type);
    else announceValue(body, body.define(`load ${each.type.text}, ptr ${each.name}`), each.type);
  }
}

function announceMemory(body: Body, { name, type, count }: Alloca): void {
  const unit = body.context.layout.size(type);
  const address = body.define(`ptrtoint ptr ${name} to i32`);
  if (count === undefined) {
    body.call('carried_memory', address, unit);
    return;
  }
  const text = body.text(count.value);
  const isConstant = /^\d+$/.test(text);
  const number =
    isConstant || count.type.text === 'i32' ? text : body.define(`trunc ${count.type.text} ${text} to i32`);
  body.call('carried_memory', address, body.define(`mul i32 ${number}, ${unit}`));
}

/** Passes the outcomes of a counter's comparisons, for its current value and for its value in the next iteration. */
function announceCounter(body: Body, { slot, type, step, wrap, tests }: Counter): void {
  const now = body.define(`load ${type.text}, ptr ${slot}`);
  const sum = body.define(`add ${type.text} ${now}, ${step}`);
  const next = converted(body, sum, wrap === undefined ? [] : [wrap]);
  for (const test of tests) for (const value of [now, next]) body.call('carried4', compared(body, test, value));
  body.call(body.bits(type) <= 32 ? 'counted4' : 'counted8', body.toWord(now, type));
}

function compared(body: Body, { predicate, type, conversions, isLeft, other }: Test, counter: string): string {
  const value = converted(body, counter, conversions);
  const fixed = sourceValue(body, other);
  const operands = isLeft ? `${value}, ${fixed}` : `${fixed}, ${value}`;
  return body.define(`zext i1 ${body.define(`icmp ${predicate} ${type.text} ${operands}`)} to i32`);
}

function sourceValue(body: Body, { constant, slot, conversions }: Source): string {
  if (constant !== undefined) return body.text(constant);
  return converted(body, body.define(`load ${slot!.type.text}, ptr ${slot!.name}`), conversions);
}

function converted(body: Body, value: string, conversions: readonly Conversion[]): string {
  let result = value;
  for (const { opcode, from, to, by } of conversions) {
    result = body.define(`${opcode} ${from.text} ${result}${by === undefined ? ` to ${to.text}` : `, ${by}`}`);
  }
  return result;
}

function announceValue(body: Body, value: string, type: Type): void {
  for (const leaf of body.context.layout.leaves(type)) {
    const part =
      leaf.path.length === 0 ? value : body.define(`extractvalue ${type.text} ${value}, ${leaf.path.join(', ')}`);
    announceLeaf(body, part, leaf.type);
  }
}

function announceLeaf(body: Body, value: string, type: Type): void {
  const bits = 8 * body.context.layout.size(type);
  if (bits <= 64 && type.kind !== 'vector') {
    const word = body.toWord(value, type);
    body.call(body.bits(type) <= 32 ? 'carried4' : 'carried8', word);
    return;
  }
  const whole = asInteger(body, value, type);
  const wide = Math.ceil(whole.bits / 64) * 64;
  const integer = wide === whole.bits ? whole.name : body.define(`zext i${whole.bits} ${whole.name} to i${wide}`);
  for (let at = 0; at < wide; at += 64) {
    const shifted = at === 0 ? integer : body.define(`lshr i${wide} ${integer}, ${at}`);
    body.call('carried8', wide === 64 ? shifted : body.define(`trunc i${wide} ${shifted} to i64`));
  }
}

/** Converts a wide integer, a vector or a 128-bit float to one integer. */
function asInteger(body: Body, value: string, type: Type): { readonly name: string; readonly bits: number } {
  if (type.kind === 'int') return { name: value, bits: type.bits };
  if (type.kind !== 'vector') {
    const bits = 8 * body.context.layout.size(type);
    return { name: body.define(`bitcast ${type.text} ${value} to i${bits}`), bits };
  }
  const { count, element } = type;
  const each = element.kind === 'int' ? element.bits : 8 * body.context.layout.size(element);
  const isPointers = element.kind === 'pointer';
  const integers = isPointers ? body.define(`ptrtoint ${type.text} ${value} to <${count} x i${each}>`) : value;
  const from = isPointers ? `<${count} x i${each}>` : type.text;
  return { name: body.define(`bitcast ${from} ${integers} to i${count * each}`), bits: count * each };
}
