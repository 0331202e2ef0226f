import type { Body } from '../races/operations.js';
import { NotFollowed } from '../races/operations.js';
import type { Instruction } from '../syntax/function.js';
import type { Predicate } from '../syntax/integer-sets.js';
import { Cursor, splitAtCommas } from '../syntax/lexer.js';
import { acceptFlags } from '../syntax/orders.js';
import { parseType } from '../syntax/types.js';
import { numberOf, parseTypedValue, parseValue } from '../syntax/values.js';
import { decodeCall } from './calls.js';
import { compare } from './choices.js';
import type { At, Decoded, Machine } from './machine.js';
import type { Operand } from './operands.js';
import { elementOf, operandOf, pairOf, typedOperand } from './operands.js';
import type { Value } from './values.js';
import { asNumber, asPlace, binary, cast, known, number, textOf } from './values.js';
import { decided, forking, own } from './ways.js';

const BINARY = /^(?:add|sub|mul|[us]div|[us]rem|shl|[al]shr|and|or|xor)$/;
const CASTS = /^(?:zext|sext|trunc)$/;
const FLAGS = /^(?:nuw|nsw|exact|disjoint|nneg|samesign)$/;

/** Returns what an instruction does. What cannot be followed throws only when it is executed. */
export function decode(instruction: Instruction, body: Body): Decoded {
  try {
    return new Decoding(instruction, body).decoded();
  } catch (error) {
    if (!(error instanceof NotFollowed)) throw error;
    return own(() => {
      throw error;
    });
  }
}

class Decoding {
  private readonly instruction: Instruction;
  private readonly body: Body;
  private readonly cursor: Cursor;

  constructor(instruction: Instruction, body: Body) {
    this.instruction = instruction;
    this.body = body;
    this.cursor = new Cursor(instruction.tokens, 1);
  }

  decoded(): Decoded {
    const { cursor, instruction, body } = this;
    const { code } = body;
    const { opcode } = instruction;
    if (BINARY.test(opcode) || CASTS.test(opcode) || opcode === 'icmp') {
      while (FLAGS.test(cursor.peek()?.text ?? '')) cursor.next();
    }
    if (BINARY.test(opcode)) {
      const { a, b } = pairOf(cursor, code);
      return this.computed(({ state, frame }) => {
        return binary(state.condition, opcode, asNumber(a(frame)), asNumber(b(frame)));
      });
    }
    if (CASTS.test(opcode)) {
      const { of } = typedOperand(cursor, code);
      cursor.expect('to');
      const type = parseType(cursor);
      if (type.kind !== 'int') throw new NotFollowed('a vector');
      return this.computed(({ state, frame }) => cast(state.condition, opcode, asNumber(of(frame)), type.bits));
    }
    switch (opcode) {
      case 'icmp':
        return this.comparison();
      case 'alloca':
        return this.allocation();
      case 'getelementptr': {
        const of = elementOf(cursor, code);
        return this.computed(({ frame }) => of(frame));
      }
      case 'freeze': {
        const { of } = typedOperand(cursor, code);
        return this.computed(({ frame }) => of(frame));
      }
      case 'load':
        return this.load();
      case 'store':
        return this.store();
      case 'atomicrmw':
        return this.update();
      case 'select':
        return this.select();
      case 'phi':
        return this.phi();
      case 'br':
      case 'switch':
        return this.branch();
      case 'call':
        return decodeCall(instruction, body);
      case 'ret': {
        const of = cursor.at('void') ? undefined : typedOperand(cursor, code).of;
        return own((at, machine) => machine.return(at, of?.(at.frame)));
      }
      case 'fence':
        return own(() => undefined);
      case 'unreachable':
        return own(({ thread }) => {
          thread.status = 'stuck';
        });
      default:
        throw new NotFollowed(`the instruction ${opcode}`);
    }
  }

  private computed(value: (at: At, machine: Machine) => Value): Decoded {
    const { result } = this.instruction;
    return own((at, machine) => {
      at.frame.locals.set(result!, value(at, machine));
    });
  }

  private comparison(): Decoded {
    const { cursor, body, instruction } = this;
    const predicate = cursor.next().text as Predicate;
    const { a, b } = pairOf(cursor, body.code);
    return forking((at, machine) => {
      const [x, y] = [a(at.frame), b(at.frame)];
      const set = ({ frame }: At, holds: boolean): void => {
        frame.locals.set(instruction.result!, number(holds ? 1n : 0n, 1));
      };
      if (x.kind === 'pointer' || y.kind === 'pointer') {
        if (predicate !== 'eq' && predicate !== 'ne') throw new NotFollowed('an order of pointers');
        set(at, (textOf(asPlace(x)) === textOf(asPlace(y))) === (predicate === 'eq'));
        return undefined;
      }
      if (x.bits === 1 && predicate.startsWith('s')) throw new NotFollowed('an order of truth values');
      return machine.choose(at, compare(at.state.condition, predicate, x.term, y.term), set);
    });
  }

