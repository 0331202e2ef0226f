import type { Site } from '@fencepost/core';
import { FencepostError } from '@fencepost/core';
import type { Arithmetic, Expression, RegisterValue, Word } from '../program/expression.js';
import { WORDS_OF_32_BITS, leavesOf, substitute } from '../program/expression.js';
import type { AccessOrder, AxiomaticProgram, Instruction, ProgramThread, Value } from '../program/program.js';
import type { Event } from './event.js';

/** The value of a read. `read` is the number of its event. */
export interface ReadValue {
  readonly read: number;
}

export type Symbolic<W extends Word = number> = Expression<ReadValue, W>;

/** An event of a path, and the reads that it depends on, by their positions in the path. */
export interface PathEvent<W extends Word = number> extends Event {
  /** The value it writes. */
  readonly value?: Symbolic<W>;
  /** Number of bytes, in programs with accesses of several sizes. */
  readonly size?: number;
  readonly addr: ReadonlySet<number>;
  readonly data: ReadonlySet<number>;
  readonly ctrl: ReadonlySet<number>;
}

/** One path through a thread: its events, the conditions under which it is taken, and the registers at its end. */
export interface Path<W extends Word = number> {
  readonly events: readonly PathEvent<W>[];
  readonly conditions: readonly { readonly value: Symbolic<W>; readonly holds: boolean }[];
  readonly registers: ReadonlyMap<string, Symbolic<W>>;
  /** The read and write of each atomic. If atomics are one event, that event twice. */
  readonly rmw: readonly (readonly [read: number, write: number])[];
}

/** Limit on 2 to the power of the number of branches, compare-exchanges and exclusive stores of a thread. */
const MOST_PATHS = 4096;

/** Returns every path through a thread, for all values of its reads. */
export function pathsOf(program: AxiomaticProgram, number: number, splitsAtomics: boolean): Path[] {
  const thread = program.threads[number]!;
  return everyPath(number, (choices) => new WalkOfWords(program.memory, thread, number, splitsAtomics, choices));
}

/** Returns the paths of every walk through a thread. `walk` makes one that takes the given choices. */
export function everyPath<W extends Word, P extends Path<W>>(
  number: number,
  walk: (choices: readonly boolean[]) => Walk<W> & { readonly path: P },
): P[] {
  const paths: P[] = [];
  const pending: boolean[][] = [[]];
  for (let given = pending.pop(); given !== undefined; given = pending.pop()) {
    const walked = walk(given);
    walked.run();
    paths.push(walked.path);
    const { choices } = walked;
    const known = given.length;
    choices.slice(known).forEach((choice, i) => pending.push([...choices.slice(0, known + i), !choice]));
    if (paths.length + pending.length > MOST_PATHS) {
      throw new FencepostError('TOO_LARGE', `thread ${number} has more than ${MOST_PATHS} paths`);
    }
  }
  return paths;
}

interface Held<W extends Word> {
  readonly value: Symbolic<W>;
  readonly from: ReadonlySet<number>;
}

/** The address of an access, its size if they differ, and the reads that the address depends on. */
interface Located {
  readonly address: number;
  readonly size?: number;
  readonly addr: ReadonlySet<number>;
}

const NOTHING: ReadonlySet<number> = new Set();

/** Runs a thread once. At a branch point it takes the given choices, and then the first alternative. */
export abstract class Walk<W extends Word> {
  readonly choices: boolean[] = [];
  protected readonly conditions: { value: Symbolic<W>; holds: boolean }[] = [];
  private readonly arithmetic: Arithmetic<W>;
  private readonly instructions: readonly Instruction<W>[];
  private readonly given: readonly boolean[];
  private readonly number: number;
  private readonly splitsAtomics: boolean;
  private readonly events: PathEvent<W>[] = [];
  private readonly rmw: (readonly [number, number])[] = [];
  private readonly registers: Map<string, Held<W>>;
  private ctrl: ReadonlySet<number> = NOTHING;
  private reserved: { readonly event: number; readonly place: Located } | undefined;

