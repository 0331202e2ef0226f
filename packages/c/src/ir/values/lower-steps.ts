import { parseCall } from '../syntax/calls.js';
import type { Instruction } from '../syntax/function.js';
import type { Predicate } from '../syntax/integer-sets.js';
import { Cursor, splitAtCommas } from '../syntax/lexer.js';
import { acceptFlags } from '../syntax/orders.js';
import type { Type } from '../syntax/types.js';
import { parseType } from '../syntax/types.js';
import type { Value } from '../syntax/values.js';
import { parseTypedValue, parseValue } from '../syntax/values.js';
import type { Body, Code, CodeBlock, Term } from '../races/operations.js';
import type { Exit, Expression, Operand, Phi, Step, StepBlock } from './steps.js';

const BINARY = /^(?:add|sub|mul|[us]div|[us]rem|shl|[al]shr|and|or|xor)$/;
const CASTS = /^(?:zext|sext|trunc)$/;
/** Casts that keep the number if they keep its width. */
const SAME = /^(?:bitcast|ptrtoint|inttoptr|freeze)$/;
const FLAGS = /^(?:nuw|nsw|exact|disjoint|nneg|samesign|inbounds|nusw)$/;

/** Returns what the instructions of a function do with numbers. */
export function stepsOf(body: Body): readonly StepBlock[] {
  return new Lowering(body).blocks();
}

class Lowering {
  private readonly code: Code;
  private readonly expressions: Body['expressions'];
  private readonly labels: ReadonlyMap<string, number>;

  constructor({ code, expressions }: Body) {
    this.code = code;
    this.expressions = expressions;
    this.labels = new Map(code.blocks.map(({ label }, index) => [label, index]));
  }

  blocks(): StepBlock[] {
    const { blocks } = this.code;
    const users = blocks.map((block) => this.used(block));
    return blocks.map((block, index) => {
      const phis = block.instructions.filter(({ opcode }) => opcode === 'phi').map((each) => this.phi(each));
      const steps = block.instructions.flatMap((each, at) => this.step(each, (block.ends[at] ?? 0) - 1));
      const others = users.flatMap((used, user) => (user === index ? [] : [...used]));
      return { phis, steps, exits: this.exits(block), kept: new Set(others) };
    });
  }

  private used({ instructions }: CodeBlock): Set<number> {
    const { numbers } = this.code;
    const used = instructions.flatMap(({ tokens }) =>
      tokens.flatMap(({ kind, text }) => (kind === 'local' ? (numbers.get(text) ?? []) : [])),
    );
    // A phi reads where the block before ends.
    return new Set(used);
  }

  private number(local: string | undefined): number {
    return local === undefined ? -1 : this.code.numbers.get(local)!;
  }

  /** Returns the width of a number of this type, in memory as in a register. */
  private bits(type: Type): number {
    const { layout } = this.code;
    if (type.kind === 'int') return type.bits;
    if (type.kind === 'void' || type.kind === 'other' || type.kind === 'function') return 0;
    return 8 * layout.size(type);
  }

  private operand(value: Value, type: Type): Operand {
    const bits = this.bits(type);
    const [token] = value;
    const address = type.kind === 'pointer' ? this.code.address(value) : undefined;
    if (address !== undefined) return this.termOperand(address, bits);
    if (value.length !== 1 || token === undefined) return { kind: 'any', bits };
    if (type.kind !== 'int' && type.kind !== 'pointer') {
      return token.kind === 'local' ? { kind: 'local', local: this.number(token.text), bits } : { kind: 'any', bits };
    }
    if (token.kind === 'local') return { kind: 'local', local: this.number(token.text), bits };
    const constant = (number: bigint): Operand => ({ kind: 'constant', value: BigInt.asIntN(bits, number), bits });
    if (/^-?\d+$/.test(token.text)) return constant(BigInt(token.text));
    if (token.text === 'true') return constant(1n);
    return /^(?:false|null|zeroinitializer)$/.test(token.text) ? constant(0n) : { kind: 'any', bits };
  }

  private termOperand({ of, bytes }: Term, bits: number): Operand {
    if (typeof of === 'number') return { kind: 'local', local: of, bits };
    return of.startsWith('@') ? { kind: 'symbol', name: of, bytes: BigInt(bytes), bits } : { kind: 'any', bits };
  }

  /** Returns an address that is computed from another one. */
  private element(to: number): Expression {
    const bits = 8 * this.code.layout.pointerSize;
    const { form, operands, bytes } = this.expressions.get(to) ?? { form: '', operands: [], bytes: 0 };
    const [base, number] = operands;
    const stride = /^element of (\d+)$/.exec(form)?.[1];
    const isLocal = number === undefined || typeof number.of === 'number';
    if (base === undefined || !isLocal || (stride === undefined) !== (number === undefined)) return { op: 'any', bits };
    // The width of an index does not matter for what it is.
    const index = number && this.termOperand(number, 0);
    return {
      op: 'address',
      base: this.termOperand(base, bits),
      bytes: BigInt(bytes),
      stride: Number(stride ?? 0),
      index,
    };
  }

  private typed(cursor: Cursor): Operand {
    const { type, value } = parseTypedValue(cursor);
    return this.operand(value, type);
  }

  private phi({ result, tokens }: Instruction): Phi {
    const cursor = new Cursor(tokens, 1);
    const type = parseType(cursor);
    const values = splitAtCommas(tokens.slice(cursor.position)).map((part) => {
      const inner = new Cursor(part, 1);
      const value = this.operand(parseValue(inner), type);
      return [this.labels.get(part.at(-2)!.text)!, value] as const;
    });
    return { to: this.number(result), bits: this.bits(type), values: new Map(values) };
  }

