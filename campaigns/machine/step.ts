import type { Order, Target } from '../program/ast.js';
import { onFailure, releases } from '../program/orders.js';
import { mix, wrap } from '../program/types.js';
import type { IntegerType, Value } from '../program/types.js';
import type { Instruction } from './code.js';
import type { Event } from './event.js';
import type { LocalRun } from './local.js';
import { operate } from './local.js';
import type { Pending, State, Word } from './state.js';
import { DETACHED, FREED, OUTCOME, SETTLED, STARTED, ThreadState } from './state.js';
import type { Loaded, Outcome } from './threads.js';
import { endsProgram, hasEnded, queueOfCell, resultOf, running, started } from './threads.js';

/** Receives the results of steps. */
export interface Steps {
  to(state: State, thread: number, event: Event): void;
  /** The program ends with a failure. */
  fails(message: string): void;
  /** The program ends while threads may still be running. */
  exits(outcome: Outcome): void;
  /** An assumption does not hold: the rest of the execution is not explored. */
  cut(): void;
}

export const INVALID = 'invalid access';

type Access = Extract<Instruction, { kind: 'load' | 'store' | 'update' | 'swap' | 'observe' | 'free' }>;
type Kind<K extends Instruction['kind']> = Extract<Instruction, { kind: K }>;

/** The next step of one thread in one state, as defined by the table of docs/reference/models.md. */
export class Step {
  private readonly loaded: Loaded;
  private readonly state: State;
  private readonly t: number;
  private readonly thread: ThreadState;
  private readonly steps: Steps;
  private event: Event = { kind: 'other' };

  constructor(loaded: Loaded, state: State, t: number, steps: Steps) {
    this.loaded = loaded;
    this.state = state;
    this.t = t;
    this.thread = state.threads[t]!;
    this.steps = steps;
  }

  take(): void {
    const { loaded, state, steps, t } = this;
    const instruction = loaded.codes[t]![this.thread.pc]!;
    switch (instruction.kind) {
      case 'load':
      case 'store':
      case 'update':
      case 'swap':
      case 'observe':
      case 'free':
        this.access(instruction);
        break;
      case 'fence':
        this.fence(instruction.order);
        break;
      case 'assert':
        steps.fails(`A${instruction.number}`);
        break;
      case 'assume':
        steps.cut();
        break;
      case 'exit':
        // After the exit, it can still be determined whether main has ended.
        steps.exits(hasEnded(loaded, 0, state.threads[0]!) ? Number(state.threads[0]!.locals[OUTCOME]) : 'exit');
        break;
      case 'end':
        this.end();
        break;
      case 'asleep':
        this.asleep(instruction);
        break;
      default:
        if (this.thread.buffer.length === 0 || drainsNothing(instruction, state)) this.synchronise(instruction, state);
    }
  }

  private synchronise(instruction: Instruction, state: State): void {
    const { t, loaded } = this;
    const { owners, queues } = state;
    switch (instruction.kind) {
      case 'lock':
        this.event = this.updateOf(instruction.mutex);
        if (owners[instruction.mutex] === -1) this.go({ ...state, owners: owners.with(instruction.mutex, t) });
        break;
      case 'unlock':
        this.event = this.updateOf(instruction.mutex);
        this.go({ ...state, owners: owners.with(instruction.mutex, -1) });
        break;
      case 'try-lock': {
        const free = owners[instruction.mutex] === -1;
        const run = this.run();
        run.assign(instruction.to, free ? 1 : 0);
        const location = this.locationOf(instruction.mutex);
        this.event = free ? this.updateOf(instruction.mutex) : { kind: 'read', location, order: 'relaxed', own: false };
        this.go(free ? { ...state, owners: owners.with(instruction.mutex, t) } : state, run);
        break;
      }
      case 'sleep-start': {
        const { condition, mutex } = instruction;
        // Any of them may be woken, so their order does not matter.
        const queue = [...queues[condition]!, t].sort();
        this.go({ ...state, owners: owners.with(mutex, -1), queues: queues.with(condition, queue) });
        break;
      }
      case 'signal':
        this.signal(instruction);
        break;
      case 'wait':
        this.wait(instruction);
        break;
      case 'notify': {
        const queue = queueOfCell(loaded.program, instruction.at);
        const waiting = queues[queue]!;
        this.event = { kind: 'queue', queue };
        const run = this.run();
        run.assign(instruction.to, Math.min(instruction.count, waiting.length));
        this.go({ ...state, queues: queues.with(queue, waiting.slice(instruction.count)) }, run);
        break;
      }
      case 'spawn': {
        const run = this.run();
        run.locals[STARTED] = Number(run.locals[STARTED]) | (1 << instruction.thread);
        const { thread } = instruction;
        this.event = { kind: 'spawn', thread };
        this.go({ ...state, threads: state.threads.with(thread, started(loaded, thread)) }, run);
        break;
      }
      case 'join': {
        const joined = state.threads[instruction.thread]!;
        if (!hasEnded(loaded, instruction.thread, joined)) break;
        this.event = { kind: 'join', thread: instruction.thread };
        const run = this.run();
        run.locals[SETTLED] = Number(run.locals[SETTLED]) | (1 << instruction.thread);
        run.locals[OUTCOME] = mix(Number(run.locals[OUTCOME]), resultOf(joined));
        this.go(state, run);
        break;
      }
      case 'detach': {
        const run = this.run();
        for (const set of [SETTLED, DETACHED]) run.locals[set] = Number(run.locals[set]) | (1 << instruction.thread);
        this.go(state, run);
        break;
      }
      default:
        throw new Error(`no step: ${instruction.kind}`);
    }
  }

