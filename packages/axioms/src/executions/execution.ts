import { Relation } from '../relations/relation.js';
import type { Event } from './event.js';
import { INITIAL_THREAD } from './event.js';

/** The choices made for a location. */
export interface LocationChoice {
  /** Its writes in coherence order, the initial one first. Only that one if a model has no such order. */
  readonly order: readonly number[];
  /** The write whose value remains at the end. */
  readonly last: number;
  readonly sources: readonly (readonly [read: number, write: number])[];
}

/** The parts of a candidate execution that exist before any choice. */
export interface ExecutionParts {
  readonly events: readonly Event[];
  readonly po: Relation;
  readonly addr: Relation;
  readonly data: Relation;
  readonly ctrl: Relation;
  readonly rmw: Relation;
  /** Additional synchronises-with: from the start of a thread to its first event, and from its last event to a join. */
  readonly asw: Relation;
}

/** A candidate execution: events, and the relations in terms of which models are defined. */
export class Execution implements ExecutionParts {
  readonly events: readonly Event[];
  readonly po: Relation;
  readonly addr: Relation;
  readonly data: Relation;
  readonly ctrl: Relation;
  readonly rmw: Relation;
  readonly asw: Relation;
  readonly rf: Relation;
  readonly co: Relation;
  /** rf⁻¹ ; co, without the read-modify-writes that overwrite the value they read. */
  readonly fr: Relation;
  /** Pairs of accesses to one location. */
  readonly loc: Relation;
  /** Pairs of events of different threads. Initial writes belong to no thread. */
  readonly ext: Relation;
  /** Last write of each location, in the order of the program's memory. */
  readonly lastWrites: readonly number[];

  constructor({ events, po, addr, data, ctrl, rmw, asw }: ExecutionParts, choices: readonly LocationChoice[]) {
    const size = events.length;
    this.events = events;
    this.po = po;
    this.addr = addr;
    this.data = data;
    this.ctrl = ctrl;
    this.rmw = rmw;
    this.asw = asw;
    this.rf = Relation.fromPairs(
      size,
      choices.flatMap(({ sources }) => sources.map(([read, write]) => [write, read] as const)),
    );
    this.co = Relation.fromPairs(
      size,
      choices.flatMap(({ order }) => order.flatMap((a, i) => order.slice(i + 1).map((b) => [a, b] as const))),
    );
    this.fr = this.rf.transpose().compose(this.co).minus(Relation.identity(size));
    this.loc = Relation.where(
      size,
      (a, b) => events[a]!.address !== undefined && events[a]!.address === events[b]!.address,
    );
    this.ext = Relation.where(size, (a, b) => events[a]!.thread !== events[b]!.thread);
    this.lastWrites = choices.map(({ last }) => last);
  }

  /** Returns `[S]`. */
  where(contains: (event: Event) => boolean): Relation {
    return Relation.identity(this.events.length, (e) => contains(this.events[e]!));
  }

  /** Returns `[S]` without initial writes. */
  ofThreads(contains: (event: Event) => boolean): Relation {
    return this.where((event) => event.thread !== INITIAL_THREAD && contains(event));
  }
}