  constructor(
    arithmetic: Arithmetic<W>,
    { instructions, registers }: ProgramThread<W>,
    number: number,
    splitsAtomics: boolean,
    given: readonly boolean[],
  ) {
    this.arithmetic = arithmetic;
    this.instructions = instructions;
    this.given = given;
    this.number = number;
    this.splitsAtomics = splitsAtomics;
    this.registers = new Map(Array.from(registers, ([name, value]) => [name, { value, from: NOTHING }]));
  }

  run(): void {
    for (let i = 0; i < this.instructions.length; i++) i += this.step(this.instructions[i]!);
  }

  get path(): Path<W> {
    const registers = new Map(Array.from(this.registers, ([name, { value }]) => [name, value]));
    return { events: this.events, conditions: this.conditions, registers, rmw: this.rmw };
  }

  /** Returns the location that a symbolic address means. */
  protected abstract find(address: Symbolic<W>, size: number | undefined, site: Site | undefined): number;

  /** Runs an instruction. Returns how many instructions to skip after it. */
  private step(instruction: Instruction<W>): number {
    switch (instruction.op) {
      case 'assign':
        this.registers.set(instruction.to, this.evaluate(instruction.value));
        return 0;
      case 'fence':
        this.push({ reads: false, writes: false, order: 'plain', fence: instruction.fence });
        return 0;
      case 'load': {
        const { order, to, exclusive } = instruction;
        const place = this.locate(instruction);
        const event = this.push({ reads: true, writes: false, order, ...place });
        if (exclusive) this.reserved = { event, place };
        this.registers.set(to, { value: { read: event }, from: new Set([event]) });
        return 0;
      }
      case 'store': {
        const place = this.locate(instruction);
        this.write(place, this.evaluate(instruction.value), instruction.order);
        return 0;
      }
      case 'store-exclusive':
        this.storeExclusive(instruction);
        return 0;
      case 'rmw': {
        const { fn, to, value, order } = instruction;
        const place = this.locate(instruction);
        const operand = this.evaluate(value);
        const old = this.atomic(place, order, operand.from, to === undefined, (read) =>
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
        const jumps = typeof value === 'object' ? this.assume(value) : value !== this.arithmetic.word(0);
        return jumps ? instruction.count : 0;
      }
    }
  }

  private storeExclusive(instruction: Extract<Instruction<W>, { op: 'store-exclusive' }>): void {
    const place = this.locate(instruction);
    const value = this.evaluate(instruction.value);
    const { reserved } = this;
    this.reserved = undefined;
    const different =
      reserved === undefined || (reserved.place.address === place.address && reserved.place.size === place.size)
        ? undefined
        : reserved.place.address === place.address
          ? 'size'
          : 'address';
    if (different !== undefined) {
      throw new FencepostError(
        'LITMUS_UNSUPPORTED',
        `this exclusive store has another ${different} than the exclusive load before it`,
        at(instruction.site),
      );
    }
    const stores = reserved !== undefined && this.choose();
    if (stores) this.rmw.push([reserved.event, this.write(place, value, instruction.order)]);
    this.registers.set(instruction.status, { value: this.arithmetic.word(stores ? 0 : 1), from: NOTHING });
  }

  private compareExchange(instruction: Extract<Instruction<W>, { op: 'compare-exchange' }>): void {
    const { order, failureOrder, to, stored, isCas } = instruction;
    const place = this.locate(instruction);
    const expected = this.evaluate(instruction.expected).value;
    const value = this.evaluate(instruction.value);
    const stores = this.choose();
    const writesBack = !stores && isCas === true && this.choose();
    const old =
      stores || writesBack
        ? this.atomic(place, order, value.from, false, (read) => (stores ? value.value : read))
        : this.push({ reads: true, writes: false, order: failureOrder, ...place });
    this.conditions.push({ value: { op: '==', left: { read: old }, right: expected }, holds: stores });
    // herd7 counts a CAS that does not write back twice (docs/internals/axioms.md). So do we.
    if (isCas === true && !writesBack) this.choose();
    this.registers.set(to, { value: { read: old }, from: new Set([old]) });
    if (stored !== undefined)
      this.registers.set(stored, { value: this.arithmetic.word(Number(stores)), from: new Set([old]) });
  }

  /** Adds both halves of an atomic that stores. Returns the event that reads. */
  private atomic(
    place: Located,
    order: AccessOrder,
    data: ReadonlySet<number>,
    discarded: boolean,
    valueOf: (read: ReadValue) => Symbolic<W>,
  ): number {
    const read = this.events.length;
    const value = valueOf({ read });
    if (!this.splitsAtomics) {
      this.push({ reads: true, writes: true, order, value, data, ...place });
      this.rmw.push([read, read]);
      return read;
    }
    const acquires = order === 'acquire' || order === 'acq_rel' || order === 'seq_cst';
    const releases = order === 'release' || order === 'acq_rel' || order === 'seq_cst';
    const readOrder = acquires ? 'acquire' : order === 'acquire_pc' ? order : 'plain';
    this.push({ reads: true, writes: false, order: readOrder, discarded, ...place });
    this.rmw.push([read, this.events.length]);
    const half = { reads: false, writes: true, order: releases ? 'release' : 'plain', ...place } as const;
    this.push({ ...half, acquiresToo: acquires && releases, value, data });
    return read;
  }

  private write(place: Located, { value, from }: Held<W>, order: AccessOrder): number {
    return this.push({ reads: false, writes: true, order, value, data: from, ...place });
  }

  private push(
    event: Omit<PathEvent<W>, 'thread' | 'ctrl' | 'addr' | 'data'> & Partial<Pick<PathEvent<W>, 'addr' | 'data'>>,
  ): number {
    return this.events.push({ thread: this.number, ctrl: this.ctrl, addr: NOTHING, data: NOTHING, ...event }) - 1;
  }

  private evaluate(expression: Value<W>): Held<W> {
    const held = leavesOf(expression).flatMap(({ register }) => this.registers.get(register) ?? []);
    const { arithmetic } = this;
    const replace = ({ register }: RegisterValue): Symbolic<W> =>
      this.registers.get(register)?.value ?? arithmetic.word(0);
    const value = substitute(expression, replace, arithmetic);
    return { value, from: new Set(held.flatMap(({ from }) => [...from])) };
  }

  private locate({ address, size, site }: Extract<Instruction<W>, { address: Value<W> }>): Located {
    const { value, from } = this.evaluate(address);
    const place = { address: this.find(value, size, site), addr: from };
    return size === undefined ? place : { ...place, size };
  }

  /** Takes a choice and records its condition. */
  private assume(value: Symbolic<W>): boolean {
    const holds = this.choose();
    this.conditions.push({ value, holds });
    return holds;
  }

  protected choose(): boolean {
    const choice = this.given[this.choices.length] ?? true;
    this.choices.push(choice);
    return choice;
  }
}

/** A walk through a thread whose accesses are to whole variables. */
class WalkOfWords extends Walk<number> {
  private readonly memory: AxiomaticProgram['memory'];

  constructor(
    memory: AxiomaticProgram['memory'],
    thread: ProgramThread,
    number: number,
    splitsAtomics: boolean,
    given: readonly boolean[],
  ) {
    super(WORDS_OF_32_BITS, thread, number, splitsAtomics, given);
    this.memory = memory;
  }

  protected find(address: Symbolic, _: number | undefined, site: Site | undefined): number {
    if (typeof address === 'number' && this.memory.has(address)) return address;
    const what =
      typeof address === 'number'
        ? `this accesses address ${address}, where there is no variable`
        : 'the address of this access is read from memory';
    throw new FencepostError('LITMUS_UNSUPPORTED', what, {
      ...at(site),
      hint: 'addresses must be known: a variable, plus an expression such as r ^ r that is always 0',
    });
  }
}

function at(site: Site | undefined): { readonly site?: Site } {
  return site === undefined ? {} : { site };
}