  private signal({ condition, all }: Kind<'signal'>): void {
    const { queues } = this.state;
    const waiting = queues[condition]!;
    const wake = (left: readonly number[]): void => {
      this.go({ ...this.state, queues: queues.with(condition, left) });
    };
    if (all || waiting.length === 0) wake([]);
    else for (const woken of waiting) wake(waiting.filter((t) => t !== woken));
  }

  private wait({ to, at, expected }: Kind<'wait'>): void {
    const { state, t } = this;
    const { program } = this.loaded;
    if (state.memory[at] !== wrap(expected, program.cells[at]!.type)) {
      const run = this.run();
      run.assign(to, 1);
      run.pc++;
      this.go(state, run);
      return;
    }
    const queue = queueOfCell(program, at);
    this.go({ ...state, queues: state.queues.with(queue, [...state.queues[queue]!, t]) });
  }

  private asleep({ queue, to, finite }: Kind<'asleep'>): void {
    const { state, t } = this;
    const waiting = state.queues[queue]!;
    const isWoken = !waiting.includes(t);
    if (!isWoken && !finite) return;
    const run = this.run();
    if (to !== undefined) run.assign(to, isWoken ? 0 : 2);
    this.go(
      {
        ...state,
        queues: state.queues.with(
          queue,
          waiting.filter((other) => other !== t),
        ),
      },
      run,
    );
  }

  private end(): void {
    const isMain = this.t === 0 && this.loaded.program.language === 'c';
    if (isMain && endsProgram(this.thread)) this.steps.exits(Number(this.thread.locals[OUTCOME]));
  }

  private fence(order: Order): void {
    const { buffer, epoch } = this.thread;
    this.event = { kind: 'fence', order };
    if (order === 'seq_cst') {
      if (buffer.length === 0) this.go(this.state);
    } else this.go(this.state, this.run(), buffer, this.loaded.model === 'pso' && releases(order) ? epoch + 1 : epoch);
  }

  private access(access: Access): void {
    const run = this.run();
    switch (access.kind) {
      case 'load':
      case 'observe': {
        const cell = access.kind === 'load' ? cellOf(access.from, run) : access.cell;
        const word = this.read(cell);
        const order = access.kind === 'load' ? access.order : 'seq_cst';
        const own = this.thread.buffer.some((pending) => pending.cell === cell);
        this.event = { kind: 'read', location: cell, order, own };
        if (word === FREED) this.steps.fails(INVALID);
        else {
          if (access.kind === 'load') run.assign(access.to, word);
          else run.locals[OUTCOME] = mix(Number(run.locals[OUTCOME]), word);
          this.go(this.state, run);
        }
        break;
      }
      case 'store': {
        const cell = cellOf(access.to, run);
        this.store(run, cell, run.value(access.value, this.type(cell)), access.order);
        break;
      }
      case 'free':
        if (this.read(access.cell) === FREED) this.steps.fails(INVALID);
        else this.store(run, access.cell, FREED, 'relaxed');
        break;
      case 'update':
      case 'swap': {
        const cell = cellOf(access.at, run);
        if (!this.mayUpdate(cell, access.order)) return;
        const word = this.inMemory(cell);
        this.event = { kind: 'update', location: cell, order: access.order };
        if (word === FREED) this.steps.fails(INVALID);
        else if (access.kind === 'update') this.write(run, cell, this.update(access, run, cell, word));
        else this.write(run, cell, this.swap(access, run, cell, word));
        break;
      }
    }
  }

