import type { Site } from '@fencepost/core';
import { FencepostError } from '@fencepost/core';
import type { Expression } from '../program/expression.js';
import { leavesOf, substitute } from '../program/expression.js';
import type { AccessOrder, AxiomaticProgram, Instruction, Value } from '../program/program.js';
import type { Event } from './event.js';

/** The value of a read. `read` is the number of its event. */
export interface ReadValue {
  readonly read: number;
}

export type Symbolic = Expression<ReadValue>;

/** An event of a path, and the reads that it depends on, by their positions in the path. */
export interface PathEvent extends Event {
  /** The value it writes. */
  readonly value?: Symbolic;
  readonly addr: ReadonlySet<number>;
  readonly data: ReadonlySet<number>;
  readonly ctrl: ReadonlySet<number>;
}

/** One path through a thread: its events, the conditions under which it is taken, and the registers at its end. */
export interface Path {
  readonly events: readonly PathEvent[];
  readonly conditions: readonly { readonly value: Symbolic; readonly holds: boolean }[];
  readonly registers: ReadonlyMap<string, Symbolic>;
  /** The read and write of each atomic. If atomics are one event, that event twice. */
  readonly rmw: readonly (readonly [read: number, write: number])[];
}

/** Limit on 2 to the power of the number of branches, compare-exchanges and exclusive stores of a thread. */
const MOST_PATHS = 4096;

/** Returns every path through a thread, for all values of its reads. */
export function pathsOf(program: AxiomaticProgram, number: number, splitsAtomics: boolean): Path[] {
  const paths: Path[] = [];
  const pending: boolean[][] = [[]];
  for (let choices = pending.pop(); choices !== undefined; choices = pending.pop()) {
    const walk = new Walk(program, number, splitsAtomics, choices);
    paths.push(walk.path);
    walk.choices.slice(choices.length).forEach((choice, i) => {
      pending.push([...walk.choices.slice(0, choices.length + i), !choice]);
    });
    if (paths.length + pending.length > MOST_PATHS) {
      throw new FencepostError('TOO_LARGE', `thread ${number} has more than ${MOST_PATHS} paths`);
    }
  }
  return paths;
}

interface Held {
  readonly value: Symbolic;
  readonly from: ReadonlySet<number>;
}

const NOTHING: ReadonlySet<number> = new Set();

/** Runs a thread once. At a branch point it takes the given choices, and then the first alternative. */
class Walk {
  readonly choices: boolean[] = [];
  private readonly memory: AxiomaticProgram['memory'];
  private readonly given: readonly boolean[];
  private readonly number: number;
  private readonly splitsAtomics: boolean;
  private readonly events: PathEvent[] = [];
  private readonly conditions: { value: Symbolic; holds: boolean }[] = [];
  private readonly rmw: (readonly [number, number])[] = [];
  private readonly registers: Map<string, Held>;
  private ctrl: ReadonlySet<number> = NOTHING;
  private reserved: { readonly event: number; readonly address: number } | undefined;

  constructor(program: AxiomaticProgram, number: number, splitsAtomics: boolean, given: readonly boolean[]) {
    const { instructions, registers } = program.threads[number]!;
    this.memory = program.memory;
    this.given = given;
    this.number = number;
    this.splitsAtomics = splitsAtomics;
    this.registers = new Map(Array.from(registers, ([name, value]) => [name, { value, from: NOTHING }]));
    for (let i = 0; i < instructions.length; i++) i += this.step(instructions[i]!);
  }

  get path(): Path {
    const registers = new Map(Array.from(this.registers, ([name, { value }]) => [name, value]));
    return { events: this.events, conditions: this.conditions, registers, rmw: this.rmw };
  }

  /** Runs an instruction. Returns how many instructions to skip after it. */
  private step(instruction: Instruction): number {
    switch (instruction.op) {
      case 'assign':
        this.registers.set(instruction.to, this.evaluate(instruction.value));
        return 0;
      case 'fence':
        this.push({ reads: false, writes: false, order: 'plain', fence: instruction.fence });
        return 0;
      case 'load': {
        const { order, to, exclusive } = instruction;
        const { address, addr } = this.locate(instruction.address, instruction.site);
        const event = this.push({ reads: true, writes: false, address, order, addr });
        if (exclusive) this.reserved = { event, address };
        this.registers.set(to, { value: { read: event }, from: new Set([event]) });
        return 0;
      }
      case 'store': {
        const { address, addr } = this.locate(instruction.address, instruction.site);
        this.write(address, addr, this.evaluate(instruction.value), instruction.order);
        return 0;
      }
      case 'store-exclusive':
        this.storeExclusive(instruction);
        return 0;
      case 'rmw': {
        const { fn, to, value, order } = instruction;
        const { address, addr } = this.locate(instruction.address, instruction.site);
        const operand = this.evaluate(value);
        const old = this.atomic(address, addr, order, operand.from, to === undefined, (read) =>
          fn === 'exchange' ? operand.value : { op: fn, left: read, right: operand.value },
        );
        if (to !== undefined) this.registers.set(to, { value: { read: old }, from: new Set([old]) });
        return 0;
      }
      case 'compare-exchange':
        this.compareExchange(instruction);
        return 0;
      case 'assume': {
        const { value, from } = this.evaluate(instruction.condition);
        this.ctrl = new Set([...this.ctrl, ...from]);
        this.conditions.push({ value, holds: true });
        return 0;
      }
      case 'skip': {
        const { value, from } = this.evaluate(instruction.condition);
        this.ctrl = new Set([...this.ctrl, ...from]);
        if (instruction.count === 0) return 0;
        const jumps = typeof value === 'number' ? value !== 0 : this.assume(value);
        return jumps ? instruction.count : 0;
      }
    }
  }

