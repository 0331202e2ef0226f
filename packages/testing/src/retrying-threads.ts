import type { MemoryOrder, Operation, Program, ThreadRun, ThreadSnapshot } from '@fencepost/core';
import { compareExchange, fence, fetchAdd, load, store } from '@fencepost/core';
import { drawing } from './drawing.js';

type Registers = Int32Array;
type Value = (registers: Registers) => number;

/** One step of a thread: either an operation and what becomes of its result, or a jump. */
interface Step {
  readonly text: string;
  readonly operation?: (registers: Registers) => Operation;
  readonly then?: (registers: Registers, result: number) => void;
  /** Returns the label to go to; undefined: the next step. */
  readonly jump?: (registers: Registers) => string | undefined;
}

/** A thread as steps and labels. */
interface Code {
  readonly steps: Step[];
  readonly labels: Map<string, number>;
}

interface Snapshot extends ThreadSnapshot {
  readonly at: number;
  readonly registers: Registers;
}

/** A random program, and its text. */
export interface RetryingProgram {
  readonly program: Program;
  readonly text: string;
}

const READ_ORDERS: readonly MemoryOrder[] = ['relaxed', 'acquire', 'seq_cst'];
const WRITE_ORDERS: readonly MemoryOrder[] = ['relaxed', 'relaxed', 'release', 'seq_cst'];
const RMW_ORDERS: readonly MemoryOrder[] = ['relaxed', 'acquire', 'release', 'acq_rel', 'seq_cst'];

// Registers and places.
const V = 0;
const W = 1;
const OK = 2;
const X = 0;
const Y = 1;
const P = 2;
/** A node n is at NODES + n, and published as the value FIRST_NODE + n. */
const NODES = 3;
const FIRST_NODE = 10;
const OUTPUTS = 20;

/** Threads that retry compare-and-swaps as lock-free structures do. They can be saved, and their states are merged. */
export function retryingThreads(seed: number): RetryingProgram {
  const draw = drawing(seed);
  let outputs = 0;
  const count = draw(3) === 0 ? 3 : 2;
  const most = count === 2 ? 3 : 2;
  const plainNodes = draw(2) === 0;
  const codes = Array.from({ length: count }, (_, t) => {
    const code: Code = { steps: [], labels: new Map() };
    const writer = new Writer(code, draw, t, plainNodes, () => OUTPUTS + outputs++);
    for (let left = 1 + draw(most); left > 0; left--) writer.statement();
    code.labels.set('end', code.steps.length);
    return code;
  });
  const text = codes.map(({ steps }, t) => `t${t}:\n${steps.map((step) => `  ${step.text}\n`).join('')}`).join('');
  const program: Program = {
    name: `retrying ${seed}`,
    threads: codes.map((code, t) => ({ name: `t${t}`, body: () => new CodeRun(code, t) })),
    initialValue: () => 0,
    nameOf: (address) => `m${address}`,
  };
  return { program, text };
}

class Writer {
  private readonly code: Code;
  private readonly draw: (below: number) => number;
  private readonly thread: number;
  private readonly nodeOrder: MemoryOrder | undefined;
  private readonly output: () => number;

  constructor(code: Code, draw: (below: number) => number, thread: number, plain: boolean, output: () => number) {
    this.code = code;
    this.draw = draw;
    this.thread = thread;
    this.nodeOrder = plain ? 'plain' : undefined;
    this.output = output;
  }

  statement(): void {
    const { draw } = this;
    const x = draw(3) === 0 ? Y : X;
    const node = draw(4) === 0 ? draw(3) : this.thread;
    const kind = draw(21);
    if (kind < 2) this.increment(x);
    else if (kind < 5) this.push(x, node);
    else if (kind < 7) this.pushReading(x, node);
    else if (kind < 9) this.pop(x);
    else if (kind === 9) this.look(x);
    else if (kind < 12) this.guarded(x);
    else if (kind === 12) this.storeSome([x, P, NODES + node][draw(3)]!);
    else if (kind === 13) this.loadAndNote(draw(2) === 0 ? NODES + draw(3) : P);
    else if (kind === 14) this.add(`fence`, () => fence(this.one(RMW_ORDERS)), undefined, true);
    else if (kind === 15) this.add(`m${x} += 1`, () => fetchAdd(x, 1, 'acq_rel'));
    else if (kind === 16) this.incrementReading(x);
    else if (kind === 17) this.popReading(x);
    else this.readingBack(x, [NODES + node, P, x === X ? Y : X][draw(3)]!);
    this.clear();
  }

  /** Stores one value or two. */
  private storeSome(x: number): void {
    for (let left = 1 + this.draw(2); left > 0; left--) {
      const value = 1 + this.draw(3);
      this.store(x, () => value, String(value), this.one(WRITE_ORDERS));
    }
  }