  private update({ operator, operand, to }: Kind<'update'>, run: LocalRun, cell: number, old: Value): Value {
    const type = this.type(cell);
    const value = run.value(operand, type);
    run.assign(to, old);
    return operator === 'exchange' ? value : wrap(operate(operator, old, value), type);
  }

  private swap(
    { success, old: oldTo, expected, desired, order }: Kind<'swap'>,
    run: LocalRun,
    cell: number,
    old: Value,
  ): Value {
    const type = this.type(cell);
    const succeeds = run.value(expected, type) === old;
    const next = succeeds ? run.value(desired, type) : old;
    if (!succeeds) this.event = { kind: 'read', location: cell, order: onFailure(order), own: false };
    if (oldTo !== undefined) run.assign(oldTo, old);
    run.assign(success, succeeds ? 1 : 0);
    return next;
  }

  private store(run: LocalRun, cell: number, word: Word, order: Order): void {
    const { buffer, epoch } = this.thread;
    const { model } = this.loaded;
    const buffered = model !== 'sc' && order !== 'seq_cst';
    this.event = { kind: 'write', location: cell, order, buffered };
    if (!buffered) {
      if (buffer.length > 0) return;
      if (this.inMemory(cell) === FREED) this.steps.fails(INVALID);
      else this.write(run, cell, word);
      return;
    }
    const own = model === 'pso' && releases(order) ? epoch + 1 : epoch;
    this.go(this.state, run, [...buffer, { cell, word, epoch: own }], own);
  }

  private write(run: LocalRun, cell: number, word: Word): void {
    const { state } = this;
    this.go({ ...state, memory: state.memory.with(cell, word) }, run);
  }

  private inMemory(cell: number): Word {
    return this.state.memory[cell] as Word;
  }

  /** Returns the thread's own youngest store, or else memory. */
  private read(cell: number): Word {
    const own = this.thread.buffer.findLast((pending) => pending.cell === cell);
    return own === undefined ? this.inMemory(cell) : own.word;
  }

  private mayUpdate(cell: number, order: Order): boolean {
    const { buffer, epoch } = this.thread;
    if (this.loaded.model === 'tso' || releases(order)) return buffer.length === 0;
    return !buffer.some((pending) => pending.cell === cell || pending.epoch < epoch);
  }

  /** Locations of mutexes follow those of the cells. */
  private locationOf(mutex: number): number {
    return this.loaded.program.cells.length + mutex;
  }

  private updateOf(mutex: number): Event {
    return { kind: 'update', location: this.locationOf(mutex), order: 'acq_rel' };
  }

  private type(cell: number): IntegerType {
    return this.loaded.program.cells[cell]!.type;
  }

  private run(): LocalRun {
    return running(this.loaded, this.t, this.thread);
  }

  /** Lets the thread continue from the state that its step has made. */
  private go(
    state: State,
    run = this.run(),
    buffer: readonly Pending[] = this.thread.buffer,
    epoch = this.thread.epoch,
  ): void {
    run.pc++;
    run.settle();
    const next = new ThreadState(run.pc, run.locals, run.stack, buffer, epoch);
    this.steps.to({ ...state, threads: state.threads.with(this.t, next) }, this.t, this.event);
  }
}

function cellOf({ cell, index }: Target, { locals }: LocalRun): number {
  return index === undefined
    ? cell
    : cell + Number(BigInt.asUintN(64, BigInt(locals[index.local]!)) % BigInt(index.count));
}

/**
 * Whether the instruction leaves the store buffer alone. Functions of glibc that have nothing to do only load. All
 * other synchronisation drains the buffer.
 */
function drainsNothing(instruction: Instruction, { owners, queues }: State): boolean {
  switch (instruction.kind) {
    case 'try-lock':
      return owners[instruction.mutex] !== -1;
    case 'signal':
      return queues[instruction.condition]!.length === 0;
    default:
      return false;
  }
}
