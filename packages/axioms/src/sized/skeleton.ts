import type { Event } from '../executions/event.js';
import { INITIAL_THREAD } from '../executions/event.js';
import { Execution } from '../executions/execution.js';
import type { PathEvent, Symbolic } from '../executions/paths.js';
import { Relation } from '../relations/relation.js';
import type { SizedProgram, SizedVariable } from './program.js';
import type { SizedPath } from './walk.js';

/** Some bytes of a variable that no access of the execution divides. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  readonly variable: SizedVariable;
}

/** The part of an access that is in one piece; for a fence, all of it. `address` is the number of the piece. */
interface Part extends Event {
  /** Number of its access in `accesses`; -1 for the write that initialises a piece. */
  readonly access: number;
  /** The atomic unit: the access, named by its first part; this part alone if the access is not aligned. */
  readonly unit: number;
}

/** An access of a thread, and its parts in the order of their addresses. */
export interface SizedAccess {
  readonly event: PathEvent<bigint>;
  readonly parts: readonly number[];
  /** Number of the first access of its thread, to which numbers of reads in values are relative. */
  readonly first: number;
}

/**
 * The common part of candidate executions with the same paths. Its events are parts of accesses: first the writes that
 * initialise pieces, then those of each thread in program order.
 */
export class SizedSkeleton {
  readonly pieces: readonly Piece[];
  readonly accesses: readonly SizedAccess[];
  readonly parts: readonly Part[];
  /** The parts, as an execution without communication. */
  readonly execution: Execution;
  /** The parts that are atomic together with a part, including itself. */
  readonly together: readonly (readonly number[])[];
  /** `together`, as a relation. */
  readonly si: Relation;
  readonly rmw: readonly (readonly [read: number, write: number])[];
  readonly conditions: readonly { readonly value: Symbolic<bigint>; readonly holds: boolean; readonly first: number }[];
  readonly registers: readonly { readonly values: ReadonlyMap<string, Symbolic<bigint>>; readonly first: number }[];

  constructor({ variables }: SizedProgram, paths: readonly SizedPath[]) {
    this.pieces = piecesOf(
      variables,
      paths.flatMap(({ events }) => events),
    );
    const parts: Part[] = this.pieces.map((_, address) => ({
      ...{ thread: INITIAL_THREAD, reads: false, writes: true, address, order: 'plain' },
      ...{ access: -1, unit: address },
    }));
    const accesses: SizedAccess[] = [];
    const firsts = paths.map(({ events }) => {
      const first = accesses.length;
      for (const event of events) {
        const from = parts.length;
        parts.push(...this.partsOf(event, accesses.length, from));
        accesses.push({ event, parts: parts.slice(from).map((_, i) => from + i), first });
      }
      return first;
    });
    this.parts = parts;
    this.accesses = accesses;
    const size = parts.length;
    const threadsFrom = this.pieces.length;
    const pairs = (from: number, to: number): (readonly [number, number])[] =>
      accesses[from]!.parts.flatMap((a) => accesses[to]!.parts.map((b) => [a, b] as const));
    const dependency = (kind: 'addr' | 'data' | 'ctrl'): Relation =>
      Relation.fromPairs(
        size,
        accesses.flatMap(({ event, first }, to) => Array.from(event[kind], (read) => pairs(first + read, to)).flat()),
      );
    this.rmw = paths.flatMap(({ rmw }, t) =>
      rmw.flatMap(([read, write]) => pairs(firsts[t]! + read, firsts[t]! + write)),
    );
    this.execution = new Execution(
      {
        events: parts,
        po: Relation.where(
          size,
          (a, b) => a >= threadsFrom && parts[a]!.thread === parts[b]!.thread && parts[a]!.access < parts[b]!.access,
        ),
        addr: dependency('addr'),
        data: dependency('data'),
        ctrl: dependency('ctrl'),
        rmw: Relation.fromPairs(size, this.rmw),
        asw: Relation.empty(size),
      },
      [],
    );
    this.together = parts.map(({ unit }, e) =>
      e < threadsFrom ? [e] : accesses[parts[e]!.access]!.parts.filter((other) => parts[other]!.unit === unit),
    );
    this.si = Relation.fromPairs(
      size,
      this.together.flatMap((others, e) => others.map((other) => [e, other] as const)),
    );
    this.conditions = paths.flatMap(({ conditions }, t) =>
      conditions.map((condition) => ({ ...condition, first: firsts[t]! })),
    );
    this.registers = paths.map(({ registers }, t) => ({ values: registers, first: firsts[t]! }));
  }

  private partsOf(event: PathEvent<bigint>, access: number, from: number): Part[] {
    const { address, size } = event;
    if (address === undefined || size === undefined) return [{ ...event, access, unit: from }];
    const isAtomic = isAligned(address, size);
    return this.pieces
      .flatMap(({ start, end }, piece) => (address <= start && end <= address + size ? [piece] : []))
      .map((piece, i) => ({ ...event, address: piece, access, unit: isAtomic ? from : from + i }));
  }
}

function isAligned(address: number, size: number): boolean {
  return address % size === 0;
}

/** Divides the variables at the ends of all accesses, and at each byte of accesses that are not aligned. */
function piecesOf(variables: readonly SizedVariable[], events: readonly PathEvent<bigint>[]): Piece[] {
  return variables.flatMap((variable) => {
    const last = variable.address + variable.size;
    const cuts = new Set([variable.address, last]);
    for (const { address, size } of events) {
      if (address === undefined || size === undefined || address < variable.address || address >= last) continue;
      const step = isAligned(address, size) ? size : 1;
      for (let cut = address; cut <= address + size; cut += step) cuts.add(cut);
    }
    const sorted = [...cuts].sort((a, b) => a - b);
    return sorted.slice(1).map((end, i) => ({ start: sorted[i]!, end, variable }));
  });
}