  /** `v = x; while (!cas(x, v, v + 1)); o = v` */
  private increment(x: number): void {
    const again = this.label();
    this.load(x);
    this.here(again);
    this.cas(x, ([v]) => v! + 1, 'v + 1', again);
    this.note();
  }

  /** `v = x; do node = v; while (!cas(x, v, &node))` */
  private push(x: number, node: number): void {
    const again = this.label();
    this.load(x);
    this.here(again);
    this.storeNodes(node);
    this.cas(x, () => FIRST_NODE + node, `&m${NODES + node}`, again);
  }

  /** `do { v = x; node = v; } while (!cas(x, v, &node))` */
  private pushReading(x: number, node: number): void {
    const again = this.label();
    this.here(again);
    this.load(x);
    this.storeNodes(node);
    this.cas(x, () => FIRST_NODE + node, `&m${NODES + node}`, again, true);
  }

  /** `do v = x; while (!cas(x, v, v + 1)); o = v` */
  private incrementReading(x: number): void {
    const again = this.label();
    this.here(again);
    this.load(x);
    const isLate = this.draw(2) === 0;
    this.cas(x, ([v]) => v! + 1, 'v + 1', again, true);
    if (isLate) this.loadAndNote(x);
  }

  /** `do { v = x; if (v is no node) break; w = *v; } while (!cas(x, v, w))` */
  private popReading(x: number): void {
    const [again, done] = [this.label(), this.label()];
    this.here(again);
    this.load(x);
    this.jump(done, ([v]) => v! < FIRST_NODE, 'v is no node');
    this.loadNode(W);
    this.cas(x, ([, w]) => w!, 'w', again, true);
    this.here(done);
  }

  /** `do { v = x; z = v; w = z; } while (!cas(x, v, w + 1)); o = z`; x may also be read once, before the loop. */
  private readingBack(x: number, z: number): void {
    const { draw } = this;
    const again = this.label();
    const reads = draw(2) === 0;
    const order = (orders: readonly MemoryOrder[]): MemoryOrder =>
      (z >= NODES ? this.nodeOrder : undefined) ?? this.one(orders);
    if (!reads) this.load(x);
    this.here(again);
    if (reads) this.load(x);
    const value = draw(3);
    if (value === 0) this.store(z, () => 1, '1', order(WRITE_ORDERS));
    else this.store(z, ([v]) => v!, 'v', order(WRITE_ORDERS));
    this.load(z, order(READ_ORDERS), W);
    if (draw(3) === 0) this.store(z, ([, w]) => w! + 1, 'w + 1', order(WRITE_ORDERS));
    if (draw(2) === 0) this.cas(x, ([, w]) => w! + 1, 'w + 1', again, reads);
    else this.cas(x, () => FIRST_NODE + this.thread, `&m${NODES + this.thread}`, again, reads);
    if (draw(2) === 0) this.loadAndNote(z);
  }

  private storeNodes(node: number): void {
    const { draw } = this;
    const order = this.nodeOrder ?? this.one(WRITE_ORDERS);
    this.store(NODES + node, ([v]) => v!, 'v', order);
    if (draw(6) === 0) this.load(NODES + node, this.nodeOrder, W);
    if (draw(4) === 0) this.store(NODES + 3 + node, ([v]) => v! + 1, 'v + 1', order);
    if (draw(6) === 0) this.load(Y, undefined, W);
    if (draw(6) === 0) this.add('fence', () => fence('release'), undefined, true);
  }

  /** `v = x; while (v is a node && !cas(x, v, *v)); o = v` */
  private pop(x: number): void {
    const [again, done] = [this.label(), this.label()];
    this.load(x);
    this.here(again);
    this.jump(done, ([v]) => v! < FIRST_NODE, 'v is no node');
    this.loadNode(W);
    this.cas(x, ([, w]) => w!, 'w', again);
    this.here(done);
    this.note();
  }

  /** `v = x; if (v is a node) o = *v` */
  private look(x: number): void {
    const done = this.label();
    this.load(x);
    this.jump(done, ([v]) => v! < FIRST_NODE, 'v is no node');
    this.loadNode(V);
    this.note();
    this.here(done);
  }

  /** `v = x; while (v != c) { w = y; if (cas(x, v, w + 1)) return; } o = p` */
  private guarded(x: number): void {
    const { draw } = this;
    const [again, done] = [this.label(), this.label()];
    const awaited = 1 + draw(2);
    this.load(x);
    this.here(again);
    this.jump(done, ([v]) => v === awaited, `v == ${awaited}`);
    this.load(x === X ? Y : X, undefined, W);
    this.cas(x, ([, w]) => w! + 1, 'w + 1', again);
    this.jump('end', () => true, 'true');
    this.here(done);
    this.loadAndNote([P, NODES, NODES + 1][draw(3)]!);
  }

