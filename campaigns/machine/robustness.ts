import type { Program } from '../program/ast.js';
import type { Event } from './event.js';
import type { Past } from './search.js';
import { search } from './search.js';
import type { Model } from './threads.js';

/** Source of a read of the initial value. */
const INITIAL = '';

/** The past as defined by Shasha and Snir: the events of each thread, reads-from, and coherence order. */
class Trace implements Past<Trace> {
  readonly key: string;
  /** By thread: `R`, `W`, `U`, location, and for reads the event read from; `S` and `J` for starting and joining. */
  private readonly events: readonly (readonly string[])[];
  /** By location: the writes, in the order in which they reached memory. */
  private readonly coherence: readonly (readonly string[])[];
  /** By thread: the writes that have not reached memory. */
  private readonly pending: readonly (readonly Pending[])[];

  constructor(
    events: readonly (readonly string[])[],
    coherence: readonly (readonly string[])[],
    pending: readonly (readonly Pending[])[],
  ) {
    this.events = events;
    this.coherence = coherence;
    this.pending = pending;
    // The pending writes need no key: they are the write events that are not in `coherence`.
    this.key = `${events.map((list) => list.join()).join(';')}#${coherence.map((list) => list.join()).join(';')}`;
  }

  static empty({ threads, cells, mutexes }: Program): Trace {
    return new Trace(
      threads.map(() => []),
      Array.from({ length: cells.length + mutexes }, () => []),
      threads.map(() => []),
    );
  }

  after(thread: number, event: Event): Trace {
    const { coherence, pending } = this;
    const id = `${thread}.${this.events[thread]!.length}`;
    const done = (text: string): readonly (readonly string[])[] =>
      this.events.with(thread, [...this.events[thread]!, text]);
    const written = (location: number, write: string): readonly (readonly string[])[] =>
      coherence.with(location, [...coherence[location]!, write]);
    switch (event.kind) {
      case 'read': {
        const { location, own } = event;
        const newest = own
          ? pending[thread]!.findLast((each) => each.location === location)!.id
          : this.newest(location);
        return new Trace(done(`R ${location} ${newest}`), coherence, pending);
      }
      case 'update': {
        const { location } = event;
        return new Trace(done(`U ${location} ${this.newest(location)}`), written(location, id), pending);
      }
      case 'write': {
        const { location, buffered } = event;
        const events = done(`W ${location}`);
        if (!buffered) return new Trace(events, written(location, id), pending);
        return new Trace(events, coherence, pending.with(thread, [...pending[thread]!, { location, id }]));
      }
      case 'commit': {
        const committed = pending[thread]![event.pending]!;
        const left = pending.with(thread, pending[thread]!.toSpliced(event.pending, 1));
        return new Trace(this.events, written(committed.location, committed.id), left);
      }
      case 'spawn':
      case 'join':
        return new Trace(done(`${event.kind === 'spawn' ? 'S' : 'J'} ${event.thread}`), coherence, pending);
      default:
        return this;
    }
  }

  private newest(location: number): string {
    return this.coherence[location]!.at(-1) ?? INITIAL;
  }

  /** Whether there is an order of all events in which each read reads the latest write before it. */
  get isSequential(): boolean {
    const before = new Map<string, string[]>();
    const edge = (from: string, to: string): void => {
      if (from === to) return;
      const list = before.get(to);
      if (list === undefined) before.set(to, [from]);
      else list.push(from);
    };
    for (const list of this.coherence) list.slice(1).forEach((write, i) => edge(list[i]!, write));
    this.events.forEach((list, t) => {
      list.forEach((text, i) => {
        const id = `${t}.${i}`;
        const [kind, what, source] = text.split(' ');
        if (i > 0) edge(`${t}.${i - 1}`, id);
        if (kind === 'S') edge(id, `${what!}.0`);
        if (kind === 'J') edge(`${what!}.${this.events[Number(what)]!.length - 1}`, id);
        if (kind !== 'R' && kind !== 'U') return;
        if (source !== INITIAL) edge(source!, id);
        const writes = this.coherence[Number(what)]!;
        const overwriting = writes[source === INITIAL ? 0 : writes.indexOf(source!) + 1];
        if (overwriting !== undefined) edge(id, overwriting);
      });
    });
    return isAcyclic(before);
  }
}

interface Pending {
  readonly location: number;
  readonly id: string;
}

function isAcyclic(before: ReadonlyMap<string, readonly string[]>): boolean {
  const state = new Map<string, 'open' | 'done'>();
  const visit = (node: string): boolean => {
    if (state.get(node) === 'done') return true;
    if (state.get(node) === 'open') return false;
    state.set(node, 'open');
    if (!(before.get(node) ?? []).every(visit)) return false;
    state.set(node, 'done');
    return true;
  };
  return [...before.keys()].every(visit);
}

/** Returns whether every execution is sequentially consistent. For programs without loops. */
export function isRobust(program: Program, model: Model, most: number): boolean {
  let robust = true;
  search(program, model, Trace.empty(program), most, (trace) => {
    robust &&= trace.isSequential;
  });
  return robust;
}
