import type { FunctionDefinition, Instruction } from '../syntax/function.js';
import { Cursor } from '../syntax/lexer.js';
import type { Layout, Type } from '../syntax/types.js';
import { parseType } from '../syntax/types.js';
import type { Value } from '../syntax/values.js';
import { nameOf, numberOf, parseTypedValue, parseValue } from '../syntax/values.js';

/** A pointer as another one plus an offset in bytes; the offset is undefined if it is not known before run time. */
export interface Derived {
  readonly base: Value;
  readonly offset: number | undefined;
}

/** A pointer as another one plus `bytes` plus unknown multiples of `stride`; the stride is 0 if there are none. */
export interface Step {
  readonly base: Value;
  readonly bytes: number;
  readonly stride: number;
  /** The index, if it is the only one that is not constant. */
  readonly index: Value | undefined;
}

/** A variable of a function that lives in an alloca. `bytes` is its size, if known. */
export interface Allocated {
  readonly bytes: number | undefined;
  readonly number: number;
}

/** The origins of the pointers of a function, as far as the function itself shows. */
export class Pointers {
  private readonly layout: Layout;
  private readonly derived = new Map<string, Derived>();
  private readonly allocas = new Map<string, Allocated>();

  constructor(fn: Pick<FunctionDefinition, 'blocks'>, layout: Layout) {
    this.layout = layout;
    for (const { instructions } of fn.blocks) {
      for (const instruction of instructions) {
        if (instruction.result === undefined) continue;
        if (instruction.opcode === 'alloca') this.allocas.set(instruction.result, this.allocated(instruction));
        const derived = this.derivation(instruction);
        if (derived !== undefined) this.derived.set(instruction.result, derived);
      }
    }
  }

  /** Returns the address from which getelementptr and casts computed this one, or the pointer itself. */
  origin(pointer: Value): Derived {
    let found: Derived = { base: pointer, offset: 0 };
    for (;;) {
      const name = nameOf(found.base);
      const step = name === undefined ? this.expression(found.base) : this.derived.get(name);
      if (step === undefined) return found;
      const { offset }: Derived = found;
      found = {
        base: step.base,
        offset: offset === undefined || step.offset === undefined ? undefined : offset + step.offset,
      };
    }
  }

  alloca(name: string | undefined): Allocated | undefined {
    return name === undefined ? undefined : this.allocas.get(name);
  }

  private allocated({ tokens }: Instruction): Allocated {
    const number = this.allocas.size;
    const cursor = new Cursor(tokens, 1);
    cursor.accept('inalloca');
    const unit = this.layout.size(parseType(cursor));
    if (!cursor.at(',') || cursor.at('align', 1) || cursor.at('addrspace', 1)) return { bytes: unit, number };
    cursor.next();
    const count = numberOf(parseTypedValue(cursor).value);
    return { bytes: count === undefined ? undefined : unit * count, number };
  }

  private derivation(instruction: Instruction): Derived | undefined {
    if (instruction.opcode !== 'getelementptr' && instruction.opcode !== 'bitcast') return undefined;
    const cursor = new Cursor(instruction.tokens, 1);
    return instruction.opcode === 'bitcast' ? cast(cursor) : known(elementStep(cursor, this.layout));
  }

  /** Parses the constant expressions `getelementptr (…)` and `bitcast (…)`. */
  private expression(value: Value): Derived | undefined {
    const [word] = value;
    if (word?.text !== 'getelementptr' && word?.text !== 'bitcast') return undefined;
    const open = value.findIndex(({ text }, index) => text === '(' && value[index - 1]?.text !== 'inrange');
    const cursor = new Cursor(value.slice(open + 1, -1));
    return word.text === 'bitcast' ? cast(cursor) : known(elementStep(cursor, this.layout));
  }
}

/** Parses the operands of `getelementptr`; returns undefined for vectors of pointers. */
export function elementStep(cursor: Cursor, layout: Layout): Step | undefined {
  while (/^(?:inbounds|nusw|nuw|inrange)$/.test(cursor.peek()?.text ?? '')) {
    cursor.next();
    if (cursor.at('(')) cursor.group();
  }
  let type = parseType(cursor);
  cursor.expect(',');
  if (parseType(cursor).kind !== 'pointer') return undefined;
  const base = parseValue(cursor);
  let bytes = 0;
  let stride = 0;
  const open: Value[] = [];
  for (let first = true; cursor.accept(','); first = false) {
    const { value } = parseTypedValue(cursor);
    const index = numberOf(value);
    const at = (number: number): { type: Type; offset: number } =>
      first ? { type, offset: layout.size(type) * number } : layout.part(type, number);
    if (index === undefined) {
      open.push(value);
      stride = commonDivisor(stride, at(1).offset);
    }
    const part = at(index ?? 0);
    type = part.type;
    bytes += part.offset;
  }
  return { base, bytes, stride, index: open.length === 1 ? open[0] : undefined };
}

/** The greatest common divisor; 0 divides only 0. */
export function commonDivisor(a: number, b: number): number {
  let [x, y] = [Math.abs(a), Math.abs(b)];
  while (y > 0) [x, y] = [y, x % y];
  return x;
}

function known(step: Step | undefined): Derived | undefined {
  return step && { base: step.base, offset: step.stride === 0 && step.index === undefined ? step.bytes : undefined };
}

function cast(cursor: Cursor): Derived | undefined {
  return parseType(cursor).kind === 'pointer' ? { base: parseValue(cursor), offset: 0 } : undefined;
}