  private loadAndNote(x: number): void {
    this.load(x, x >= NODES ? this.nodeOrder : undefined);
    this.note();
  }

  private one<T>(all: readonly T[]): T {
    return all[this.draw(all.length)]!;
  }

  private label(): string {
    return `l${this.code.labels.size}_${this.code.steps.length}_${this.draw(1 << 20)}`;
  }

  private here(label: string): void {
    this.code.labels.set(label, this.code.steps.length);
  }

  private jump(label: string, when: (registers: Registers) => boolean, text: string): void {
    this.code.steps.push({ text: `if (${text}) goto ${label}`, jump: (r) => (when(r) ? label : undefined) });
  }

  private add(text: string, operation: Step['operation'], then?: Step['then'], once = false): void {
    // A random order is drawn when the step is written, not when it is done.
    const drawn = once ? operation!(new Int32Array(3)) : undefined;
    this.code.steps.push({
      text: drawn === undefined ? text : `${text} ${drawn.order}`,
      operation: drawn === undefined ? operation! : () => drawn,
      ...(then && { then }),
    });
  }

  private load(x: number, order: MemoryOrder = this.one(READ_ORDERS), to = V): void {
    this.add(
      `r${to} = m${x} ${order}`,
      () => load(x, order),
      (r, result) => (r[to] = result),
    );
  }

  private loadNode(to: number): void {
    const order = this.nodeOrder ?? this.one(READ_ORDERS);
    this.add(
      `r${to} = *v ${order}`,
      ([v]) => load(NODES + v! - FIRST_NODE, order),
      (r, result) => (r[to] = result),
    );
  }

  private store(x: number, value: Value, text: string, order: MemoryOrder): void {
    this.add(`m${x} = ${text} ${order}`, (r) => store(x, value(r), order));
  }

  /** A failed compare-and-swap refreshes v, unless it is read again anyway. */
  private cas(x: number, value: Value, text: string, again: string, reads = false): void {
    const order = this.one(RMW_ORDERS);
    const failure = this.one(READ_ORDERS);
    this.add(
      `cas(m${x}, v, ${text}) ${order} ${failure}`,
      (r) => compareExchange(x, r[V]!, value(r), order, undefined, failure),
      (r, result) => {
        r[OK] = result === r[V] ? 1 : 0;
        r[V] = reads ? 0 : result;
        r[W] = 0;
      },
    );
    this.jump(again, (r) => r[OK] === 0, 'failed');
  }

  /** Stores v where no other thread writes. */
  private note(): void {
    this.store(this.output(), ([v]) => v!, 'v', 'relaxed');
  }

  private clear(): void {
    this.code.steps.push({
      text: 'v = w = 0',
      jump: (r) => {
        r.fill(0);
        return undefined;
      },
    });
  }
}

class CodeRun implements ThreadRun {
  private readonly code: Code;
  private readonly thread: number;
  private readonly registers = new Int32Array(3);
  private at = 0;
  private begun = false;

  constructor(code: Code, thread: number) {
    this.code = code;
    this.thread = thread;
  }

  next(result: number): IteratorResult<Operation, undefined> {
    if (this.begun) this.code.steps[this.at++]!.then?.(this.registers, result);
    this.begun = true;
    return this.drive();
  }

  private drive(): IteratorResult<Operation, undefined> {
    const { steps, labels } = this.code;
    for (;;) {
      const step = steps[this.at];
      if (step === undefined) return { done: true, value: undefined };
      if (step.operation !== undefined) {
        const site = { file: `t${this.thread}`, line: this.at + 1 };
        return { done: false, value: { ...step.operation(this.registers), site } };
      }
      const label = step.jump!(this.registers);
      this.at = label === undefined ? this.at + 1 : labels.get(label)!;
      // Whether the last attempt succeeded is known no more.
      this.registers[OK] = 0;
    }
  }

  save(): Snapshot {
    const words = Int32Array.of(this.at, ...this.registers);
    return { words, essence: words.length, at: this.at, registers: this.registers.slice() };
  }

  follow(results: readonly number[], isExpected: (operation: Operation, position: number) => boolean): boolean {
    for (const [i, result] of [0, ...results].entries()) {
      const step = this.next(result);
      if (step.done === true || !isExpected(step.value, i)) return false;
    }
    return true;
  }

  resume(
    from: ThreadSnapshot,
    results: readonly number[],
    isExpected: (operation: Operation, position: number) => boolean,
  ): boolean {
    const { at, registers } = from as Snapshot;
    this.at = at;
    this.registers.set(registers);
    this.begun = true;
    const step = this.drive();
    if (step.done === true || !isExpected(step.value, 0)) return false;
    return results.every((result, i) => {
      const next = this.next(result);
      return next.done !== true && isExpected(next.value, i + 1);
    });
  }
}
