import type { Cell, Condition, Expression, Reading, Target, Thread } from '../program/ast.js';
import { FRAME } from '../program/ast.js';
import type { IntegerType } from '../program/types.js';
import { onFailure } from '../program/orders.js';
import { literal, orderName, typeName } from './names.js';

/** Returns how C names the locals of a thread. The names differ within `recursion`, which gets them by reference. */
export type LocalNames = (local: number) => string;

export function localNames({ storage }: Thread, prefix: string, inCall: boolean): LocalNames {
  const own = (local: number): string => {
    switch (storage) {
      case 'array':
      case 'variable-length':
        return `r[${local}]`;
      case 'struct':
        return inCall ? `r->r${local}` : `r.r${local}`;
      case 'pointer':
      case 'heap':
        return `r->r${local}`;
      case 'thread-local':
        return `${prefix}r${local}`;
      default:
        return inCall ? `(*r${local})` : `r${local}`;
    }
  };
  return (local) => (local < FRAME ? own(local) : `f${local - FRAME}`);
}

/** Expressions of one function. */
export class Expressions {
  readonly name: LocalNames;
  private readonly thread: Thread;
  private readonly cells: readonly Cell[];
  private readonly cellName: (cell: number) => string;
  private readonly mutexName: (mutex: number) => string;

  constructor(
    thread: Thread,
    name: LocalNames,
    cells: readonly Cell[],
    cellName: (cell: number) => string,
    mutexName: (mutex: number) => string,
  ) {
    this.thread = thread;
    this.name = name;
    this.cells = cells;
    this.cellName = cellName;
    this.mutexName = mutexName;
  }

  value(expression: Expression, type: IntegerType): string {
    switch (expression.kind) {
      case 'constant':
        return literal(expression.value, type);
      case 'local':
        return `(${typeName(type)})${this.name(expression.local)}`;
      case 'binary': {
        const { operator, local, value } = expression;
        const right = `${BigInt.asUintN(64, BigInt(value))}ull`;
        return `(${typeName(type)})((uint64_t)${this.name(local)} ${operator} ${right})`;
      }
    }
  }

  condition({ local, comparison, value }: Condition): string {
    return `${this.name(local)} ${comparison} ${literal(value, this.thread.types[local]!)}`;
  }

  place({ cell, index }: Target): string {
    const name = this.cellName(cell);
    if (index === undefined) return name;
    return name.replace(/\[\d+\]$/, `[(uint64_t)${this.name(index.local)} % ${index.count}]`);
  }

  cell({ cell }: Target): Cell {
    return this.cells[cell]!;
  }

  /** Returns an assignment. */
  reading(reading: Reading): string {
    switch (reading.kind) {
      case 'load':
        return this.assign(reading.to, this.load(reading));
      case 'update': {
        const { operator, at, operand, order } = reading;
        const name = {
          '+': 'fetch_add',
          '-': 'fetch_sub',
          '&': 'fetch_and',
          '|': 'fetch_or',
          '^': 'fetch_xor',
          exchange: 'exchange',
        }[operator];
        const value = this.value(operand, this.cell(at).type);
        return this.assign(reading.to, `atomic_${name}_explicit(&${this.place(at)}, ${value}, ${orderName(order)})`);
      }
      case 'swap':
        return this.swap(reading);
      case 'try-lock':
        return this.assign(reading.to, `pthread_mutex_trylock(&${this.mutexName(reading.mutex)}) == 0`);
      case 'wait':
        throw new Error('C has no Atomics.wait');
    }
  }

  set(local: number, value: Expression): string {
    return `${this.name(local)} = ${this.value(value, this.thread.types[local]!)}`;
  }

  /** Returns the argument of a call of `recursion`. */
  argument(value: Expression): string {
    return this.value(value, this.thread.types[FRAME]!);
  }

  private assign(local: number, value: string): string {
    return `${this.name(local)} = (${typeName(this.thread.types[local]!)})(${value})`;
  }

  private load({ from, order }: Extract<Reading, { kind: 'load' }>): string {
    const place = this.place(from);
    return this.cell(from).access === 'atomic' ? `atomic_load_explicit(&${place}, ${orderName(order)})` : place;
  }

  private swap({ success, old, at, expected, desired, order, weak }: Extract<Reading, { kind: 'swap' }>): string {
    const { type } = this.cell(at);
    const call = `atomic_compare_exchange_${weak ? 'weak' : 'strong'}_explicit(&${this.place(at)}, &e, ${this.value(desired, type)}, ${orderName(order)}, ${orderName(onFailure(order))})`;
    const keep = old === undefined ? '' : `${this.assign(old, 'e')}; `;
    return this.assign(
      success,
      `{ ${typeName(type)} e = ${this.value(expected, type)}; _Bool k = ${call}; ${keep}k; }`,
    );
  }
}