  private allocation(): Decoded {
    const { cursor, body, instruction } = this;
    const unit = body.code.layout.size(parseType(cursor));
    const isArray = cursor.accept(',') && !cursor.at('align') && !cursor.at('addrspace');
    const count = isArray ? numberOf(parseTypedValue(cursor).value) : 1;
    if (count === undefined) throw new NotFollowed('an array of open size');
    const bytes = unit * count;
    const name = instruction.result!;
    return this.computed((at, machine) =>
      machine.memory.allocate(at.state, machine.ownObject(at, name), bytes, 'open'),
    );
  }

  private load(): Decoded {
    const { cursor, body, instruction } = this;
    acceptFlags(cursor);
    const type = parseType(cursor);
    cursor.expect(',');
    const address = typedOperand(cursor, body.code).of;
    const bytes = body.code.layout.size(type);
    return accessing(address, (at, machine) => {
      const place = asPlace(address(at.frame));
      machine.note(at, place, false);
      at.frame.locals.set(instruction.result!, machine.memory.load(at.state, place, type, bytes));
    });
  }

  private store(): Decoded {
    const { cursor, body } = this;
    acceptFlags(cursor);
    const { type, of: value } = typedOperand(cursor, body.code);
    cursor.expect(',');
    const address = typedOperand(cursor, body.code).of;
    const bytes = body.code.layout.size(type);
    return accessing(address, (at, machine) => {
      const place = asPlace(address(at.frame));
      machine.note(at, place, true);
      machine.memory.store(at.state, place, value(at.frame), bytes);
    });
  }

  private update(): Decoded {
    const { cursor, body, instruction } = this;
    cursor.accept('volatile');
    const how = cursor.next().text;
    const address = typedOperand(cursor, body.code).of;
    cursor.expect(',');
    const { type, of: operand } = typedOperand(cursor, body.code);
    const bytes = body.code.layout.size(type);
    if (!/^(?:xchg|add|sub)$/.test(how)) throw new NotFollowed(`an atomic ${how}`);
    return accessing(address, (at, machine) => {
      const place = asPlace(address(at.frame));
      machine.note(at, place, true);
      const old = machine.memory.load(at.state, place, type, bytes);
      const other = operand(at.frame);
      const made = how === 'xchg' ? other : binary(at.state.condition, how, asNumber(old), asNumber(other));
      machine.memory.store(at.state, place, made, bytes);
      at.frame.locals.set(instruction.result!, old);
    });
  }

  private select(): Decoded {
    const { cursor, body, instruction } = this;
    const condition = typedOperand(cursor, body.code).of;
    cursor.expect(',');
    const a = typedOperand(cursor, body.code).of;
    cursor.expect(',');
    const b = typedOperand(cursor, body.code).of;
    return forking((at, machine) =>
      decided(at, machine, condition, ({ frame }, holds) => {
        frame.locals.set(instruction.result!, (holds ? a : b)(frame));
      }),
    );
  }

  /** All joins at the beginning of a block are made at once. */
  private phi(): Decoded {
    const { body, instruction } = this;
    const { instructions } = body.code.blocks.find((block) => block.instructions.includes(instruction))!;
    const all = instructions.filter(({ opcode }) => opcode === 'phi');
    const joins = all.map(({ result, tokens }) => {
      const cursor = new Cursor(tokens, 1);
      const type = parseType(cursor);
      const values = splitAtCommas(tokens.slice(cursor.position)).map((part): [string, Operand] => {
        return [part.at(-2)!.text, operandOf({ type, value: parseValue(new Cursor(part, 1)) }, body.code)];
      });
      return { result: result!, values: new Map(values) };
    });
    return own(({ frame }) => {
      const from = body.code.blocks[frame.from]!.label;
      const values = joins.map(({ values: by }) => by.get(from)!(frame));
      joins.forEach(({ result }, i) => frame.locals.set(result, values[i]!));
      frame.at = all.length;
    });
  }

  private branch(): Decoded {
    const { cursor, body, instruction } = this;
    const { blocks } = body.code;
    const labels = new Map(blocks.map(({ label }, i) => [label, i]));
    if (cursor.at('label')) {
      cursor.next();
      const target = labels.get(cursor.next().text)!;
      return own(({ frame }, machine) => machine.goTo(frame, target));
    }
    const condition = typedOperand(cursor, body.code).of;
    const targets = instruction.tokens.flatMap(({ text }, i) =>
      instruction.tokens[i - 1]?.text === 'label' ? [labels.get(text)!] : [],
    );
    if (instruction.opcode === 'br') {
      return forking((at, machine) =>
        decided(at, machine, condition, ({ frame }, holds) => machine.goTo(frame, targets[holds ? 0 : 1]!)),
      );
    }
    const numbers = instruction.tokens.flatMap(({ text }, i) =>
      i > 3 && /^i\d+$/.test(instruction.tokens[i - 1]?.text ?? '') && /^-?\d+$/.test(text) ? [BigInt(text)] : [],
    );
    if (numbers.length !== targets.length - 1) throw new NotFollowed('a switch of another type');
    return own((at, machine) => {
      const found = numbers.indexOf(known(condition(at.frame), 'a switch on an open number'));
      machine.goTo(at.frame, targets[found + 1]!);
    });
  }
}

function accessing(address: Operand, execute: (at: At, machine: Machine) => void): Decoded {
  return { ...own(execute), isVisible: (at, machine) => machine.isVisible(asPlace(address(at.frame))) };
}
