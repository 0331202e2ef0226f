import type { Instruction } from '../syntax/function.js';
import type { IntegerSet, Predicate } from '../syntax/integer-sets.js';
import { allIntegers, both, exchanged, satisfying, sizeOf } from '../syntax/integer-sets.js';
import { Cursor } from '../syntax/lexer.js';
import type { OpenValueContext } from '../syntax/open-value-context.js';
import { parseTypedValue, parseValue, nameOf } from '../syntax/values.js';

/** An integer that depends on an open value only: the value itself, or a wider version of it. */
export interface Widened {
  readonly bits: number;
  /** The instruction that widened it. */
  readonly by: '' | 'sext' | 'zext';
}

/** A comparison with a constant. */
export interface Compared {
  readonly operand: string;
  readonly predicate: Predicate;
  readonly constant: bigint;
}

/** Parses an `icmp` of a local value and a constant. */
export function comparison({ opcode, tokens }: Instruction): Compared | undefined {
  if (opcode !== 'icmp') return undefined;
  const cursor = new Cursor(tokens, 1);
  cursor.accept('samesign');
  const predicate = cursor.next().text as Predicate;
  const { type, value } = parseTypedValue(cursor);
  if (type.kind !== 'int') return undefined;
  cursor.expect(',');
  const second = parseValue(cursor);
  const [left, right] = [nameOf(value), nameOf(second)];
  const [a, b] = [constantOf(value[0]?.text), constantOf(second[0]?.text)];
  if (left !== undefined && b !== undefined) return { operand: left, predicate, constant: b };
  if (right !== undefined && a !== undefined) return { operand: right, predicate: exchanged(predicate), constant: a };
  return undefined;
}

export function constantOf(text: string | undefined): bigint | undefined {
  if (text === 'true') return 1n;
  if (text === 'false') return 0n;
  return text !== undefined && /^-?\d+$/.test(text) ? BigInt(text) : undefined;
}

/** Returns the open values, of `bits` bits, for which a comparison of a widened value holds. */
export function holdsFor({ predicate, constant }: Compared, widened: Widened, bits: number): IntegerSet {
  const wide = satisfying(predicate, constant, widened.bits);
  if (widened.by !== 'zext') return both(wide, allIntegers(bits));
  const half = 1n << BigInt(bits - 1);
  const upper = both(wide, [[half, 2n * half - 1n]]).map(([from, to]) => [from - 2n * half, to - 2n * half] as const);
  return [...upper, ...both(wide, [[0n, half - 1n]])];
}

/** Parses `sext` and `zext`: the operand, and the bits of the result. */
export function widening({ opcode, tokens }: Instruction): { operand: string; widened: Widened } | undefined {
  if (opcode !== 'sext' && opcode !== 'zext') return undefined;
  const cursor = new Cursor(tokens, 1);
  cursor.accept('nneg');
  const operand = nameOf(parseTypedValue(cursor).value);
  const bits = Number(/^i(\d+)$/.exec(tokens.at(-1)?.text ?? '')?.[1]);
  return operand === undefined || !(bits > 0) ? undefined : { operand, widened: { bits, by: opcode } };
}

/** All uses of an open value anywhere in its function. */
export class OpenValueUses {
  private readonly compared: { readonly by: Compared; readonly widened: Widened }[] = [];
  private readonly bits: number;
  private onlyCompared = true;

  constructor({ blocks, isPrivate }: OpenValueContext, call: Instruction, bits: number) {
    this.bits = bits;
    const known = new Map<string, Widened>([[call.result ?? '', { bits, by: '' }]]);
    const slots = new Map<string, Widened>();
    const instructions = blocks.flatMap((block) => block.instructions);
    // Values are passed on through variables, so one pass may not be enough.
    for (let before = -1; before !== known.size + slots.size;) {
      before = known.size + slots.size;
      this.compared.length = 0;
      this.onlyCompared = true;
      for (const each of instructions) this.look(each, known, slots, isPrivate);
    }
  }

  private look(
    each: Instruction,
    known: Map<string, Widened>,
    slots: Map<string, Widened>,
    isPrivate: (name: string) => boolean,
  ): void {
    const { result = '', opcode, tokens } = each;
    const last = slotOf(each);
    if (opcode === 'load' && last !== undefined && slots.has(last)) {
      known.set(result, slots.get(last)!);
      return;
    }
    const used = tokens.map(({ text }) => text).find((name) => known.has(name));
    if (used === undefined) return;
    const widened = known.get(used)!;
    const by = comparison(each);
    const wider = widening(each);
    if (by !== undefined) this.compared.push({ by, widened });
    else if (wider !== undefined && widened.by === '') known.set(result, wider.widened);
    else if (opcode === 'store' && last !== undefined && last !== used && isPrivate(last)) slots.set(last, widened);
    else this.onlyCompared = false;
  }

  /** Returns one value for each combination of outcomes of the comparisons; undefined if the value has other uses. */
  classes(): bigint[] | undefined {
    if (!this.onlyCompared) return undefined;
    const outcomes = new Map<string, bigint>();
    for (const value of this.candidates()) {
      const outcome = this.compared
        .map(({ by, widened }) => sizeOf(both(holdsFor(by, widened, this.bits), [[value, value]])))
        .join('');
      if (!outcomes.has(outcome)) outcomes.set(outcome, value);
    }
    return [...outcomes.values()];
  }

  /**
   * Returns the first integers of all intervals in which no comparison changes, small ones first. On the circle of all
   * integers of these bits, a comparison can only change at a constant, after it, and where the circle is cut: at 0 and
   * at the least integer.
   */
  candidates(): bigint[] {
    const constants = this.compared.flatMap(({ by: { constant } }) => [constant, constant + 1n]);
    const cut = (value: bigint): bigint => BigInt.asIntN(this.bits, value);
    const all = new Set([0n, 1n, ...constants, 1n << BigInt(this.bits - 1)].map(cut));
    const size = (value: bigint): bigint => (value < 0n ? -value : value);
    return [...all].toSorted((a, b) => (size(a) < size(b) ? -1 : size(a) > size(b) ? 1 : a > b ? -1 : 1));
  }
}

/** Returns the variable that is loaded or stored. */
export function slotOf({ opcode, tokens }: Instruction): string | undefined {
  if (opcode !== 'load' && opcode !== 'store') return undefined;
  if (tokens[1]?.text === 'atomic' || tokens[1]?.text === 'volatile') return undefined;
  const cursor = new Cursor(tokens, 1);
  if (opcode === 'store') parseTypedValue(cursor);
  else while (!cursor.at(',')) cursor.next();
  cursor.expect(',');
  return nameOf(parseTypedValue(cursor).value);
}
