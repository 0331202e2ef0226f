import type { Cell, Condition, Expression, Reading, Statement, Target, Thread } from '../program/ast.js';
import { FRAME } from '../program/ast.js';
import type { IntegerType } from '../program/types.js';
import { INT } from '../program/types.js';
import type { Locals } from './locals.js';
import { converted, elementName, literal, wrapped } from './values.js';

const METHODS = { '+': 'add', '-': 'sub', '&': 'and', '|': 'or', '^': 'xor', exchange: 'exchange' } as const;
const WAITED = "['ok', 'not-equal', 'timed-out']";

/** Expressions of one thread. */
export class Expressions {
  readonly locals: Locals;
  private readonly thread: Thread;
  private readonly cells: readonly Cell[];

  constructor(thread: Thread, locals: Locals, cells: readonly Cell[]) {
    this.thread = thread;
    this.locals = locals;
    this.cells = cells;
  }

  value(expression: Expression, type: IntegerType): string {
    switch (expression.kind) {
      case 'constant':
        return literal(expression.value, type);
      case 'local':
        return this.local(expression.local, type);
      case 'binary': {
        const { operator, local, value } = expression;
        return wrapped(`${this.local(local, type)} ${operator} ${literal(value, type)}`, type);
      }
    }
  }

  set(local: number, value: Expression): string {
    return this.locals.assign(local, this.value(value, this.thread.types[local]!));
  }

  /** Returns the argument of a call of `recursion`. */
  argument(value: Expression): string {
    return this.value(value, this.thread.types[FRAME]!);
  }

  /** Returns the initial values of the locals of a call. */
  frameZero(): readonly string[] {
    return this.thread.types.slice(FRAME).map((type) => literal(0, type));
  }

  condition({ local, comparison, value }: Condition): string {
    const sign = comparison === '==' ? '===' : comparison === '!=' ? '!==' : comparison;
    return `${this.locals.read(local)} ${sign} ${literal(value, this.thread.types[local]!)}`;
  }

  increment(local: number): string {
    const type = this.thread.types[local]!;
    return this.locals.assign(local, wrapped(`${this.locals.read(local)} + ${literal(1, type)}`, type));
  }

  type({ cell }: Target): IntegerType {
    return this.cells[cell]!.type;
  }

  /** Returns the view, and the index in it. */
  place({ cell, index }: Target): readonly [view: string, index: string] {
    const isInArray = this.cells[cell]!.place === 'array';
    if (!isInArray) return [`c${cell}`, '0'];
    const first = this.cells.findIndex(({ place }) => place === 'array');
    if (index === undefined) return ['a', String(cell - first)];
    const local = this.thread.types[index.local]!;
    return [
      'a',
      `Number(BigInt.asUintN(64, BigInt(${converted(this.locals.read(index.local), local, local)})) % ${index.count}n)`,
    ];
  }

  store(to: Target, value: Expression, atomic: boolean): string {
    const text = this.value(value, this.type(to));
    const [view, index] = this.place(to);
    if (atomic) return `Atomics.store(${view}, ${index}, ${text})`;
    const cell = this.cells[to.cell]!;
    return cell.access === 'plain'
      ? `${view}.set${elementName(cell)}(${this.offset(to)}, ${text}, true)`
      : `${view}[${index}] = ${text}`;
  }

  /** Returns an expression with the effect of an assignment. */
  reading(reading: Reading): string {
    switch (reading.kind) {
      case 'load':
        return this.assign(reading.to, this.load(reading), this.type(reading.from));
      case 'update': {
        const type = this.type(reading.at);
        const call = `Atomics.${METHODS[reading.operator]}(${this.place(reading.at).join(', ')}, ${this.value(reading.operand, type)})`;
        return this.assign(reading.to, call, type);
      }
      case 'swap': {
        const { success, old, at, expected, desired } = reading;
        const type = this.type(at);
        const call = `(wanted = ${this.value(expected, type)}, seen = Atomics.compareExchange(${this.place(at).join(', ')}, wanted, ${this.value(desired, type)}))`;
        const keep = old === undefined ? '' : `${this.assign(old, 'seen', type)}, `;
        return `(${call}, ${keep}${this.assign(success, '(seen === wanted ? 1 : 0)', INT)})`;
      }
      case 'wait': {
        const type = this.type({ cell: reading.at });
        const place = this.place({ cell: reading.at }).join(', ');
        const call = `Atomics.wait(${place}, ${literal(reading.expected, type)}${reading.finite ? ', 10' : ''})`;
        return this.assign(reading.to, `${WAITED}.indexOf(${call})`, INT);
      }
      case 'try-lock':
        throw new Error('JavaScript has no mutexes');
    }
  }

  /** All values are computed before anything is written, because locals are not shared. */
  bulkStore({ to, values, by }: Extract<Statement, { kind: 'bulk-store' }>): string {
    const [view, index] = this.place({ cell: to });
    const type = this.type({ cell: to });
    const texts = values.map((value) => this.value(value, type));
    const list = `[${texts.join(', ')}]`;
    if (by === 'fill') return `${view}.fill(${texts[0]!}, ${index}, ${Number(index) + values.length})`;
    const source = by === 'list' ? list : `new ${this.className(to)}(${list})`;
    return `${view}.set(${source}, ${index})`;
  }

  bulkLoad({ from, to, by }: Extract<Statement, { kind: 'bulk-load' }>): string {
    const [view, index] = this.place({ cell: from });
    const range = `${index}, ${Number(index) + to.length}`;
    // Data races are reported by variable name, and the name of a part of an array would be different.
    const isAll = to.length === this.cells.filter(({ place }) => place === 'array').length;
    const copies = {
      slice: `${view}.slice(${range})`,
      constructor: `new ${this.className(from)}(${view})`,
    };
    const copy = copies[isAll ? by : 'slice'];
    const assignments = to.map((local, i) => this.assign(local, `seen[${i}]`, this.type({ cell: from })));
    return `(seen = ${copy}, ${assignments.join(', ')})`;
  }

  private className(cell: number): string {
    return `${elementName(this.cells[cell]!)}Array`;
  }

  notify(to: number, at: number, count: number): string {
    return this.assign(to, `Atomics.notify(${this.place({ cell: at }).join(', ')}, ${count})`, INT);
  }

  private load({ from, order }: Extract<Reading, { kind: 'load' }>): string {
    const [view, index] = this.place(from);
    if (order === 'seq_cst') return `Atomics.load(${view}, ${index})`;
    const cell = this.cells[from.cell]!;
    return cell.access === 'plain'
      ? `${view}.get${elementName(cell)}(${this.offset(from)}, true)`
      : `${view}[${index}]`;
  }

  /** Returns the offset in a DataView. */
  private offset(target: Target): string {
    const [, index] = this.place(target);
    return index === '0' ? '0' : `${this.type(target).bits / 8} * ${index}`;
  }

  private local(local: number, type: IntegerType): string {
    return converted(this.locals.read(local), this.thread.types[local]!, type);
  }

  private assign(local: number, value: string, from: IntegerType): string {
    return this.locals.assign(local, converted(value, from, this.thread.types[local]!));
  }
}