  private storeExclusive(instruction: Extract<Instruction, { op: 'store-exclusive' }>): void {
    const { address, addr } = this.locate(instruction.address, instruction.site);
    const value = this.evaluate(instruction.value);
    const { reserved } = this;
    this.reserved = undefined;
    if (reserved !== undefined && reserved.address !== address) {
      throw new FencepostError(
        'LITMUS_UNSUPPORTED',
        'this exclusive store has another address than the exclusive load before it',
        at(instruction.site),
      );
    }
    const stores = reserved !== undefined && this.choose();
    if (stores) this.rmw.push([reserved.event, this.write(address, addr, value, instruction.order)]);
    this.registers.set(instruction.status, { value: stores ? 0 : 1, from: NOTHING });
  }

  private compareExchange(instruction: Extract<Instruction, { op: 'compare-exchange' }>): void {
    const { order, failureOrder, to, stored, isCas } = instruction;
    const { address, addr } = this.locate(instruction.address, instruction.site);
    const expected = this.evaluate(instruction.expected).value;
    const value = this.evaluate(instruction.value);
    const stores = this.choose();
    const writesBack = !stores && isCas === true && this.choose();
    const old =
      stores || writesBack
        ? this.atomic(address, addr, order, value.from, false, (read) => (stores ? value.value : read))
        : this.push({ reads: true, writes: false, address, order: failureOrder, addr });
    this.conditions.push({ value: { op: '==', left: { read: old }, right: expected }, holds: stores });
    // herd7 counts a CAS that does not write back twice (docs/internals/axioms.md). So do we.
    if (isCas === true && !writesBack) this.choose();
    this.registers.set(to, { value: { read: old }, from: new Set([old]) });
    if (stored !== undefined) this.registers.set(stored, { value: Number(stores), from: new Set([old]) });
  }

  /** Adds both halves of an atomic that stores. Returns the event that reads. */
  private atomic(
    address: number,
    addr: ReadonlySet<number>,
    order: AccessOrder,
    data: ReadonlySet<number>,
    discarded: boolean,
    valueOf: (read: ReadValue) => Symbolic,
  ): number {
    const read = this.events.length;
    const value = valueOf({ read });
    if (!this.splitsAtomics) {
      this.push({ reads: true, writes: true, address, order, value, addr, data });
      this.rmw.push([read, read]);
      return read;
    }
    const acquires = order === 'acquire' || order === 'acq_rel' || order === 'seq_cst';
    const releases = order === 'release' || order === 'acq_rel' || order === 'seq_cst';
    const readOrder = acquires ? 'acquire' : order === 'acquire_pc' ? order : 'plain';
    this.push({ reads: true, writes: false, address, order: readOrder, discarded, addr });
    this.rmw.push([read, this.events.length]);
    const half = { reads: false, writes: true, address, order: releases ? 'release' : 'plain' } as const;
    this.push({ ...half, acquiresToo: acquires && releases, value, addr, data });
    return read;
  }

  private write(address: number, addr: ReadonlySet<number>, { value, from }: Held, order: AccessOrder): number {
    return this.push({ reads: false, writes: true, address, order, value, addr, data: from });
  }

  private push(
    event: Omit<PathEvent, 'thread' | 'ctrl' | 'addr' | 'data'> & Partial<Pick<PathEvent, 'addr' | 'data'>>,
  ): number {
    return this.events.push({ thread: this.number, ctrl: this.ctrl, addr: NOTHING, data: NOTHING, ...event }) - 1;
  }

  private evaluate(expression: Value): Held {
    const held = leavesOf(expression).flatMap(({ register }) => this.registers.get(register) ?? []);
    const value = substitute(expression, ({ register }) => this.registers.get(register)?.value ?? 0);
    return { value, from: new Set(held.flatMap(({ from }) => [...from])) };
  }

  private locate(
    expression: Value,
    site: Site | undefined,
  ): { readonly address: number; readonly addr: ReadonlySet<number> } {
    const { value, from } = this.evaluate(expression);
    if (typeof value === 'number' && this.memory.has(value)) return { address: value, addr: from };
    const what =
      typeof value === 'number'
        ? `this accesses address ${value}, where there is no variable`
        : 'the address of this access is read from memory';
    throw new FencepostError('LITMUS_UNSUPPORTED', what, {
      ...at(site),
      hint: 'addresses must be known: a variable, plus an expression such as r ^ r that is always 0',
    });
  }

  /** Takes a choice and records its condition. */
  private assume(value: Symbolic): boolean {
    const holds = this.choose();
    this.conditions.push({ value, holds });
    return holds;
  }

  private choose(): boolean {
    const choice = this.given[this.choices.length] ?? true;
    this.choices.push(choice);
    return choice;
  }
}

function at(site: Site | undefined): { readonly site?: Site } {
  return site === undefined ? {} : { site };
}
