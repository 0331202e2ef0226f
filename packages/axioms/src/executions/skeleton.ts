import { WORDS_OF_32_BITS, substitute } from '../program/expression.js';
import type { AxiomaticProgram } from '../program/program.js';
import { Relation } from '../relations/relation.js';
import type { Event } from './event.js';
import { INITIAL_THREAD } from './event.js';
import type { ExecutionParts } from './execution.js';
import type { Path, PathEvent, Symbolic } from './paths.js';

/**
 * The common part of candidate executions with the same paths: everything except reads-from and coherence order. Events
 * are numbered: first the writes that initialise locations, then each thread in program order.
 */
export class Skeleton implements ExecutionParts {
  readonly events: readonly Event[];
  readonly po: Relation;
  readonly addr: Relation;
  readonly data: Relation;
  readonly ctrl: Relation;
  readonly rmw: Relation;
  /** Empty, because all threads exist from the start. */
  readonly asw: Relation;
  /** Value of each write, by event. */
  readonly written: readonly (Symbolic | undefined)[];
  readonly conditions: Path['conditions'];
  readonly registers: readonly ReadonlyMap<string, Symbolic>[];
  readonly addresses: readonly number[];

  constructor(program: AxiomaticProgram, paths: readonly Path[]) {
    const { memory } = program;
    this.addresses = [...memory.keys()];
    const initial = Array.from(memory, ([address]): Event => ({
      thread: INITIAL_THREAD,
      reads: false,
      writes: true,
      address,
      order: 'plain',
    }));
    const threads = paths.map(({ events }) => events);
    this.events = [...initial, ...threads.flat()];

    let offset = initial.length;
    const offsets = threads.map(({ length }) => (offset += length) - length);
    const size = this.events.length;
    this.po = Relation.where(
      size,
      (a, b) => a < b && this.events[a]!.thread === this.events[b]!.thread && a >= initial.length,
    );
    const dependency = (kind: 'addr' | 'data' | 'ctrl'): Relation =>
      Relation.fromPairs(
        size,
        threads.flatMap((events, t) => events.flatMap((event, i) => pairsTo(event[kind], i, offsets[t]!))),
      );
    this.addr = dependency('addr');
    this.data = dependency('data');
    this.ctrl = dependency('ctrl');
    this.rmw = Relation.fromPairs(
      size,
      paths.flatMap(({ rmw }, t) => rmw.map(([read, write]) => [read + offsets[t]!, write + offsets[t]!] as const)),
    );

    this.asw = Relation.empty(size);

    const numbered = (value: Symbolic, thread: number): Symbolic =>
      substitute(value, ({ read }): Symbolic => ({ read: read + offsets[thread]! }), WORDS_OF_32_BITS);
    this.written = [
      ...memory.values(),
      ...threads.flatMap((events, t) =>
        events.map(({ value }: PathEvent) => (value === undefined ? undefined : numbered(value, t))),
      ),
    ];
    this.conditions = paths.flatMap(({ conditions }, t) =>
      conditions.map(({ value, holds }) => ({ value: numbered(value, t), holds })),
    );
    this.registers = paths.map(
      ({ registers }, t) => new Map(Array.from(registers, ([name, value]) => [name, numbered(value, t)])),
    );
  }
}

function pairsTo(reads: ReadonlySet<number>, event: number, offset: number): (readonly [number, number])[] {
  return Array.from(reads, (read) => [read + offset, event + offset] as const);
}
