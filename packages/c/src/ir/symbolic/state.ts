import type { Body } from '../races/operations.js';
import type { Condition } from './conditions.js';
import { relatedTo } from './conditions.js';
import { liveLocals } from './live-locals.js';
import type { Value } from './values.js';
import { textOf } from './values.js';

/** A call of a function of the program. */
export interface Frame {
  readonly body: Body;
  /** The local of the caller that gets its result. */
  readonly to: string | undefined;
  block: number;
  at: number;
  /** The block before. */
  from: number;
  readonly locals: Map<string, Value>;
  /** How often a block was entered. */
  readonly visits: Map<number, number>;
}

export interface Thread {
  /** That of the thread that started it, and a number. */
  readonly id: string;
  readonly frames: Frame[];
  /** `waits`: before an operation that other threads can see. `stuck`: it never goes on. */
  status: 'runs' | 'waits' | 'stuck' | 'finished';
  /** The threads that have ended before what it does now: it has joined them, or one that it has joined had. */
  readonly ended: Set<string>;
}

/** The contents of an object, by offset. States share them, so they are replaced and not changed. */
export interface Contents {
  readonly cells: ReadonlyMap<number, Cell>;
  /** Where nothing was written: 0, any value, or the initial value of a variable. */
  readonly rest: 'zero' | 'open' | 'initial';
  readonly bytes: number;
}

export interface Cell {
  readonly bytes: number;
  readonly value: Value;
}

/** A state of the program: what all threads and the memory hold, as terms over symbols. */
export class State {
  condition: Condition = [];
  readonly threads: Map<string, Thread>;
  readonly memory: Map<string, Contents>;
  /** Which thread holds a lock, and how often. */
  readonly locks: Map<string, { readonly owner: string; readonly depth: number }>;
  /** Numbers of threads started, and of objects allocated, by place. */
  readonly counts: Map<string, number>;

  constructor(from?: State) {
    this.threads = new Map(from?.threads);
    this.memory = new Map(from?.memory);
    this.locks = new Map(from?.locks);
    this.counts = new Map(from?.counts);
    if (from !== undefined) this.condition = from.condition;
  }

  /** Returns a copy in which this thread can be changed. The others are shared. */
  copy(thread: string): State {
    const made = new State(this);
    const { id, frames, status, ended } = this.threads.get(thread)!;
    const copied = frames.map((frame) => ({ ...frame, locals: new Map(frame.locals), visits: new Map(frame.visits) }));
    made.threads.set(id, { id, frames: copied, status, ended: new Set(ended) });
    return made;
  }

  /** Returns the next number at a place. */
  count(place: string): number {
    const next = (this.counts.get(place) ?? 0) + 1;
    this.counts.set(place, next);
    return next;
  }

  /** Forgets what is known of symbols that nothing holds. Returns a text that is equal for equal states only. */
  simplify(): string {
    const parts: string[] = [];
    const held = new Set<string>();
    const note = (value: Value): string => {
      if (value.kind === 'number') for (const [name] of value.term.parts) held.add(name);
      return textOf(value);
    };
    for (const { id, frames, status, ended } of this.threads.values()) {
      parts.push(`${id} ${status} ${[...ended].sort().join()}`);
      for (const { body, block, at, from, locals } of frames) {
        parts.push(`${body.name} ${block} ${at} ${from}`);
        const live = liveLocals(body, block, at);
        for (const [name, value] of locals) {
          if (live.has(name)) parts.push(`${name}=${note(value)}`);
          else locals.delete(name);
        }
      }
    }
    for (const [object, { cells }] of this.memory) {
      const sorted = [...cells].sort(([a], [b]) => a - b);
      parts.push(`${object}: ${sorted.map(([offset, { value }]) => `${offset}=${note(value)}`).join(' ')}`);
    }
    for (const [lock, { owner, depth }] of this.locks) parts.push(`${lock} ${owner} ${depth}`);
    parts.push([...this.counts].map(([place, count]) => `${place}${count}`).join());
    this.condition = relatedTo(this.condition, held);
    parts.push(...this.condition.map(({ key }) => key).sort());
    return renamed(parts.join('\n'));
  }
}

/** Numbers the symbols in the order in which they occur. No name of a program contains `?`. */
function renamed(text: string): string {
  const numbers = new Map<string, number>();
  return text.replaceAll(/\?\d+_(\d+)/g, (name, bits: string) => {
    let number = numbers.get(name);
    if (number === undefined) numbers.set(name, (number = numbers.size));
    return `?${number}_${bits}`;
  });
}