  private exits({ instructions, successors }: CodeBlock): Exit[] {
    const last = instructions.at(-1);
    const cursor = new Cursor(last?.tokens ?? [], 1);
    if (last?.opcode === 'br' && cursor.at('i1') && successors.length === 2) {
      const value = this.typed(cursor);
      return successors.map((target, at) => ({ target, when: { value, numbers: [-1n], isIn: at === 0 } }));
    }
    if (last?.opcode === 'switch') {
      const value = this.typed(cursor);
      cursor.expect(',');
      cursor.expect('label');
      const other = this.labels.get(cursor.next().text)!;
      const list = new Cursor(cursor.group().slice(1, -1));
      const cases: { number: bigint; target: number }[] = [];
      while (!list.atEnd()) {
        const { value: constant } = parseTypedValue(list);
        list.expect(',');
        list.expect('label');
        const number = BigInt.asIntN(value.bits, BigInt(constant[0]!.text.replace('true', '1').replace('false', '0')));
        cases.push({ number, target: this.labels.get(list.next().text)! });
      }
      const all = cases.map(({ number }) => number);
      const taken = cases.map(({ number, target }) => ({ target, when: { value, numbers: [number], isIn: true } }));
      return [...taken, { target: other, when: { value, numbers: all, isIn: false } }];
    }
    return [...new Set(successors)].map((target) => ({ target, when: undefined }));
  }

  private step(instruction: Instruction, at: number): Step[] {
    const { opcode, tokens } = instruction;
    const to = this.number(instruction.result);
    const cursor = new Cursor(tokens, 1);
    switch (opcode) {
      case 'alloca':
        return [{ kind: 'alloca', to, bits: 8 * this.code.layout.pointerSize, at }];
      case 'load': {
        acceptFlags(cursor);
        const bits = this.bits(parseType(cursor));
        cursor.expect(',');
        return [{ kind: 'load', to, bits, address: this.typed(cursor), at }];
      }
      case 'store': {
        acceptFlags(cursor);
        const value = this.typed(cursor);
        cursor.expect(',');
        return [{ kind: 'store', value, address: this.typed(cursor), at }];
      }
      case 'atomicrmw':
      case 'cmpxchg': {
        while (cursor.accept('weak') || cursor.accept('volatile'));
        const how = opcode === 'cmpxchg' ? opcode : cursor.next().text;
        parseTypedValue(cursor);
        cursor.expect(',');
        let value = this.typed(cursor);
        if (opcode === 'cmpxchg') {
          cursor.expect(',');
          value = this.typed(cursor);
        }
        const isLoadAndStore = opcode === 'cmpxchg' || how === 'xchg';
        return [{ kind: 'update', to, how, value, at: at - (isLoadAndStore ? 1 : 2), last: at }];
      }
      case 'call': {
        const { result, arguments: given, assembly } = parseCall(instruction);
        if (assembly !== undefined) return [];
        const values = given.map(({ type, value }) => this.operand(value, type));
        return [{ kind: 'call', to, bits: to < 0 ? 0 : this.bits(result), values, at }];
      }
      case 'ret':
        return [{ kind: 'return', value: cursor.at('void') ? undefined : this.typed(cursor), at }];
      case 'phi':
        return [];
      default:
        if (to < 0) return [];
        if (opcode === 'getelementptr') return [{ kind: 'set', to, value: this.element(to) }];
        return [{ kind: 'set', to, value: this.expression(opcode, cursor) }];
    }
  }

  private expression(opcode: string, cursor: Cursor): Expression {
    while (FLAGS.test(cursor.peek()?.text ?? '')) cursor.next();
    if (BINARY.test(opcode)) {
      const { type, value } = parseTypedValue(cursor);
      cursor.expect(',');
      const b = this.operand(parseValue(cursor), type);
      const a = this.operand(value, type);
      return type.kind === 'int' ? { op: 'binary', name: opcode, a, b } : { op: 'any', bits: a.bits };
    }
    if (opcode === 'icmp') {
      const predicate = cursor.next().text as Predicate;
      const { type, value } = parseTypedValue(cursor);
      cursor.expect(',');
      const b = this.operand(parseValue(cursor), type);
      if (type.kind !== 'int' && type.kind !== 'pointer') return { op: 'any', bits: 1 };
      return { op: 'compare', predicate, a: this.operand(value, type), b };
    }
    if (CASTS.test(opcode) || SAME.test(opcode)) {
      const { type, value } = parseTypedValue(cursor);
      const isFreeze = opcode === 'freeze';
      if (!isFreeze) cursor.expect('to');
      const target = isFreeze ? type : parseType(cursor);
      const a = this.operand(value, type);
      const bits = this.bits(target);
      const isNumber = (each: Type): boolean => each.kind === 'int' || each.kind === 'pointer';
      if (!isNumber(type) || !isNumber(target)) return { op: 'any', bits };
      if (a.bits === bits) return { op: 'same', a };
      const widens = bits > a.bits ? 'zext' : 'trunc';
      return { op: 'cast', name: CASTS.test(opcode) ? opcode : widens, a, bits };
    }
    if (opcode === 'select') {
      const condition = this.typed(cursor);
      cursor.expect(',');
      const a = this.typed(cursor);
      cursor.expect(',');
      const b = this.typed(cursor);
      return condition.bits === 1 ? { op: 'select', condition, a, b } : { op: 'any', bits: a.bits };
    }
    return { op: 'any', bits: 0 };
  }
}
