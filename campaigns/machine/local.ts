import type { Comparison, Condition, Expression, Operator } from '../program/ast.js';
import { FRAME, FRAME_LOCALS } from '../program/ast.js';
import type { IntegerType, Value } from '../program/types.js';
import { wrap } from '../program/types.js';
import type { Instruction } from './code.js';
import { DEPTH } from './state.js';

/** The program loops without doing anything that other threads could observe. */
export class EndlessComputation extends Error {}

const PATIENCE = 1000;
/** Number of words that a call saves on the stack: its return address, the caller's frame and its depth. */
const KEPT = 2 + FRAME_LOCALS;

export function operate(operator: Operator, left: Value, right: Value): Value {
  if (typeof left === 'bigint' || typeof right === 'bigint') return operateWide(operator, BigInt(left), BigInt(right));
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '&':
      return left & right;
    case '|':
      return left | right;
    case '^':
      return left ^ right;
  }
}

function operateWide(operator: Operator, left: bigint, right: bigint): bigint {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '&':
      return left & right;
    case '|':
      return left | right;
    case '^':
      return left ^ right;
  }
}

function compare(comparison: Comparison, left: Value, right: Value): boolean {
  switch (comparison) {
    case '==':
      return left === right;
    case '!=':
      return left !== right;
    case '<':
      return left < right;
    case '>':
      return left > right;
  }
}

/** The local part of a thread: computing, jumping, calling. */
export class LocalRun {
  pc: number;
  readonly locals: Value[];
  readonly stack: Value[];
  private readonly code: readonly Instruction[];
  private readonly types: readonly IntegerType[];

  constructor(
    code: readonly Instruction[],
    types: readonly IntegerType[],
    from: { readonly pc: number; readonly locals: readonly Value[]; readonly stack: readonly Value[] },
  ) {
    this.code = code;
    this.types = types;
    this.pc = from.pc;
    this.locals = [...from.locals];
    this.stack = [...from.stack];
  }

  assign(local: number, value: Value): void {
    this.locals[local] = wrap(value, this.types[local]!);
  }

  value(expression: Expression, type: IntegerType): Value {
    switch (expression.kind) {
      case 'constant':
        return wrap(expression.value, type);
      case 'local':
        return wrap(this.locals[expression.local]!, type);
      case 'binary': {
        const { operator, local, value } = expression;
        return wrap(operate(operator, wrap(this.locals[local]!, type), wrap(value, type)), type);
      }
    }
  }

  holds({ local, comparison, value }: Condition): boolean {
    return compare(comparison, this.locals[local]!, wrap(value, this.types[local]!));
  }

  /** Runs up to the next instruction that other threads can observe, or to the end. */
  settle(): void {
    for (let patience = PATIENCE; patience > 0; patience--) if (!this.step(this.code[this.pc]!)) return;
    throw new EndlessComputation();
  }

  private step(instruction: Instruction): boolean {
    switch (instruction.kind) {
      case 'set':
        this.assign(instruction.local, this.value(instruction.value, this.types[instruction.local]!));
        break;
      case 'count': {
        const { local, limit, wraps } = instruction;
        const atLimit = !this.holds({ local, comparison: '<', value: limit });
        if (!atLimit) this.assign(local, operate('+', this.locals[local]!, wrap(1, this.types[local]!)));
        else if (wraps) this.assign(local, 0);
        break;
      }
      case 'jump':
        this.pc = instruction.to;
        return true;
      case 'unless':
        if (this.holds(instruction.condition)) break;
        this.pc = instruction.to;
        return true;
      case 'call':
        return this.call(instruction);
      case 'leave':
        this.leave();
        return true;
      case 'assert':
      case 'assume':
        // An assumption that does not hold is a step, because other threads may run first.
        if (this.holds(instruction.condition)) break;
        return false;
      default:
        return false;
    }
    this.pc++;
    return true;
  }

  private call({ argument, depth, to }: Extract<Instruction, { kind: 'call' }>): true {
    const { locals, stack } = this;
    const deep = depth ?? Number(locals[DEPTH]) - 1;
    this.pc++;
    if (deep < 0) return true;
    stack.push(this.pc, ...locals.slice(FRAME, FRAME + FRAME_LOCALS), locals[DEPTH]!);
    locals[FRAME] = this.value(argument, this.types[FRAME]!);
    for (let i = 1; i < FRAME_LOCALS; i++) this.assign(FRAME + i, 0);
    locals[DEPTH] = deep;
    this.pc = to;
    return true;
  }

  private leave(): void {
    const [pc, ...kept] = this.stack.splice(-KEPT);
    kept.slice(0, FRAME_LOCALS).forEach((value, i) => (this.locals[FRAME + i] = value));
    this.locals[DEPTH] = kept[FRAME_LOCALS]!;
    this.pc = Number(pc);
  }
}
